import { createCronChannel } from '../../cron/cron-channel.ts';
import { sleep } from '../../io/sleep.ts';
import type { Channel } from '../../jobs/channels/channel.ts';
import type { JobLog } from '../../jobs/ports.ts';
import { noCounts, type WorkerCounts, work } from '../../jobs/worker.ts';
import type { HostParts, WorkerSettings } from '../parts.ts';
import { serveHealth, type WorkerHealth } from './health.ts';
import { createJobBrowsers } from './job-browsers.ts';
import { createJobDesk } from './job-desk.ts';

/** Polls that fail in a row before a worker counts as not healthy. */
const pollsFailingMax = 5;

export type WorkerOptions = Readonly<{
  settings: WorkerSettings;
  /** Where jobs come from, beside the machine's own schedule. */
  channels: readonly Channel[];
  headless: boolean;
  /** Fires when the worker is to end. */
  interrupted: AbortSignal;
  log: JobLog;
}>;

/** Works until it is told to end: then takes nothing more, lets what runs finish within its time, and ends its browsers. */
export async function runWorker(parts: HostParts, options: WorkerOptions): Promise<void> {
  const { settings, interrupted, log } = options;
  const desk = createJobDesk(parts);
  const cron = createCronChannel({ take: desk.takeCron, now: Date.now, random: Math.random, sleep });
  const channels: readonly Channel[] = [...options.channels, cron];
  const browsers = createJobBrowsers(parts, desk, {
    profile: settings.profile,
    jobsMax: settings.browserJobsMax,
    headless: options.headless,
    log,
  });
  const counts = new Map<string, WorkerCounts>(channels.map(({ name }) => [name, noCounts()]));
  const startedAt = new Date().toISOString();
  const health = (): WorkerHealth => ({
    schema: 'localagent.worker-health.v1',
    healthy: [...counts.values()].every(({ pollsFailing }) => pollsFailing < pollsFailingMax),
    worker: settings.workerName,
    pid: process.pid,
    started_at: startedAt,
    draining: interrupted.aborted,
    channels: [...counts].map(([name, { pollsFailing, ...count }]) => ({
      name,
      ...count,
      polls_failing: pollsFailing,
    })),
    browsers: browsers.count(),
    memory_bytes: process.memoryUsage().rss,
  });
  const endpoint = serveHealth(settings.healthSocket, health, (why) => log('health.unavailable', { why }));
  const drained = new AbortController();
  const drain = (): void => {
    log('worker.draining', { seconds: settings.drainMs / 1000 });
    setTimeout(() => drained.abort(), settings.drainMs).unref();
  };
  if (interrupted.aborted) drain();
  else interrupted.addEventListener('abort', drain, { once: true });
  log('worker.started', { worker: settings.workerName, profile: settings.profile, places: settings.places });
  try {
    await Promise.all(
      channels.map((channel, index) =>
        work(
          {
            channel,
            desk,
            browsers: placedFrom(browsers, index * settings.places),
            places: settings.places,
            heartbeatMs: settings.heartbeatMs,
            pollIntervalMs: settings.pollIntervalMs,
            stopping: interrupted,
            drained: drained.signal,
            log: (event, facts) => log(event, { channel: channel.name, ...facts }),
            now: Date.now,
            random: Math.random,
            sleep,
          },
          counts.get(channel.name) ?? noCounts(),
        ),
      ),
    );
  } finally {
    interrupted.removeEventListener('abort', drain);
    for (const channel of channels) channel.close();
    await browsers.close();
    desk.close();
    endpoint.close();
    log('worker.ended', {});
  }
}

/** Channels share no browser: the places of one come after those of another. */
function placedFrom(
  browsers: ReturnType<typeof createJobBrowsers>,
  first: number,
): Pick<ReturnType<typeof createJobBrowsers>, 'ready' | 'used'> {
  return {
    ready: (place, signal) => browsers.ready(first + place, signal),
    used: (place) => browsers.used(first + place),
  };
}
