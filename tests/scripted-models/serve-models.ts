import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { z } from 'zod';
import { able } from './able.ts';
import { type Failure, failureOf } from './broken.ts';
import { obedient } from './obedient.ts';
import { PrefixCache } from './prefix-cache.ts';
import { readPrompt, type Said } from './read-prompt.ts';
import type { Understanding } from './understanding.ts';
import { weak } from './weak.ts';

// Scripted models behind an OpenAI-compatible server. A model is named by its kind and seed: `able-1`, `weak-3`,
// `obedient-1`, `broken-2`. It gets the prompt and nothing else.

export const modelKinds = ['able', 'weak', 'obedient', 'broken'] as const;
export type ModelKind = (typeof modelKinds)[number];

export type ServedCall = {
  readonly model: string;
  readonly purpose: string;
  readonly messages: readonly Said[];
  readonly reply: string;
  readonly promptTokens: number;
  readonly cachedTokens: number;
  readonly completionTokens: number;
  /** What was weak, broken or obeyed in this answer. */
  readonly remarks: readonly string[];
};

export interface ModelServer {
  readonly origin: string;
  readonly calls: readonly ServedCall[];
  /** Forgets calls and what is cached: as a server that was just started. */
  restart(): void;
  close(): Promise<void>;
}

const bodyBytesMax = 4_000_000;
const contextTokens = 8_192;
const pieceCharacters = 40;

const Body = z.looseObject({
  model: z.string(),
  stream: z.boolean().nullish(),
  temperature: z.number().nullish(),
  messages: z.array(z.looseObject({ role: z.string(), content: z.string() })).min(1),
});

type Answer = {
  readonly text: string;
  readonly remarks: readonly string[];
  readonly failure: Failure | null;
};

export async function serveModels(
  understandings: readonly Understanding[],
  names: readonly string[],
  { hangMs }: { readonly hangMs: number } = { hangMs: 600_000 },
): Promise<ModelServer> {
  const calls: ServedCall[] = [];
  let cache = new PrefixCache();
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    if (path.endsWith('/models')) return json(response, 200, modelList(names, path.startsWith('/api/')));
    if (!path.endsWith('/chat/completions'))
      return json(response, 404, { error: { message: 'unknown path' } });
    const body = Body.safeParse(await bodyOf(request));
    if (!body.success || !names.includes(body.data.model)) {
      return json(response, 400, { error: { message: 'no such model, or not a chat' } });
    }
    const { model, messages, stream, temperature } = body.data;
    const { prompt, cached } = cache.take(messages);
    if (prompt > contextTokens) {
      const message = `the request exceeds the available context size (${prompt} tokens of ${contextTokens})`;
      return json(response, 400, { error: { message, type: 'exceed_context_size_error' } });
    }
    // At temperature 0 the same prompt has the same answer; above, each call is another throw of the dice.
    const dice = (temperature ?? 0) > 0 ? calls.length : null;
    const answer = answerOf(model, messages, understandings, calls.length, dice);
    const written = cache.answered(answer.text);
    calls.push({
      model,
      purpose: readPrompt(messages).purpose,
      messages,
      reply: answer.text,
      promptTokens: prompt,
      cachedTokens: cached,
      completionTokens: written,
      remarks: answer.failure === null ? answer.remarks : [...answer.remarks, answer.failure],
    });
    const usage = {
      prompt_tokens: prompt,
      completion_tokens: written,
      total_tokens: prompt + written,
      prompt_tokens_details: { cached_tokens: cached },
    };
    if (answer.failure !== null && failed(response, answer.failure, hangMs)) return;
    deliver(response, {
      model,
      text: answer.text,
      usage,
      streams: stream === true,
      cut: answer.failure === 'cut stream',
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the model server listens on no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    calls,
    restart() {
      calls.length = 0;
      cache = new PrefixCache();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** What a model of this name answers to the prompt; `call` counts the calls so far, which only the broken kind goes by. */
export function answerOf(
  model: string,
  messages: readonly Said[],
  understandings: readonly Understanding[],
  call: number,
  dice: number | null = null,
): Answer {
  const [kind = '', seedText = '1'] = model.split('-');
  const seed = Number(seedText);
  const situation = readPrompt(messages, seed);
  const understood = understandings.find(({ objective }) => objective === situation.objective);
  if (situation.purpose === 'answer' || understood === undefined) {
    return { text: plainAnswer(messages), remarks: [], failure: null };
  }
  if (kind === 'weak') {
    const { text, weaknesses } = weak(messages, situation, understood, seed + (dice ?? 0) * 1_000);
    return { text, remarks: weaknesses, failure: null };
  }
  if (kind === 'obedient') {
    const { text, obeyed } = obedient(situation, understood);
    return { text, remarks: obeyed === null ? [] : [`obeys: ${obeyed}`], failure: null };
  }
  const failure = kind === 'broken' ? failureOf(seed, call) : null;
  const text =
    failure === 'other JSON'
      ? '{"thought":"hm","actions":[1,2]}'
      : failure === 'empty'
        ? ''
        : able(situation, understood);
  return { text, remarks: [], failure };
}

/** To a question that is no part of a run, such as a test of the model: the smallest JSON, or a word. */
function plainAnswer(messages: readonly Said[]): string {
  const asked = messages.at(-1)?.content ?? '';
  return /json/i.test(asked) ? '{"ok":true}' : 'Yes.';
}

function modelList(names: readonly string[], studio: boolean): unknown {
  const data = names.map((id) =>
    studio
      ? { id, object: 'model', type: 'llm', state: 'loaded', loaded_context_length: contextTokens }
      : { id, object: 'model', max_model_len: contextTokens },
  );
  return { object: 'list', data };
}

/** Whether the failure was the whole answer. */
function failed(response: ServerResponse, failure: Failure, hangMs: number): boolean {
  if (failure === 'error 500') {
    json(response, 500, { error: { message: 'internal error: out of memory' } });
    return true;
  }
  if (failure === 'busy 429') {
    response.setHeader('retry-after', '1');
    json(response, 429, { error: { message: 'too many requests' } });
    return true;
  }
  if (failure === 'hangs') {
    const timer = setTimeout(() => response.destroy(), hangMs);
    response.on('close', () => clearTimeout(timer));
    return true;
  }
  return false;
}

type Delivery = {
  readonly model: string;
  readonly text: string;
  readonly usage: Readonly<Record<string, unknown>>;
  readonly streams: boolean;
  readonly cut: boolean;
};

function deliver(response: ServerResponse, { model, text, usage, streams, cut }: Delivery): void {
  const base = { id: 'chatcmpl-1', created: 0, model };
  if (!streams) {
    const choice = { index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' };
    json(response, 200, { ...base, object: 'chat.completion', choices: [choice], usage });
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (data: unknown): void => {
    response.write(`data: ${JSON.stringify(data)}\n\n`);
  };
  const chunk = { ...base, object: 'chat.completion.chunk' };
  const end = cut ? Math.floor(text.length / 2) : text.length;
  for (let at = 0; at < end; at += pieceCharacters) {
    const content = text.slice(at, Math.min(end, at + pieceCharacters));
    send({ ...chunk, choices: [{ index: 0, delta: { role: 'assistant', content }, finish_reason: null }] });
  }
  if (cut) {
    response.destroy();
    return;
  }
  send({ ...chunk, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
  send({ ...chunk, choices: [], usage });
  response.end('data: [DONE]\n\n');
}

function json(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request) {
    const buffer = Buffer.from(part);
    bytes += buffer.length;
    if (bytes > bodyBytesMax) return null;
    parts.push(buffer);
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8'));
  } catch {
    return null;
  }
}
