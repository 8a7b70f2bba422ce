import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type CarryOutMeans, carryOut } from '../../../native-host/jobs/carry-out.ts';
import type { Channel, Taken } from '../../../native-host/jobs/channels/channel.ts';
import type { JobFailure } from '../../../native-host/jobs/failure.ts';
import type { JobBrowsers, JobDesk } from '../../../native-host/jobs/ports.ts';
import { failed, fault, ok, type Result } from '../../../shared/faults.ts';
import type { JobState } from '../../../shared/protocol/job-messages.ts';
import type { RunView } from '../../../shared/run.ts';

// One delivery against a channel, an authority and browsers that do as they are told, on a clock that stands still.

const heartbeatMs = 1_000;
const input = JSON.stringify({ job_id: 'order-1', template: 'x' });
const run: RunView = {
  run_id: '20260630-100000-00000000',
  template: { id: 'x', version: '1.0.0', title: 'X' },
  profile: 'jobs',
  status: 'running',
  parameters: {},
  steps: [],
  output: null,
  files: [],
  fault: null,
  started_at: '2026-06-30T10:00:00.000Z',
  ended_at: null,
  report: null,
};
const isNew: JobState = { state: 'new', run: null };
const running: JobState = { state: 'running', run };
const endedAs = (status: RunView['status']): JobState => ({
  state: 'ended',
  run: { ...run, status, ended_at: run.started_at },
});
const gone = failed(fault('timeout', 'No answer.', 'It is tried again.'));

type Stage = {
  received: Result<JobState>;
  state: JobState;
  browser: Result<{ profile: string }>;
  beat: Result<Taken>;
  answers: Result<Taken>[];
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function stage(change: Partial<Stage> = {}) {
  const now: Stage = {
    received: ok(isNew),
    state: running,
    browser: ok({ profile: 'jobs' }),
    beat: ok('taken'),
    answers: [],
    ...change,
  };
  const did: string[] = [];
  const told: (string | JobFailure)[] = [];
  const answer = async (what: string | JobFailure): Promise<Result<Taken>> => {
    told.push(what);
    return now.answers.shift() ?? ok('taken');
  };
  const channel: Channel = {
    name: 'fake',
    receive: async () => ok(null),
    beat: async () => now.beat,
    succeed: (_, output) => answer(output),
    fail: (_, failure) => answer(failure),
    close: () => undefined,
  };
  const desk: JobDesk = {
    receive: async () => now.received,
    start: async () => {
      did.push('start');
      return ok(now.state);
    },
    get: async () => ok(now.state),
    renew: async () => {
      did.push('renew');
      return ok({ renewed: true });
    },
    cancel: async () => {
      did.push('cancel');
      now.state = endedAs('cancelled');
    },
    settle: async (_channel, _token, how) => void did.push(`settle ${how}`),
    adopt: async () => ok([]),
    changed: () => new Promise((resolve) => setTimeout(resolve, 100)),
  };
  const browsers: JobBrowsers = { ready: async () => now.browser, used: () => void did.push('used') };
  const drain = new AbortController();
  const means: CarryOutMeans = {
    channel,
    desk,
    browsers,
    heartbeatMs,
    place: 0,
    drained: drain.signal,
    log: () => undefined,
    now: Date.now,
    random: () => 0.5,
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  };
  const deliver = (): Promise<string> => carryOut({ delivery: { token: 't', input } }, means);
  return { now, did, told, drain, means, deliver };
}

test('a job is started once, kept alive while it runs, and answered with its result', async () => {
  const { now, did, told, deliver } = stage();
  const done = deliver();
  await vi.advanceTimersByTimeAsync(3_500);
  now.state = endedAs('succeeded');
  await vi.advanceTimersByTimeAsync(200);
  expect(await done).toBe('succeeded');
  expect(did).toEqual(['start', 'used', 'renew', 'renew', 'renew', 'settle succeeded']);
  expect(told).toEqual([expect.stringContaining('"localagent.job-result.v1"')]);
});

test('a job that ended before is answered with what came of it, and nothing is started', async () => {
  const { did, told, deliver } = stage({ received: ok(endedAs('failed')) });
  expect(await deliver()).toBe('LocalAgent.Failed');
  expect(did).toEqual(['settle LocalAgent.Failed']);
  expect(told).toHaveLength(1);
});

test('a job that runs already is waited for, and neither kept alive nor stopped by its second delivery', async () => {
  const { now, did, deliver } = stage({ received: ok(running) });
  const done = deliver();
  await vi.advanceTimersByTimeAsync(2_500);
  now.beat = ok('closed');
  await vi.advanceTimersByTimeAsync(1_500);
  expect(await done).toBe('lost');
  expect(did).toEqual(['settle lost: closed']);
});

test('a closed task stops its run, and its sender is told nothing any more', async () => {
  const { now, did, told, deliver } = stage();
  const done = deliver();
  await vi.advanceTimersByTimeAsync(500);
  now.beat = ok('closed');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await done).toBe('lost');
  expect(did).toEqual(['start', 'used', 'cancel', 'settle lost: closed']);
  expect(told).toEqual([]);
});

