import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Channel, Delivery } from '../../../native-host/jobs/channels/channel.ts';
import { noCounts, type WorkerMeans, work } from '../../../native-host/jobs/worker.ts';
import { failed, fault, ok, type Result } from '../../../shared/faults.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const unused = (): never => {
  throw new Error('no part of this test');
};

function workerOf(receive: () => Promise<Result<Delivery | null>>, places = 1) {
  const stop = new AbortController();
  const told: string[] = [];
  const channel: Channel = {
    name: 'fake',
    receive,
    beat: async () => ok('taken'),
    succeed: unused,
    fail: async (token) => {
      told.push(token);
      return ok('taken');
    },
    close: () => undefined,
  };
  const means: WorkerMeans = {
    channel,
    desk: {
      receive: unused,
      start: unused,
      get: async () => ok({ state: 'new', run: null }),
      renew: unused,
      cancel: unused,
      settle: async () => undefined,
      adopt: async () => ok([{ key: 'left', token: 'left' }]),
      changed: unused,
    },
    browsers: { ready: unused, used: unused },
    heartbeatMs: 1_000,
    drained: new AbortController().signal,
    log: () => undefined,
    now: Date.now,
    random: () => 1,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        setTimeout(resolve, ms);
        signal?.addEventListener('abort', () => resolve(), { once: true });
      }),
    places,
    ready: async () => undefined,
    pollIntervalMs: 100,
    stopping: stop.signal,
  };
  const counts = noCounts();
  return { counts, told, stop, done: work(means, counts) };
}

test('each place has one poll, and what was left is answered first', async () => {
  let open = 0;
  let most = 0;
  const { counts, told, stop, done } = workerOf(async () => {
    open += 1;
    most = Math.max(most, open);
    await new Promise((resolve) => setTimeout(resolve, 50));
    open -= 1;
    return ok(null);
  }, 3);
  await vi.advanceTimersByTimeAsync(1_000);
  stop.abort();
  await vi.advanceTimersByTimeAsync(1_000);
  await done;
  expect(most).toBe(3);
  expect(told).toEqual(['left']);
  expect(counts).toMatchObject({ received: 1, failed: 1, running: 0 });
});

test('polls that fail come ever more seldom, up to once a minute, and begin anew when one works', async () => {
  const at: number[] = [];
  let works = false;
  const { counts, stop, done } = workerOf(async () => {
    at.push(Date.now());
    return works ? ok(null) : failed(fault('timeout', 'No answer.', 'It is tried again.'));
  });
  await vi.advanceTimersByTimeAsync(600_000);
  const pauses = at.slice(1).map((time, index) => time - (at[index] ?? 0));
  expect(pauses.slice(0, 8)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
  expect(counts.pollsFailing).toBe(at.length);
  works = true;
  await vi.advanceTimersByTimeAsync(61_000);
  expect(counts.pollsFailing).toBe(0);
  stop.abort();
  await vi.advanceTimersByTimeAsync(60_000);
  await done;
});

test('a payload that cannot be read is answered, and the worker goes on', async () => {
  const inputs = ['nonsense', '{}'];
  const { counts, told, stop, done } = workerOf(async () => {
    const input = inputs.shift();
    return ok(input === undefined ? null : { token: input, input });
  });
  await vi.advanceTimersByTimeAsync(1_000);
  stop.abort();
  await vi.advanceTimersByTimeAsync(1_000);
  await done;
  expect(told.toSorted()).toEqual(['left', 'nonsense', '{}'].toSorted());
  expect(counts).toMatchObject({ received: 3, failed: 3 });
});
