import { setTimeout as pause } from 'node:timers/promises';
import { failed, fault, ok, type Result } from '../../../shared/faults.ts';
import type { JobErrorName } from '../../jobs/failure.ts';
import type { JobBrowsers, JobLog } from '../../jobs/ports.ts';
import type { HostParts, UnattendedBrowser } from '../parts.ts';
import type { WorkerDesk } from './job-desk.ts';

/** A cold start on a loaded machine is in it. */
const joinMs = 60_000;
const joinPollMs = 100;
/** The machine may be busy with other jobs. */
const callMs = 60_000;

type Place = {
  browser: UnattendedBrowser | null;
  jobs: number;
  /** A new browser in the place of one that crashed, while it starts. */
  starting: Promise<void> | null;
  /** It was replaced since a job last asked for it; a second crash waits for the next job. */
  wasReplaced: boolean;
};

export type WorkerBrowsers = JobBrowsers & {
  /** Browsers that are there now, and those that were started so far. */
  count(): { readonly open: number; readonly started: number };
  close(): Promise<void>;
};

/**
 * One browser for each place, started at its first job and again when it has crashed or has done its share. Each has a
 * profile of its own, so that two jobs at once never share a log-in.
 */
export function createJobBrowsers(
  parts: Pick<HostParts, 'launch' | 'profiles'>,
  desk: Pick<WorkerDesk, 'joined'>,
  options: {
    readonly profile: string;
    readonly jobsMax: number;
    /** Bytes that a browser may hold; null: not looked at. */
    readonly bytesMax: number | null;
    readonly headless: boolean;
    readonly log: JobLog;
  },
): WorkerBrowsers {
  const places = new Map<number, Place>();
  let started = 0;
  let isClosing = false;
  const placeOf = (index: number): Place => {
    const known = places.get(index) ?? { browser: null, jobs: 0, starting: null, wasReplaced: false };
    places.set(index, known);
    return known;
  };
  const end = async (place: Place): Promise<void> => {
    const { browser } = place;
    place.browser = null;
    place.jobs = 0;
    await browser?.close();
  };
  const launch = async (place: Place, profile: string): Promise<Result<UnattendedBrowser>> => {
    const launched = await parts.launch({ profile, headless: options.headless });
    if (!launched.ok) return launched;
    const browser = launched.value;
    place.browser = browser;
    started += 1;
    void browser.ended?.then(() => {
      if (place.browser === browser) place.starting = replace(place, profile);
    });
    return launched;
  };
  // At once, and not at the next job: a run that goes on asks the new one what became of its act, and would wait in vain for the old.
  const replace = async (place: Place, profile: string): Promise<void> => {
    options.log('browser.crashed', { profile, jobs: place.jobs });
    await end(place);
    if (place.wasReplaced || isClosing) return;
    place.wasReplaced = true;
    const launched = await launch(place, profile);
    if (!launched.ok) options.log('browser.unavailable', { profile, code: launched.fault.code });
  };
  return {
    async ready(index, signal) {
      const place = placeOf(index);
      await place.starting;
      place.wasReplaced = false;
      const profile = index === 0 ? options.profile : `${options.profile}-${index + 1}`;
      const login = loginCounts(parts.profiles, profile);
      if (!login.ok) return login;
      const isThere = await isConnected(desk, profile);
      if (!isThere.ok) return isThere;
      if (place.browser !== null) {
        const memory = isThere.value ? await memoryOf(place.browser) : null;
        const isHeavy = memory !== null && options.bytesMax !== null && memory > options.bytesMax;
        if (isThere.value && !isHeavy && place.jobs < options.jobsMax) return ok({ profile });
        const megabytes = memory === null ? null : Math.round(memory / 1_048_576);
        const why = isHeavy ? 'memory' : isThere.value ? 'jobs' : 'crashed';
        options.log('browser.renewed', { profile, why, jobs: place.jobs, megabytes });
        await end(place);
      }
      const launched = await launch(place, profile);
      if (!launched.ok) return launched;
      const joined = await untilConnected(desk, profile, signal);
      if (!joined.ok) await end(place);
      return joined.ok ? ok({ profile }) : joined;
    },
    used(index) {
      placeOf(index).jobs += 1;
    },
    count: () => ({ open: [...places.values()].filter(({ browser }) => browser !== null).length, started }),
    close: async () => {
      isClosing = true;
      await Promise.all([...places.values()].map(({ starting }) => starting));
      await Promise.all([...places.values()].map(end));
    },
  };
}

/** A log-in by hand that is too old is no ground to begin on: the run would end at some sign-in page, or worse. */
function loginCounts(profiles: HostParts['profiles'], name: string): Result<null> {
  const own = profiles.get(name);
  if (!own.ok) return own;
  const { loginTooOld, record, loginDaysMax } = own.value;
  if (!loginTooOld) return ok(null);
  const since = `The log-in of the profile "${name}" is of ${record.signed_in_at?.slice(0, 10)}, and counts for ${loginDaysMax} days.`;
  const hint = `Nothing was done. Sign in again on the worker: localagent profile login ${name}`;
  return failed(fault('denied', since, hint, { job_error: 'LoginTooOld' satisfies JobErrorName }));
}

async function memoryOf(browser: UnattendedBrowser): Promise<number | null> {
  return (await browser.memory?.()) ?? null;
}

async function isConnected(desk: Pick<WorkerDesk, 'joined'>, profile: string): Promise<Result<boolean>> {
  const authority = await desk.joined();
  if (!authority.ok) return authority;
  const status = await authority.value.call('status.get', {}, { timeoutMs: callMs });
  return status.ok ? ok(status.value.profiles.some(({ name }) => name === profile)) : status;
}

async function untilConnected(
  desk: Pick<WorkerDesk, 'joined'>,
  profile: string,
  signal: AbortSignal,
): Promise<Result<null>> {
  for (const end = Date.now() + joinMs; Date.now() < end && !signal.aborted; ) {
    const connected = await isConnected(desk, profile);
    if (!connected.ok) return connected;
    if (connected.value) return ok(null);
    await pause(joinPollMs);
  }
  const hint = 'Run `localagent doctor` on the worker.';
  return failed(fault('browser-gone', `The browser of the profile "${profile}" did not connect.`, hint));
}
