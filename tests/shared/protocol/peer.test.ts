import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { type Fault, FaultError, fault, raise } from '../../../shared/faults.ts';
import { openCallsMax } from '../../../shared/limits.ts';
import { createPeer, type Peer } from '../../../shared/protocol/peer.ts';
import { type PairedPort, portPair } from '../../fakes/port-pair.ts';

const requests = {
  'sum.ask': { params: z.strictObject({ a: z.int(), b: z.int() }), result: z.strictObject({ sum: z.int() }) },
  'text.echo': { params: z.strictObject({ text: z.string() }), result: z.strictObject({ text: z.string() }) },
  'work.wait': { params: z.strictObject({}), result: z.strictObject({ done: z.boolean() }) },
  'work.fail': { params: z.strictObject({ how: z.string() }), result: z.strictObject({}) },
} as const;
const events = { 'thing.changed': { params: z.strictObject({ to: z.string() }) } } as const;
const asking = { requests, events: {} } as const;
const telling = { requests: {}, events } as const;

type Heard = { readonly reported: Fault; readonly cause: unknown };
type Pair = {
  client: Peer<typeof asking>;
  server: Peer<typeof telling>;
  ports: [PairedPort, PairedPort];
  told: string[];
  heard: Heard[];
  signals: AbortSignal[];
};

