import { expect, test } from 'vitest';
import {
  BuiltInModel,
  builtInApi,
  type LanguageModelApi,
} from '../../../entrypoints/background/built-in-model.ts';

const never = new AbortController().signal;
const user = (content: string) => ({ role: 'user' as const, content });
const ask = (messages: readonly { role: 'system' | 'user' | 'assistant'; content: string }[]) => ({
  messages: [...messages],
  schema: { type: 'object' },
  tokens_max: 10,
  temperature: 0,
});

/** A model whose tokens are characters, and which answers what it was asked, in capitals. */
function fakeApi(room = 1_000, fails = false) {
  const begun: unknown[] = [];
  const asked: unknown[] = [];
  let destroyed = 0;
  const api: LanguageModelApi = {
    availability: async () => 'available',
    params: async () => ({ defaultTopK: 3 }),
    create: async (options) => {
      begun.push(options);
      let usage = JSON.stringify(options).length;
      return {
        contextWindow: room,
        get contextUsage() {
          return usage;
        },
        measureContextUsage: async (text) => text.length,
        prompt: async (text, given) => {
          asked.push({ text, ...given });
          if (fails) throw new Error('crashed');
          usage += 2 * text.length;
          return text.toUpperCase();
        },
        destroy: () => {
          destroyed += 1;
        },
      };
    },
  };
  return { api, begun, asked, destroyed: () => destroyed };
}

test('a browser without such a model says so, and is not asked', async () => {
  expect(builtInApi()).toBeNull();
  const none = new BuiltInModel(null);
  expect(await none.state()).toEqual({ state: 'absent', context_tokens: null });
  await expect(none.ask(ask([user('hi')]), never)).rejects.toThrow('no built-in model');
});

test('a state that is not known counts as unavailable', async () => {
  const { api } = fakeApi();
  expect(await new BuiltInModel({ ...api, availability: async () => 'soon' }).state()).toMatchObject({
    state: 'unavailable',
  });
});

test('a conversation that goes on stays in its session; another one gets a new one', async () => {
  const { api, begun, asked, destroyed } = fakeApi();
  const model = new BuiltInModel(api);
  const system = { role: 'system' as const, content: 'rules' };
  const first = await model.ask(ask([system, user('one')]), never);
  expect(first).toMatchObject({ text: 'ONE', cached_tokens: 0 });
  const more = [system, user('one'), { role: 'assistant' as const, content: 'ONE' }, user('two')];
  const second = await model.ask(ask(more), never);
  expect(second.text).toBe('TWO');
  expect(second.cached_tokens).toBe((second.prompt_tokens ?? 0) - 'two'.length);
  expect(begun).toHaveLength(1);
  expect(begun[0]).toMatchObject({ initialPrompts: [system], temperature: 0, topK: 3 });
  expect(asked[1]).toMatchObject({ text: 'two', responseConstraint: { type: 'object' } });
  await model.ask(ask([user('other')]), never);
  expect([begun.length, destroyed()]).toEqual([2, 1]);
});

test('what does not fit is refused before the browser would drop the beginning', async () => {
  const { api, asked } = fakeApi(200);
  const model = new BuiltInModel(api);
  await expect(model.ask(ask([user('x'.repeat(300))]), never)).rejects.toThrow('too-large');
  expect(asked).toEqual([]);
});

test('a failure ends the session, and the next question begins anew', async () => {
  const { api, destroyed } = fakeApi(1_000, true);
  const model = new BuiltInModel(api);
  await expect(model.ask(ask([user('hi')]), never)).rejects.toThrow('crashed');
  expect(destroyed()).toBe(1);
  expect(await model.state()).toMatchObject({ context_tokens: null });
});
