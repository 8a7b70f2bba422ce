import { expect, test } from 'vitest';
import type { Message, Model, ModelRequest } from '../../../native-host/model/provider.ts';
import type { Behaviour } from './scripted-server.ts';

// What every provider must do alike. A provider's own test starts it over a server that does as it is told.

export type Limits = {
  /** Tokens of context that the server says it has. */
  readonly context: number;
  /** How long a silence in an answer may be. */
  readonly nextPieceMs: number;
};

/** Long enough for a machine that has much else to do. */
const patientMs = 30_000;

/** A model over a server with this script, and what the server saw. */
export type Rigged = {
  readonly model: Model;
  /** Times that the server was asked. */
  readonly asked: () => number;
  /** The schema that the last question carried to the server. */
  readonly schemaAsked: () => unknown;
  /** Resolves when a question was given up by its caller. */
  readonly oneLeft: Promise<void>;
  /** Milliseconds of each pause between attempts. */
  readonly pauses: readonly number[];
  close(): Promise<void>;
};

export type Provider = {
  readonly start: (script: readonly Behaviour[], limits: Limits) => Promise<Rigged>;
  /** Says how much of the prompt it had from before. */
  readonly tellsCached: boolean;
  /** Is reached over HTTP, and can be refused by status. */
  readonly overHttp: boolean;
  /** There is no answer of it without counts. */
  readonly alwaysCounts?: boolean;
  /** Its answer comes whole, and it does not say how many tokens that had. */
  readonly inOnePiece?: boolean;
};

export const schema = {
  name: 'action',
  json: {
    type: 'object',
    properties: { action: { type: 'string' } },
    required: ['action'],
    additionalProperties: false,
  },
} as const;

const system: Message = { role: 'system', content: 'Answer with one JSON object.' };

export function question(change: Partial<ModelRequest> = {}): ModelRequest {
  return {
    messages: [system, { role: 'user', content: 'What is to be done?' }],
    schema,
    tokensMax: 100,
    temperature: 0,
    purpose: 'act',
    ...change,
  };
}

export const good = {
  does: 'answer',
  pieces: ['{"action":', '"FIN', 'ISH"}'],
  use: { prompt: 30, cached: 12, completion: 7 },
} as const satisfies Behaviour;

const never = new AbortController().signal;

/** The facts themselves. */
export function conforms(provider: Provider): void {
  const { start, tellsCached, overHttp, alwaysCounts = false, inOnePiece = false } = provider;
  const using = async (
    script: readonly Behaviour[],
    work: (rigged: Rigged) => Promise<void>,
    limits: Partial<Limits> = {},
  ): Promise<void> => {
    const rigged = await start(script, { context: 8_000, nextPieceMs: patientMs, ...limits });
    try {
      await work(rigged);
    } finally {
      await rigged.model.close();
      await rigged.close();
    }
  };

  if (!inOnePiece) comesInPieces(using, tellsCached);

  test('plain text is asked for without a schema', () =>
    using([{ ...good, pieces: ['Kilimanjaro.'] }], async ({ model, schemaAsked }) => {
      const reply = await model.complete(question({ schema: null }), { signal: never });
      expect(reply).toMatchObject({ ok: true, value: { text: 'Kilimanjaro.' } });
      expect(schemaAsked()).toBeUndefined();
    }));

  if (!alwaysCounts) estimates(using);

  test('a question that is cancelled before it is asked reaches nobody', () =>
    using([good], async ({ model, asked }) => {
      const reply = await model.complete(question(), { signal: AbortSignal.abort() });
      expect(reply).toMatchObject({ ok: false, fault: { code: 'cancelled' } });
      expect(asked()).toBe(0);
    }));

  test('a prompt that does not fit is never sent', () =>
    using(
      [good],
      async ({ model, asked }) => {
        const long = 'The mountain is high and the valley is low. '.repeat(200);
        const messages = [system, { role: 'user' as const, content: long }];
        const reply = await model.complete(question({ messages }), { signal: never });
        expect(reply).toMatchObject({
          ok: false,
          fault: { code: 'too-large', detail: { context_tokens: 1_000, tokens_max: 100 } },
        });
        expect(asked()).toBe(0);
      },
      { context: 1_000 },
    ));

  test('a prompt that the server cut without a word is noticed', () =>
    using([{ ...good, use: { prompt: 300, cached: 0, completion: 7 } }], async ({ model }) => {
      const long = 'The mountain is high and the valley is low. '.repeat(100);
      const reply = await model.complete(question({ messages: [system, { role: 'user', content: long }] }), {
        signal: never,
      });
      expect(reply).toMatchObject({ ok: false, fault: { code: 'too-large', detail: { read_tokens: 300 } } });
    }));

  test('a longer conversation that counts no more tokens than its beginning was cut', () =>
    using([{ ...good, use: { prompt: 900, cached: 0, completion: 7 } }], async ({ model }) => {
      const first = question().messages;
      expect(await model.complete(question(), { signal: never })).toMatchObject({ ok: true });
      const more = [
        ...first,
        { role: 'assistant' as const, content: '{"action":"SEARCH"}' },
        { role: 'user' as const, content: 'The mountain is high and the valley is low. '.repeat(10) },
      ];
      expect(await model.complete(question({ messages: more }), { signal: never })).toMatchObject({
        ok: false,
        fault: { code: 'too-large' },
      });
    }));

  if (overHttp) conformsOverHttp(using);
}

