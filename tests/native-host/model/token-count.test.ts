import { expect, test } from 'vitest';
import { estimateTokens, PromptCounts, tokensAtLeast } from '../../../native-host/model/token-count.ts';

// Counts of real tokenizers: SmolLM2 and Qwen2.5.
test.each([
  ['The quick brown fox jumps over the lazy dog.', 10],
  ['Kilimanjaro is 5,895 metres (19,341 ft) high.', 22],
  ['{"found": [], "action": "SEARCH", "query": "tallest mountain in Africa"}', 20],
])('the estimate of "%s" is near %i, and the least is below it', (text, real) => {
  expect(estimateTokens(text)).toBeGreaterThan(real * 0.6);
  expect(estimateTokens(text)).toBeLessThan(real * 1.6);
  expect(tokensAtLeast(text)).toBeLessThanOrEqual(real);
});

test('scripts without blanks between words count by the character', () => {
  expect(estimateTokens('乞力马扎罗山是非洲最高的山')).toBe(13);
});

const user = (content: string) => ({ role: 'user' as const, content });
const words = (count: number) => 'mountain '.repeat(count);

test('what a server counted corrects the next estimate', () => {
  const counts = new PromptCounts();
  const prompt = [user(words(1_000))];
  const before = counts.likely(prompt);
  expect(counts.wasRead(prompt, before * 1.5)).toBe(true);
  expect(counts.likely(prompt)).toBeCloseTo(before * 1.5, -1);
});

test('a prompt of which fewer tokens were read than it has words was cut', () => {
  expect(new PromptCounts().wasRead([user(words(1_000))], 512)).toBe(false);
  expect(new PromptCounts().wasRead([user(words(1_000))], 1_010)).toBe(true);
});

test('a conversation that grew and counts no more was cut, unless thinking fell out of it', () => {
  const first = [user(words(300))];
  const more = [...first, { role: 'assistant' as const, content: 'yes' }, user(words(100))];
  const counts = new PromptCounts();
  expect(counts.wasRead(first, 500)).toBe(true);
  expect(counts.wasRead(more, 500)).toBe(false);
  const thinking = new PromptCounts();
  const thought = [user('hi'), { role: 'assistant' as const, content: `<think>${words(300)}</think>yes` }];
  expect(thinking.wasRead(thought, 500)).toBe(true);
  expect(thinking.wasRead([...thought, user(words(100))], 300)).toBe(true);
});
