import { expect, test } from 'vitest';
import { unrecorded } from '../../../../native-host/browser/profile-record.ts';
import { createJobBrowsers } from '../../../../native-host/cli/jobs/job-browsers.ts';
import { ok } from '../../../../shared/faults.ts';
import { ClientAuthority } from '../../../fakes/client-authority.ts';
import { commandContext } from '../../../fakes/command-context.ts';

const never = new AbortController().signal;
const megabyte = 1_048_576;

const ends: (() => void)[] = [];

function browsersOf({ tooOld = false, bytesMax = null as number | null } = {}) {
  const state = { connected: false, bytes: 100 * megabyte, started: 0, closed: 0 };
  const logged: unknown[] = [];
  const authority = new ClientAuthority({
    'status.get': () => ({ profiles: state.connected ? [{ name: 'jobs' }] : [] }),
  });
  const { parts } = commandContext({});
  const record = { ...unrecorded, signed_in_at: '2026-06-01T00:00:00.000Z' };
  const profiles = { ...parts.profiles, get: () => ok({ record, loginTooOld: tooOld, loginDaysMax: 7 }) };
  const launch = async () => {
    state.started += 1;
    state.connected = true;
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    ends.push(resolve);
    const close = async () => {
      state.closed += 1;
    };
    return ok({ profile: 'jobs', notes: [], memory: async () => state.bytes, ended, close });
  };
  const browsers = createJobBrowsers(
    { launch, profiles },
    { joined: async () => ok(authority) },
    {
      profile: 'jobs',
      jobsMax: 3,
      bytesMax,
      headless: true,
      log: (event, facts) => void logged.push({ event, ...facts }),
    },
  );
  return { browsers, state, logged };
}

test('a browser serves its jobs, and is then started anew', async () => {
  const { browsers, state, logged } = browsersOf();
  for (let job = 0; job < 4; job += 1) {
    expect(await browsers.ready(0, never)).toEqual(ok({ profile: 'jobs' }));
    browsers.used(0);
  }
  expect([state.started, state.closed, browsers.count()]).toEqual([2, 1, { open: 1, started: 2 }]);
  expect(logged).toMatchObject([{ event: 'browser.renewed', why: 'jobs', jobs: 3 }]);
});

test('one that holds too much memory is started anew between two jobs, and the log says how much', async () => {
  const { browsers, state, logged } = browsersOf({ bytesMax: 500 * megabyte });
  await browsers.ready(0, never);
  state.bytes = 501 * megabyte;
  await browsers.ready(0, never);
  expect(state.started).toBe(2);
  expect(logged).toMatchObject([{ event: 'browser.renewed', why: 'memory', megabytes: 501 }]);
});

test('one that has crashed is replaced', async () => {
  const { browsers, state, logged } = browsersOf();
  await browsers.ready(0, never);
  state.connected = false;
  expect(await browsers.ready(0, never)).toEqual(ok({ profile: 'jobs' }));
  expect([state.started, state.closed]).toEqual([2, 1]);
  expect(logged).toMatchObject([{ event: 'browser.renewed', why: 'crashed', megabytes: null }]);
});

test('where the log-in by hand is too old no browser is started, and the fault says what to do', async () => {
  const { browsers, state } = browsersOf({ tooOld: true });
  const refused = await browsers.ready(0, never);
  expect(refused).toMatchObject({ ok: false, fault: { detail: { job_error: 'LoginTooOld' } } });
  expect(refused.ok ? '' : refused.fault.hint).toContain('localagent profile login jobs');
  expect(state.started).toBe(0);
});

test('one that ends by itself is replaced at once, so that a run can ask what became of its act', async () => {
  const { browsers, state, logged } = browsersOf();
  await browsers.ready(0, never);
  ends.at(-1)?.();
  await expect.poll(() => state.started).toBe(2);
  ends.at(-1)?.();
  await expect.poll(() => logged.length).toBe(2);
  expect(await browsers.ready(0, never)).toEqual(ok({ profile: 'jobs' }));
  expect(logged).toMatchObject([{ event: 'browser.crashed' }, { event: 'browser.crashed' }]);
  expect(state.started).toBe(3);
  await browsers.close();
  expect(state.closed).toBe(3);
});
