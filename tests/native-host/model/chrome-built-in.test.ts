import { expect, test } from 'vitest';
import {
  type BuiltInBrowser,
  type BuiltInState,
  chromeBuiltIn,
} from '../../../native-host/model/chrome-built-in.ts';
import { openModel } from '../../../native-host/model/open-model.ts';
import { failed, fault, ok } from '../../../shared/faults.ts';
import { conforms, good, type Limits, question, type Rigged, schema } from './conformance.ts';
import { means } from './rigged-models.ts';
import type { Behaviour } from './scripted-server.ts';

const never = new AbortController().signal;

/** A browser whose model does as it is told. */
function browser(script: readonly Behaviour[], context: number) {
  const asked: { readonly schema: unknown }[] = [];
  const left = Promise.withResolvers<void>();
  const one: BuiltInBrowser = {
    profile: 'main',
    state: async () => ok({ state: 'available', context_tokens: context }),
    ask: async ({ schema }, { signal }) => {
      asked.push({ schema });
      const behaviour = script[Math.min(asked.length, script.length) - 1];
      if (behaviour?.does === 'answer') {
        const use = behaviour.use ?? null;
        const text = behaviour.pieces.join('');
        return ok({ text, prompt_tokens: use?.prompt ?? null, cached_tokens: use?.cached ?? null });
      }
      if (behaviour?.does === 'break off')
        return failed(fault('browser-gone', 'The browser has gone.', 'Start it.'));
      if (!signal.aborted)
        await new Promise<void>((resolve) =>
          signal.addEventListener('abort', () => resolve(), { once: true }),
        );
      left.resolve();
      return failed(fault('cancelled', 'stopped', ''));
    },
  };
  return { one, asked, oneLeft: left.promise };
}

async function start(script: readonly Behaviour[], { context }: Limits): Promise<Rigged> {
  const { one, asked, oneLeft } = browser(script, context);
  const given = means();
  const opened = await openModel('chrome', { ...given, sources: [chromeBuiltIn(() => [one], given)] });
  if (!opened.ok) throw new Error(opened.fault.message);
  return {
    model: opened.value,
    asked: () => asked.length,
    schemaAsked: () => asked.at(-1)?.schema ?? undefined,
    oneLeft,
    pauses: given.pauses,
    close: async () => undefined,
  };
}

conforms({ start, tellsCached: true, overHttp: false, inOnePiece: true });

test('an answer arrives whole, with the tokens of its prompt', async () => {
  const { model, schemaAsked } = await start([good], { context: 8_000, nextPieceMs: 1 });
  expect(await model.complete(question(), { signal: never })).toMatchObject({
    ok: true,
    value: { text: '{"action":"FINISH"}', use: { promptTokens: 30, cachedTokens: 12, estimated: true } },
  });
  expect(schemaAsked()).toEqual(schema.json);
});

test('a cancelled question leaves the browser, and one that fails is asked again', async () => {
  const stall = await start([{ does: 'stall', pieces: [] }], { context: 8_000, nextPieceMs: 1 });
  const stop = new AbortController();
  const reply = stall.model.complete(question(), { signal: stop.signal });
  stop.abort();
  expect(await reply).toMatchObject({ ok: false, fault: { code: 'cancelled' } });
  const gone = await start([{ does: 'break off', pieces: [] }, good], { context: 8_000, nextPieceMs: 1 });
  expect(await gone.model.complete(question(), { signal: never })).toMatchObject({ ok: true });
  expect(gone.asked()).toBe(2);
});

test.each([
  ['absent', /no built-in model/],
  ['unavailable', /cannot run a model here/],
  ['downloadable', /not downloaded yet/],
  ['downloading', /is being downloaded/],
] as const)('a browser whose model is %s says why there is none', async (state, words) => {
  const said: BuiltInState = { state, context_tokens: null };
  const { one } = browser([], 1);
  const source = chromeBuiltIn(() => [{ ...one, state: async () => ok(said) }], means());
  const listed = await source.list();
  expect(listed.ok || listed.fault.message).toMatch(words);
});

test('without a browser there is none', async () => {
  const listed = await chromeBuiltIn(() => [], means()).list();
  expect(listed.ok || listed.fault.message).toBe('no browser is connected');
});

test('what the browser finds too long is told as that', async () => {
  const { one } = browser([], 8_000);
  const tooLong = failed(fault('too-large', 'The prompt has 9000 tokens.', 'Ask with less text.'));
  const source = chromeBuiltIn(() => [{ ...one, ask: async () => tooLong }], means());
  const opened = await openModel('chrome', means({ sources: [source] }));
  if (!opened.ok) throw new Error(opened.fault.message);
  expect(await opened.value.complete(question(), { signal: never })).toMatchObject({
    ok: false,
    fault: { code: 'too-large' },
  });
});