type Using = (
  script: readonly Behaviour[],
  work: (rigged: Rigged) => Promise<void>,
  limits?: Partial<Limits>,
) => Promise<void>;

function conformsOverHttp(using: Using): void {
  const error = (status: number, words = 'busy', headers = {}): Behaviour => ({
    does: 'refuse',
    status,
    words,
    headers,
  });

  test('an error of the server is got past, with pauses that double', () =>
    using([error(500), error(503), good], async ({ model, asked, pauses }) => {
      expect(await model.complete(question(), { signal: never })).toMatchObject({ ok: true });
      expect(asked()).toBe(3);
      expect(pauses).toEqual([500, 1_000]);
    }));

  test('after three errors it is a fault that names the server', () =>
    using([error(500)], async ({ model, asked }) => {
      const reply = await model.complete(question(), { signal: never });
      expect(reply).toMatchObject({ ok: false, fault: { code: 'model-unavailable' } });
      expect(reply.ok || reply.fault.message).toContain('127.0.0.1');
      expect(asked()).toBe(3);
    }));

  test('a refusal for good is not asked for again', () =>
    using([error(404, 'no such model')], async ({ model, asked, pauses }) => {
      const reply = await model.complete(question(), { signal: never });
      expect(reply).toMatchObject({ ok: false, fault: { code: 'model-unavailable' } });
      expect(asked()).toBe(1);
      expect(pauses).toEqual([]);
    }));

  test('Retry-After is waited for', () =>
    using([error(429, 'slow down', { 'retry-after': '7' }), good], async ({ model, pauses }) => {
      expect(await model.complete(question(), { signal: never })).toMatchObject({ ok: true });
      expect(pauses).toEqual([7_000]);
    }));

  test('a Retry-After of more than half a minute is told instead', () =>
    using([error(429, 'slow down', { 'retry-after': '90' }), good], async ({ model, asked, pauses }) => {
      const reply = await model.complete(question(), { signal: never });
      expect(reply.ok || reply.fault.message).toContain('90 seconds');
      expect(asked()).toBe(1);
      expect(pauses).toEqual([]);
    }));

  test('a server that says that the prompt is too long is taken at its word', () =>
    using(
      [error(400, 'the request exceeds the available context size, try increasing it')],
      async ({ model, asked }) => {
        const reply = await model.complete(question(), { signal: never });
        expect(reply).toMatchObject({ ok: false, fault: { code: 'too-large' } });
        expect(asked()).toBe(1);
      },
    ));

  test('what is no answer of such a server is a fault', () =>
    using([{ does: 'babble' }], async ({ model }) => {
      expect(await model.complete(question(), { signal: never })).toMatchObject({
        ok: false,
        fault: { code: 'model-unavailable' },
      });
    }));
}

