import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { FromRunner, ToRunner } from '../../../native-host/model/embedded-messages.ts';
import type { EmbeddedProcess } from '../../../native-host/model/embedded-process.ts';
import { type EmbeddedMeans, embeddedSource } from '../../../native-host/model/embedded-source.ts';
import { openModel } from '../../../native-host/model/open-model.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { conforms, type Limits, question, type Rigged, schema } from './conformance.ts';
import { means, settings } from './rigged-models.ts';
import type { Behaviour } from './scripted-server.ts';

const gibibyte = 1024 ** 3;
const never = new AbortController().signal;

/** A process that does as it is told, in memory. */
class ScriptedProcess implements EmbeddedProcess {
  readonly orders: ToRunner[] = [];
  readonly #script: readonly Behaviour[];
  readonly #context: number;
  readonly #end = Promise.withResolvers<string>();
  readonly #left = Promise.withResolvers<void>();
  readonly ended = this.#end.promise;
  readonly oneLeft = this.#left.promise;
  readonly #stopped = new Set<number>();
  #listener: (message: FromRunner) => void = () => undefined;

  constructor(script: readonly Behaviour[], context: number) {
    this.#script = script;
    this.#context = context;
  }

  get asks() {
    return this.orders.filter((order) => order.type === 'ask');
  }

  onMessage(listener: (message: FromRunner) => void): void {
    this.#listener = listener;
  }

  end(): void {
    this.#end.resolve('SIGKILL');
  }

  die(): void {
    this.#end.resolve('SIGSEGV');
  }

  send(order: ToRunner): void {
    this.orders.push(order);
    // A process answers later, never while it is still being told.
    setImmediate(() => void this.#obey(order));
  }

  async #obey(order: ToRunner): Promise<void> {
    if (order.type === 'load') this.#listener({ type: 'loaded', contextTokens: this.#context });
    if (order.type === 'count') this.#listener({ type: 'counted', id: order.id, tokens: 5_000 });
    if (order.type === 'cancel') {
      this.#stopped.add(order.id);
      this.#left.resolve();
    }
    if (order.type === 'ask') await this.#answer(order.id);
  }

  async #answer(id: number): Promise<void> {
    const behaviour = this.#script[Math.min(this.asks.length, this.#script.length) - 1];
    if (behaviour?.does === 'repeat') {
      for (let at = 0; at < 1_000 && !this.#stopped.has(id); at++) {
        this.#listener({ type: 'text', id, text: behaviour.piece });
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
    if (behaviour === undefined || !('pieces' in behaviour)) return;
    for (const text of behaviour.pieces) this.#listener({ type: 'text', id, text });
    if (behaviour.does === 'break off') this.#listener({ type: 'failed', id, words: 'out of memory' });
    if (behaviour.does !== 'answer') return;
    const { prompt: promptTokens, cached: cachedTokens, completion } = behaviour.use ?? noUse;
    const finish = behaviour.finish ?? 'stop';
    this.#listener({ type: 'done', id, finish, promptTokens, cachedTokens, completionTokens: completion });
  }
}

const noUse = { prompt: 30, cached: 0, completion: 7 };

function place(started: EmbeddedProcess, change: Partial<EmbeddedMeans> = {}) {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'weights'));
  writeFileSync(join(folder, 'weights', 'small.gguf'), 'weights');
  const given = means();
  return embeddedSource({
    folder,
    settings,
    waits: given.waits,
    memory: () => ({ totalBytes: 16 * gibibyte, availableBytes: 12 * gibibyte }),
    threads: () => 2,
    start: () => started,
    ...change,
  });
}

async function start(script: readonly Behaviour[], { context, nextPieceMs }: Limits): Promise<Rigged> {
  const started = new ScriptedProcess(script, context);
  const { waits, pauses } = means();
  const source = place(started, { waits: { ...waits, nextPieceMs } });
  const opened = await openModel('embedded', means({ sources: [source] }));
  if (!opened.ok) throw new Error(opened.fault.message);
  return {
    model: opened.value,
    asked: () => started.asks.length,
    schemaAsked: () => (started.asks.at(-1)?.grammar === null ? undefined : schema.json),
    oneLeft: started.oneLeft,
    pauses,
    close: async () => started.end(),
  };
}

conforms({ start, tellsCached: true, overHttp: false, alwaysCounts: true });

test('the weights are loaded with as much context as settings and memory allow', async () => {
  const started = new ScriptedProcess([], 8_192);
  const opened = await openModel('embedded/small', means({ sources: [place(started)] }));
  expect(opened).toMatchObject({ ok: true, value: { name: 'small', place: 'in LocalAgent', remote: false } });
  expect(started.orders[0]).toMatchObject({ type: 'load', contextTokens: 8_192, threads: 2 });
});

test('a model that does not fit this machine is not loaded, and the fault says what is missing', async () => {
  const started = new ScriptedProcess([], 8_192);
  const memory = () => ({ totalBytes: 2 * gibibyte, availableBytes: 2 * gibibyte });
  const opened = await openModel('embedded', means({ sources: [place(started, { memory })] }));
  expect(opened.ok || opened.fault.message).toMatch(/small needs 0\.3 GB of memory; 0\.0 GB can be had/);
  expect(started.orders).toEqual([]);
});

test('when its process ends in the middle, that is a fault and no wait', async () => {
  const started = new ScriptedProcess([{ does: 'stall', pieces: ['{"act'] }], 8_192);
  const opened = await openModel('embedded', means({ sources: [place(started)] }));
  if (!opened.ok) throw new Error(opened.fault.message);
  const reply = await opened.value.complete(question(), { signal: never, onText: () => started.die() });
  expect(reply).toMatchObject({
    ok: false,
    fault: { code: 'model-unavailable', detail: { partial: '{"act' } },
  });
  expect(reply.ok || reply.fault.message).toContain('SIGSEGV');
});

test('where nothing was pulled the list says how to', async () => {
  const listed = await place(new ScriptedProcess([], 1), { folder: temporaryFolder() }).list();
  expect(listed.ok || listed.fault.message).toContain('localagent model pull');
});