test('a sender that cannot be heard for three heartbeats loses the run; two are borne', async () => {
  const { now, did, deliver } = stage({ beat: gone });
  const done = deliver();
  await vi.advanceTimersByTimeAsync(2_500);
  expect(did).not.toContain('cancel');
  now.beat = ok('taken');
  await vi.advanceTimersByTimeAsync(1_000);
  now.beat = gone;
  await vi.advanceTimersByTimeAsync(2_900);
  expect(did).not.toContain('cancel');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await done).toBe('lost');
  expect(did).toContain('settle lost: unheard');
});

test('a browser that does not start is told by name, and nothing was begun', async () => {
  const noBrowser = failed(fault('browser-gone', 'The browser could not be started.', 'See doctor.'));
  const { did, told, deliver } = stage({ browser: noBrowser });
  expect(await deliver()).toBe('LocalAgent.BrowserUnavailable');
  expect(did).toEqual(['settle LocalAgent.BrowserUnavailable']);
  expect(told).toEqual([
    { error: 'LocalAgent.BrowserUnavailable', cause: 'The browser could not be started. See doctor.' },
  ]);
});

test('what the authority refuses goes out under the name that it gave', async () => {
  const refused = failed(
    fault('bad-arguments', 'It is not signed.', 'Sign it.', { job_error: 'NotReviewed' }),
  );
  const { told, deliver } = stage({ received: refused });
  await deliver();
  expect(told).toEqual([{ error: 'LocalAgent.NotReviewed', cause: 'It is not signed. Sign it.' }]);
});

test('a worker that is told to end stops what runs when its time is up, and says so', async () => {
  const { did, told, drain, deliver } = stage();
  const done = deliver();
  await vi.advanceTimersByTimeAsync(500);
  drain.abort();
  await vi.advanceTimersByTimeAsync(500);
  expect(await done).toBe('LocalAgent.ShuttingDown');
  expect(did).toContain('cancel');
  expect(told).toHaveLength(1);
});

test('an answer that is not heard is given again; one that is never heard stays open for the next worker', async () => {
  const heard = stage({ received: ok(endedAs('succeeded')), answers: [gone, gone] });
  const first = heard.deliver();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await first).toBe('succeeded');
  expect(heard.told).toHaveLength(3);
  const unheard = stage({ received: ok(endedAs('succeeded')), answers: Array(20).fill(gone) });
  const second = unheard.deliver();
  await vi.advanceTimersByTimeAsync(300_000);
  expect(await second).toBe('succeeded, not told');
  expect(unheard.did).toEqual([]);
});

test('what a worker before left is answered when its run has ended, and never started', async () => {
  const { now, did, told, means } = stage({ state: running });
  const done = carryOut({ key: 'order-1', token: 't' }, means);
  await vi.advanceTimersByTimeAsync(300);
  now.state = endedAs('outcome_unknown');
  await vi.advanceTimersByTimeAsync(200);
  expect(await done).toBe('LocalAgent.OutcomeUnknown');
  expect(did).toEqual(['settle LocalAgent.OutcomeUnknown']);
  expect(told).toHaveLength(1);
});

test('a job that was never begun by a worker before is given back as such', async () => {
  const { means, told } = stage({ state: isNew });
  expect(await carryOut({ key: 'order-1', token: 't' }, means)).toBe('LocalAgent.ShuttingDown');
  expect(told).toHaveLength(1);
});