function estimates(using: Using): void {
  test('without counts of the server the tokens are estimates, and said to be', () =>
    using([{ does: 'answer', pieces: ['{"action":"FINISH"}'], use: null }], async ({ model }) => {
      const reply = await model.complete(question(), { signal: never });
      expect(reply).toMatchObject({ ok: true, value: { use: { estimated: true, cachedTokens: null } } });
      expect(reply.ok && reply.value.use.promptTokens).toBeGreaterThan(10);
    }));
}

function comesInPieces(using: Using, tellsCached: boolean): void {
  test('an answer arrives whole and in pieces, with what it took', () =>
    using([good], async ({ model, schemaAsked }) => {
      const texts: string[] = [];
      const reply = await model.complete(question(), { signal: never, onText: (text) => texts.push(text) });
      expect(reply).toMatchObject({
        ok: true,
        value: {
          text: '{"action":"FINISH"}',
          finish: 'stop',
          use: {
            promptTokens: 30,
            cachedTokens: tellsCached ? 12 : null,
            completionTokens: 7,
            estimated: false,
          },
        },
      });
      expect(texts.at(-1)).toBe('{"action":"FINISH"}');
      expect(texts.every((text) => '{"action":"FINISH"}'.startsWith(text))).toBe(true);
      expect(schemaAsked()).toEqual(schema.json);
    }));

  test('an answer that was cut at its limit says so', () =>
    using([{ ...good, pieces: ['{"action":"FI'], finish: 'length' }], async ({ model }) => {
      const reply = await model.complete(question(), { signal: never });
      expect(reply).toMatchObject({ ok: true, value: { text: '{"action":"FI', finish: 'length' } });
    }));

  test('a cancelled question is a fault that keeps what had come, and the server is left', () =>
    using([{ does: 'stall', pieces: ['{"action":'] }], async ({ model, oneLeft, asked }) => {
      const stop = new AbortController();
      const onText = (): void => stop.abort();
      const reply = await model.complete(question(), { signal: stop.signal, onText });
      expect(reply).toMatchObject({
        ok: false,
        fault: { code: 'cancelled', detail: { partial: '{"action":' } },
      });
      await oneLeft;
      expect(asked()).toBe(1);
    }));

  test('a server that says nothing more is given up, with what it had said', () =>
    using(
      [{ does: 'stall', pieces: ['{"act'] }],
      async ({ model, oneLeft }) => {
        const reply = await model.complete(question(), { signal: never });
        expect(reply).toMatchObject({
          ok: false,
          fault: { code: 'model-unavailable', detail: { partial: '{"act' } },
        });
        await oneLeft;
      },
      { nextPieceMs: 50 },
    ));

  test('an answer that breaks off is asked for again, and then a fault that keeps what had come', () =>
    using([{ does: 'break off', pieces: ['{"act'] }], async ({ model, asked }) => {
      const reply = await model.complete(question(), { signal: never });
      expect(reply).toMatchObject({
        ok: false,
        fault: { code: 'model-unavailable', detail: { partial: '{"act' } },
      });
      expect(asked()).toBe(3);
    }));

  test('an answer that goes round in circles is ended, and the server left', () =>
    using([{ does: 'repeat', piece: 'the highest mountain is ' }], async ({ model, oneLeft }) => {
      const reply = await model.complete(question(), { signal: never });
      expect(reply).toMatchObject({ ok: true, value: { finish: 'length' } });
      expect(reply.ok && reply.value.text.length).toBeLessThan(1_000);
      await oneLeft;
    }));

  test('blanks without end are ended too', () =>
    using([{ does: 'repeat', piece: '\n ' }], async ({ model }) => {
      expect(await model.complete(question(), { signal: never })).toMatchObject({
        ok: true,
        value: { finish: 'length', text: '' },
      });
    }));
}
