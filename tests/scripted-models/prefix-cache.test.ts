import { encode } from 'gpt-tokenizer';
import { expect, test } from 'vitest';
import { PrefixCache, type PromptMessage, tokensOf } from './prefix-cache.ts';

const system: PromptMessage = { role: 'system', content: 'You read pages. '.repeat(20) };
const user = (content: string): PromptMessage => ({ role: 'user', content });
const assistant = (content: string): PromptMessage => ({ role: 'assistant', content });
const size = (text: string): number => encode(text).length;

test('the first prompt is evaluated whole; asked again, all of it but one token is there', () => {
  const cache = new PrefixCache();
  const prompt = [system, user('What is new?')];
  const whole = tokensOf(prompt).length;
  expect(cache.take(prompt)).toEqual({ prompt: whole, cached: 0 });
  expect(cache.take(prompt)).toEqual({ prompt: whole, cached: whole - 1 });
});

test('of a conversation that grows only what came since the last answer is evaluated', () => {
  const cache = new PrefixCache();
  const first = [system, user('What is new?')];
  cache.take(first);
  const answer = '{"action":"SEARCH"}';
  expect(cache.answered(answer)).toBe(size(answer) + 1);
  const next = [...first, assistant(answer), user('Results are here.')];
  const { prompt, cached } = cache.take(next);
  // What closes the answer, the new message with its three marks, and the head of the next answer.
  expect(prompt - cached).toBe(1 + 2 + size('Results are here.') + 1 + 2);
});

test('a word that changes in front leaves nothing of what follows it', () => {
  const cache = new PrefixCache();
  cache.take([user('It is Monday.'), user('x '.repeat(300))]);
  expect(cache.take([user('Today is Monday.'), user('x '.repeat(300))]).cached).toBe(0);
});

test('calls of another kind take a slot of their own and do not push the conversation out', () => {
  const cache = new PrefixCache(2);
  const talk = [system, user('a '.repeat(100))];
  const whole = tokensOf(talk).length;
  cache.take(talk);
  cache.take([{ role: 'system', content: 'Another task: write. '.repeat(30) }]);
  expect(cache.take(talk).cached).toBe(whole - 1);
  const single = new PrefixCache(1);
  single.take(talk);
  single.take([{ role: 'system', content: 'Another task: write. '.repeat(30) }]);
  expect(single.take(talk).cached).toBeLessThan(5);
});
