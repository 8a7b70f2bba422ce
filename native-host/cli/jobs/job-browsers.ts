import { setTimeout as pause } from 'node:timers/promises';
import { failed, fault, ok, type Result } from '../../../shared/faults.ts';
import type { JobBrowsers, JobLog } from '../../jobs/ports.ts';
import type { HostParts, UnattendedBrowser } from '../parts.ts';
import type { WorkerDesk } from './job-desk.ts';

/** A cold start on a loaded machine is in it. */
const joinMs = 60_000;
const joinPollMs = 100;
/** The machine may be busy with other jobs. */
const callMs = 60_000;

type Place = { browser: UnattendedBrowser | null; jobs: number };

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
  parts: Pick<HostParts, 'launch'>,
  desk: Pick<WorkerDesk, 'joined'>,
  options: {
    readonly profile: string;
    readonly jobsMax: number;
    readonly headless: boolean;
    readonly log: JobLog;
  },
): WorkerBrowsers {
  const places = new Map<number, Place>();
  let started = 0;
  const placeOf = (index: number): Place => {
    const known = places.get(index) ?? { browser: null, jobs: 0 };
    places.set(index, known);
    return known;
  };
  const end = async (place: Place): Promise<void> => {
    const { browser } = place;
    place.browser = null;
    place.jobs = 0;
    await browser?.close();
  };
  return {
    async ready(index, signal) {
      const place = placeOf(index);
      const profile = index === 0 ? options.profile : `${options.profile}-${index + 1}`;
      const isThere = await isConnected(desk, profile);
      if (!isThere.ok) return isThere;
      if (place.browser !== null && isThere.value && place.jobs < options.jobsMax) return ok({ profile });
      if (place.browser !== null) {
        options.log('browser.renewed', { profile, jobs: place.jobs, crashed: !isThere.value });
        await end(place);
      }
      const launched = await parts.launch({ profile, headless: options.headless });
      if (!launched.ok) return launched;
      place.browser = launched.value;
      started += 1;
      const joined = await untilConnected(desk, profile, signal);
      if (!joined.ok) await end(place);
      return joined.ok ? ok({ profile }) : joined;
    },
    used(index) {
      placeOf(index).jobs += 1;
    },
    count: () => ({ open: [...places.values()].filter(({ browser }) => browser !== null).length, started }),
    close: async () => {
      await Promise.all([...places.values()].map(end));
    },
  };
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
