import { z } from 'zod';
import type { Piece } from './collect-answer.ts';
import { directFetch } from './direct-fetch.ts';
import { type Json, jsonLines } from './json-lines.ts';
import type { ModelRequest } from './provider.ts';
import { retryAfterMs, troubleOf, unreachable, unreadable } from './refusal.ts';
import { ServerTrouble } from './server-trouble.ts';

const Count = z.number().int().nonnegative().nullish();
const Chunk = z.looseObject({
  message: z.looseObject({ content: z.string().nullish() }).nullish(),
  done: z.boolean().nullish(),
  done_reason: z.string().nullish(),
  prompt_eval_count: Count,
  eval_count: Count,
  error: z.string().nullish(),
});
const errorBytesMax = 10_000;
const statusOfStreamError = 500;

export type OllamaAsk = {
  readonly url: string;
  readonly place: string;
  readonly name: string;
  /** The same for every request: another one makes Ollama load the model anew. */
  readonly contextTokens: number;
  readonly thinks: boolean;
  readonly keepAliveMinutes: number;
};

/** One attempt at an answer of Ollama, in its own words: its OpenAI-compatible side takes no context length. */
export async function* askOllama(
  ask: OllamaAsk,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncIterable<Piece> {
  const { place } = ask;
  try {
    const response = await directFetch(`${ask.url}/api/chat`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(bodyOf(ask, request)),
      signal,
    });
    if (!response.ok || response.body === null) {
      const words = (await response.text()).slice(0, errorBytesMax);
      const wait = retryAfterMs(response.headers, Date.now());
      throw troubleOf({ status: response.status, words, retryAfterMs: wait }, ask);
    }
    for await (const line of jsonLines(response.body)) yield pieceOf(line, ask);
  } catch (error) {
    if (error instanceof ServerTrouble) throw error;
    throw error instanceof SyntaxError ? unreadable(place) : unreachable(place, error);
  }
}

function bodyOf(ask: OllamaAsk, { messages, schema, tokensMax, temperature }: ModelRequest): Json {
  return {
    model: ask.name,
    messages,
    stream: true,
    ...(schema === null ? {} : { format: schema.json }),
    ...(ask.thinks ? { think: false } : {}),
    // Where it knows these, a prompt that does not fit is refused instead of cut.
    truncate: false,
    shift: false,
    keep_alive: `${ask.keepAliveMinutes}m`,
    options: { num_ctx: ask.contextTokens, num_predict: tokensMax, temperature },
  };
}

function pieceOf(line: unknown, ask: OllamaAsk): Piece {
  const parsed = Chunk.safeParse(line);
  if (!parsed.success) throw unreadable(ask.place);
  const { message, done, done_reason, prompt_eval_count, eval_count, error } = parsed.data;
  if (typeof error === 'string')
    throw troubleOf({ status: statusOfStreamError, words: error, retryAfterMs: null }, ask);
  return {
    text: message?.content ?? '',
    ...(done === true ? { finish: done_reason === 'length' ? 'length' : 'stop' } : {}),
    ...(typeof prompt_eval_count === 'number' ? { promptTokens: prompt_eval_count } : {}),
    ...(typeof eval_count === 'number' ? { completionTokens: eval_count } : {}),
  };
}

/** Takes the model out of Ollama's memory. That it cannot be told is no loss: it goes by itself later. */
export async function unloadFromOllama(ask: OllamaAsk): Promise<void> {
  try {
    const response = await directFetch(`${ask.url}/api/generate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: ask.name, keep_alive: 0 }),
      signal: AbortSignal.timeout(unloadMs),
    });
    await response.body?.cancel();
  } catch {
    // The server is gone, and the model with it.
  }
}

const unloadMs = 5_000;
