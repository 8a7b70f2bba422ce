import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmbeddedProcess } from '../../../native-host/model/embedded-process.ts';
import { embeddedSource } from '../../../native-host/model/embedded-source.ts';
import type { Message, Model, ModelRequest } from '../../../native-host/model/provider.ts';
import { root } from '../../house/source-tree.ts';
import { question } from './conformance.ts';
import { makeFolder, removeFolder } from './kept-folder.ts';
import { means, settings } from './rigged-models.ts';

// A real process over a runtime that stands in for the native one: a token is a character, and the answer is what the last
// message asks to be said. What is kept from question to question is counted as the native one counts it.
const runtime = `
const codes = (text) => [...text].map((one) => one.codePointAt(0));
class Sequence {
  state = [];
  get nextTokenIndex() { return this.state.length; }
  async adaptStateToTokens(tokens) {
    let same = 0;
    while (same < tokens.length && this.state[same] === tokens[same]) same += 1;
    this.state = this.state.slice(0, same);
  }
  async *evaluate(tokens, { grammarEvaluationState }) {
    if (tokens.length === 0) throw new Error('nothing to evaluate');
    this.state.push(...tokens);
    const said = String.fromCodePoint(...this.state).match(/.*say (.*?)\\|A$/)?.[1] ?? '?';
    const words = said === 'for ever' ? 'again and '.repeat(500) : said;
    for (const token of codes(grammarEvaluationState ? JSON.stringify({ said: words }) : words)) {
      await new Promise((resolve) => setImmediate(resolve));
      this.state.push(token);
      yield token;
    }
  }
}
const model = {
  trainContextSize: 4096,
  tokenizer: codes,
  createContext: async ({ contextSize }) => ({ contextSize, getSequence: () => new Sequence() }),
  detokenize: (tokens) => String.fromCodePoint(...tokens),
};
export class LlamaGrammarEvaluationState {
  constructor({ grammar }) { if (!grammar.text.startsWith('root ::=')) throw new Error('no grammar'); }
}
export const resolveChatWrapper = () => ({
  generateContextState: ({ chatHistory }) => ({
    contextText: {
      tokenize: (tokenizer) =>
        tokenizer(chatHistory.map((one) => one.type === 'model' ? '|A' + one.response[0] : '|' + one.text).join('')),
    },
  }),
});
export const getLlama = async () => ({
  loadModel: async ({ modelPath }) => {
    if (modelPath.includes('broken')) throw new Error('not a GGUF file');
    return model;
  },
  createGrammar: async ({ grammar }) => ({ text: grammar }),
});
`;

const never = new AbortController().signal;
let folder: string;
let model: Model;

function source() {
  const { waits } = means();
  return embeddedSource({
    folder,
    settings,
    waits,
    memory: () => ({ totalBytes: 2 ** 40, availableBytes: 2 ** 40 }),
    threads: () => 1,
    start: () => startEmbeddedProcess(join(root, 'native-host', 'model', 'embedded-runner.ts')),
  });
}

beforeAll(async () => {
  folder = makeFolder();
  const at = join(folder, 'runtime', 'node_modules', 'node-llama-cpp');
  mkdirSync(join(at, 'dist'), { recursive: true });
  writeFileSync(join(at, 'package.json'), '{"type":"module"}');
  writeFileSync(join(at, 'dist', 'index.js'), runtime);
  mkdirSync(join(folder, 'weights'));
  for (const name of ['broken', 'small']) writeFileSync(join(folder, 'weights', `${name}.gguf`), 'weights');
  const opened = await source().open({ name: 'small', contextTokens: null });
  if (!opened.ok) throw new Error(opened.fault.message);
  model = opened.value;
});

afterAll(async () => {
  await model.close();
  removeFolder(folder);
});

const user = (content: string): Message => ({ role: 'user', content });
const ask = (messages: readonly Message[], change: Partial<ModelRequest> = {}) =>
  model.complete(question({ messages, schema: null, ...change }), { signal: never });

test('the context is what the model was made for, where the settings ask for more', () => {
  expect(model.contextTokens).toBe(4_096);
});

test('a longer conversation is read from where it differs', async () => {
  const first = [user('say yes')];
  expect(await ask(first)).toMatchObject({
    ok: true,
    value: { text: 'yes', use: { promptTokens: 10, completionTokens: 3 } },
  });
  const more = [...first, { role: 'assistant' as const, content: 'yes' }, user('say no')];
  // All that the first question and its answer left there is kept.
  expect(await ask(more)).toMatchObject({
    ok: true,
    value: { text: 'no', use: { promptTokens: 22, cachedTokens: 13 } },
  });
  // The same again: but for its last token it is there, and that one is read anew.
  expect(await ask(more)).toMatchObject({ ok: true, value: { text: 'no', use: { cachedTokens: 21 } } });
});

test('an answer ends at its limit, and a schema becomes a grammar', async () => {
  expect(await ask([user('say abcdef')], { tokensMax: 3 })).toMatchObject({
    ok: true,
    value: { text: 'abc', finish: 'length' },
  });
  const json = { type: 'object', properties: { said: { type: 'string' } }, required: ['said'] };
  expect(await ask([user('say hi')], { schema: { name: 'said', json } })).toMatchObject({
    ok: true,
    value: { text: '{"said":"hi"}' },
  });
});

test('after a cancelled answer the next one is there', async () => {
  const stop = new AbortController();
  const reply = await model.complete(
    question({ messages: [user('say for ever')], schema: null, tokensMax: 2_000 }),
    { signal: stop.signal, onText: () => stop.abort() },
  );
  expect(reply).toMatchObject({ ok: false, fault: { code: 'cancelled' } });
  expect(await ask([user('say next')])).toMatchObject({ ok: true, value: { text: 'next' } });
});

test('a prompt is counted before it is sent, where an estimate is too near', async () => {
  const reply = await ask([user(`say ${'乞'.repeat(4_200)}`)]);
  expect(reply).toMatchObject({ ok: false, fault: { code: 'too-large', detail: { prompt_tokens: 4_207 } } });
});

test('weights that cannot be loaded are a fault with the reason', async () => {
  const opened = await source().open({ name: 'broken', contextTokens: null });
  expect(opened.ok || opened.fault.message).toContain('not a GGUF file');
});