/** A client that may ask four things and is told one, and its server. */
function pair(): Pair {
  const ports = portPair();
  const told: string[] = [];
  const heard: Heard[] = [];
  const signals: AbortSignal[] = [];
  const onFault = (reported: Fault, cause?: unknown): void => void heard.push({ reported, cause });
  const server = createPeer({
    port: ports[1],
    inbound: asking,
    outbound: telling,
    handlers: {
      'sum.ask': async ({ a, b }) => ({ sum: a + b }),
      'text.echo': async ({ text }) => ({ text }),
      'work.wait': (_, signal) =>
        new Promise((_resolve, reject) => {
          signals.push(signal);
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
      'work.fail': async ({ how }) => {
        if (how === 'fault') raise('not-found', 'No such thing.', 'Look again.');
        throw new Error('the secret is hunter2');
      },
    },
    listeners: {},
    onFault,
  });
  const client = createPeer({
    port: ports[0],
    inbound: telling,
    outbound: asking,
    handlers: {},
    listeners: {
      'thing.changed': ({ to }) => {
        if (to === 'throw') throw new Error('listener');
        told.push(to);
      },
    },
    onFault,
  });
  return { client, server, ports, told, heard, signals };
}
const options = { timeoutMs: 1_000 };
const turns = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

test('calls are answered, each with its own answer', async () => {
  const { client } = pair();
  const sums = await Promise.all([1, 2, 3].map((a) => client.call('sum.ask', { a, b: 10 }, options)));
  expect(sums).toEqual([11, 12, 13].map((sum) => ({ ok: true, value: { sum } })));
});

test('a message longer than a frame goes both ways', async () => {
  const { client, ports } = pair();
  const text = 'long é '.repeat(300_000);
  expect(await client.call('text.echo', { text }, options)).toEqual({ ok: true, value: { text } });
  expect(ports[0].sent.length).toBeGreaterThan(2);
  expect(ports[1].sent).toHaveLength(ports[0].sent.length);
});

test('events are told, and a wrong one or a failing listener stops nothing', async () => {
  const { client, server, ports, told, heard } = pair();
  server.emit('thing.changed', { to: 'one' });
  server.emit('thing.changed', { to: 'throw' });
  ports[1].send({ type: 'event', name: 'thing.changed', params: { to: 'x', extra: 1 } });
  ports[1].send({ type: 'event', name: 'toString', params: {} });
  server.emit('thing.changed', { to: 'two' });
  await turns();
  expect(told).toEqual(['one', 'two']);
  expect(heard.map(({ reported }) => reported.code)).toEqual(['internal', 'bad-arguments', 'bad-arguments']);
  expect(await client.call('sum.ask', { a: 1, b: 1 }, options)).toMatchObject({ ok: true });
});

test('a raised fault is the answer; any other exception is told neutrally and reported here', async () => {
  const { client, heard } = pair();
  const raised = await client.call('work.fail', { how: 'fault' }, options);
  expect(raised).toEqual({ ok: false, fault: fault('not-found', 'No such thing.', 'Look again.') });
  const thrown = await client.call('work.fail', { how: 'bug' }, options);
  expect(thrown).toMatchObject({ ok: false, fault: { code: 'internal' } });
  expect(JSON.stringify(thrown)).not.toContain('hunter2');
  expect(heard).toMatchObject([
    { reported: { code: 'internal' }, cause: { message: 'the secret is hunter2' } },
  ]);
});

test('a request that is wrong in any way is answered with what is wrong', async () => {
  const { ports } = pair();
  const wrong: [unknown, string][] = [
    [{ type: 'request', id: 1, method: 'constructor', params: {} }, 'no request'],
    [{ type: 'request', id: 2, method: 'sum.ask', params: { a: 1 } }, 'sum.ask: b:'],
    [{ type: 'request', id: 3, method: 'sum.ask', params: { a: 1, b: 2, c: 3 } }, '"c"'],
    [{ type: 'request', id: 4, method: 'sum.ask', params: { a: 1, b: 2 }, more: 1 }, '"more"'],
    [{ type: 'request', id: 5, method: 7, params: {} }, 'method'],
  ];
  for (const [message] of wrong) ports[0].send(message);
  await turns();
  expect(ports[1].sent).toHaveLength(wrong.length);
  for (const [index, [, words]] of wrong.entries()) {
    const answer = ports[1].sent.find((one) => JSON.stringify(one).includes(`"id":${index + 1},`));
    expect(answer).toMatchObject({ type: 'response', fault: { code: 'bad-arguments' } });
    expect(JSON.stringify(answer)).toContain(JSON.stringify(words).slice(1, -1));
  }
});

test('junk that asks nothing is reported and dropped', async () => {
  const { client, ports, heard } = pair();
  const junk = [
    null,
    7,
    'request',
    [],
    {},
    { type: 'toString' },
    { type: 'request', id: -1 },
    { type: 'response', id: 99, result: 1 },
  ];
  for (const message of junk) ports[0].send(message);
  ports[0].send({ type: 'chunk', stream: 1, index: 3, count: 5, data: 'AAAA' });
  const nested = { type: 'chunk', stream: 1, index: 0, count: 1, data: 'AAAA' };
  ports[0].send({ ...nested, data: Buffer.from(JSON.stringify(nested)).toString('base64') });
  await turns();
  expect(heard).toHaveLength(junk.length + 2);
  expect(ports[1].sent).toEqual([]);
  expect(await client.call('sum.ask', { a: 1, b: 1 }, options)).toMatchObject({ ok: true });
});

test('an answer that cannot be read ends its call with a fault', async () => {
  const [near, far] = portPair();
  const client = createPeer({
    port: near,
    inbound: telling,
    outbound: asking,
    handlers: {},
    listeners: { 'thing.changed': () => {} },
  });
  const answers = [
    { result: { sum: 'three' } },
    { result: { sum: 3 }, more: 1 },
    { fault: { code: 'new-code' } },
    {},
  ];
  let id = 0;
  far.onMessage(() => far.send({ type: 'response', id: id + 1, ...answers[id++] }));
  for (const _ of answers) {
    const answer = await client.call('sum.ask', { a: 1, b: 2 }, options);
    expect(answer).toMatchObject({ ok: false, fault: { code: 'internal' } });
  }
});

test('a call ends in time: timeout, cancel told to the other side, late answer ignored', async () => {
  const { client, ports, heard, signals } = pair();
  const answer = await client.call('work.wait', {}, { timeoutMs: 20 });
  expect(answer).toMatchObject({ ok: false, fault: { code: 'timeout' } });
  await turns();
  expect(signals[0]?.aborted).toBe(true);
  expect(ports[0].sent.at(-1)).toEqual({ type: 'cancel', id: 1 });
  expect(heard).toEqual([]);
});

test('a signal that fires sends a cancel and the other side has the last word', async () => {
  const { client, signals } = pair();
  const controller = new AbortController();
  const call = client.call('work.wait', {}, { timeoutMs: 60_000, signal: controller.signal });
  await turns();
  controller.abort();
  expect(await call).toMatchObject({ ok: false, fault: { code: 'cancelled' } });
  expect(signals[0]?.reason).toBeInstanceOf(FaultError);
  const early = await client.call('sum.ask', { a: 1, b: 1 }, { timeoutMs: 1_000, signal: controller.signal });
  expect(early).toMatchObject({ ok: false, fault: { code: 'cancelled' } });
});

test('a cancel that is not answered is given up as a timeout after the grace', async () => {
  vi.useFakeTimers();
  try {
    const [near] = portPair();
    const client = createPeer({
      port: near,
      inbound: telling,
      outbound: asking,
      handlers: {},
      listeners: { 'thing.changed': () => {} },
    });
    const controller = new AbortController();
    const call = client.call('work.wait', {}, { timeoutMs: 600_000, signal: controller.signal });
    controller.abort();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await call).toMatchObject({ ok: false, fault: { code: 'timeout' } });
  } finally {
    vi.useRealTimers();
  }
});

test('a lost connection ends open and later calls, and cancels no handler', async () => {
  const { client, server, signals } = pair();
  const call = client.call('work.wait', {}, { timeoutMs: 60_000 });
  await turns();
  server.close();
  const lost = await call;
  expect(lost).toMatchObject({ ok: false, fault: { code: 'browser-gone' } });
  // It was sent: nobody here knows what became of it.
  expect(lost.ok || lost.fault.detail).toBeUndefined();
  expect(await client.closed).toBe('the other side closed it.');
  expect(await client.call('sum.ask', { a: 1, b: 1 }, options)).toMatchObject({
    fault: { code: 'browser-gone', detail: { not_dispatched: true } },
  });
  expect(signals[0]?.aborted).toBe(false);
  client.close();
});

test('a port that throws at sending is a lost connection', async () => {
  const { client, ports } = pair();
  ports[0].breakSending();
  expect(await client.call('sum.ask', { a: 1, b: 1 }, options)).toMatchObject({
    fault: { code: 'browser-gone' },
  });
  await client.closed;
});

test('open calls are bounded on both sides', async () => {
  const { client, ports } = pair();
  const calls = Array.from({ length: openCallsMax }, () =>
    client.call('work.wait', {}, { timeoutMs: 60_000 }),
  );
  const more = await client.call('sum.ask', { a: 1, b: 1 }, options);
  expect(more).toMatchObject({ ok: false, fault: { code: 'too-large' } });
  await turns();
  ports[0].send({ type: 'request', id: 100_000, method: 'sum.ask', params: { a: 1, b: 1 } });
  ports[0].send({ type: 'request', id: 1, method: 'sum.ask', params: { a: 1, b: 1 } });
  await turns();
  expect(ports[1].sent).toEqual([
    expect.objectContaining({ id: 100_000, fault: expect.objectContaining({ code: 'too-large' }) }),
  ]);
  client.close();
  await Promise.all(calls);
});

test('a result that is too long or no data is answered with a fault', async () => {
  const ports = portPair();
  const side = {
    requests: { get: { params: z.strictObject({ what: z.string() }), result: z.unknown() } },
    events: {},
  } as const;
  const none = { requests: {}, events: {} } as const;
  const handlers = {
    get: async ({ what }: { what: string }) =>
      what === 'long' ? 'x'.repeat(48_000_001) : what === 'bigint' ? 1n : undefined,
  };
  createPeer({ port: ports[1], inbound: side, outbound: none, handlers, listeners: {} });
  const client = createPeer({
    port: ports[0],
    inbound: none,
    outbound: side,
    handlers: {},
    listeners: {},
    goneCode: 'internal',
  });
  expect(await client.call('get', { what: 'long' }, options)).toMatchObject({ fault: { code: 'too-large' } });
  expect(await client.call('get', { what: 'bigint' }, options)).toMatchObject({
    fault: { code: 'internal' },
  });
  expect(await client.call('get', { what: 'nothing' }, options)).toMatchObject({ ok: true });
});
