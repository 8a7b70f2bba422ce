import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { failurePictureName } from '../../../shared/run.ts';
import { createCronChannel } from '../../cron/cron-channel.ts';
import { sleep } from '../../io/sleep.ts';
import { createAlerts } from '../../jobs/alert.ts';
import type { Channel } from '../../jobs/channels/channel.ts';
import type { JobLog } from '../../jobs/ports.ts';
import { noCounts, type WorkerCounts, work } from '../../jobs/worker.ts';
import { noMetrics, startWorkerMetrics, type WorkerMetrics } from '../../metrics/worker-metrics.ts';
import type { HostParts } from '../parts.ts';
import { serveHealth, type WorkerHealth } from './health.ts';
import { createJobBrowsers } from './job-browsers.ts';
import { createJobDesk } from './job-desk.ts';
import { createUnlockGate } from './until-unlocked.ts';
import type { WorkerSettings } from './worker-settings.ts';

/** Polls that fail in a row before a worker counts as not healthy. */
const pollsFailingMax = 5;
/** A picture of the page where a run stopped is there a moment after its end, or never. */
const pictureMs = 10_000;
const lookMs = 250;

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
  const cron = createCronChannel({ take: desk.takeCron, sleep });
  const channels: readonly Channel[] = [...options.channels, cron];
  const browsers = createJobBrowsers(parts, desk, {
    profile: settings.profile,
    jobsMax: settings.browserJobsMax,
    bytesMax: settings.browserBytesMax,
    headless: options.headless,
    log,
  });
  const { passphrase } = settings;
  const unlocked = createUnlockGate({ desk, passphrase, log, now: Date.now, sleep });
  const counts = new Map<string, WorkerCounts>(channels.map(({ name }) => [name, noCounts()]));
  const health = healthOf({ settings, counts, interrupted, browsers, waitingFor: unlocked.waitingFor });
  const endpoint = serveHealth(settings.healthSocket, health, (why) => log('health.unavailable', { why }));
  const metrics = await metricsOf(parts, settings, health);
  const alerts = alertsOf(parts, settings, log);
  const open = new Set<Promise<void>>();
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
            ready: unlocked.until,
            stopping: interrupted,
            drained: drained.signal,
            log: (event, facts) => log(event, { channel: channel.name, ...facts }),
            onFailed: (failed) => {
              const telling = alerts({ channel: channel.name, ...failed }).finally(() =>
                open.delete(telling),
              );
              open.add(telling);
            },
            onEnded: (how, ms) => metrics.jobEnded(channel.name, how, ms),
            now: Date.now,
            random: Math.random,
            sleep,
          },
          counts.get(channel.name) ?? noCounts(),
        ),
      ),
    );
    await Promise.all(open);
  } finally {
    interrupted.removeEventListener('abort', drain);
    for (const channel of channels) channel.close();
    await browsers.close();
    await metrics.close();
    desk.close();
    endpoint.close();
    log('worker.ended', {});
  }
}

type HealthMeans = Readonly<{
  settings: WorkerSettings;
  counts: ReadonlyMap<string, WorkerCounts>;
  interrupted: AbortSignal;
  browsers: Pick<ReturnType<typeof createJobBrowsers>, 'count'>;
  waitingFor: () => string | null;
}>;

function healthOf({ settings, counts, interrupted, browsers, waitingFor }: HealthMeans): () => WorkerHealth {
  const startedAt = new Date().toISOString();
  return () => ({
    schema: 'localagent.worker-health.v1',
    healthy:
      waitingFor() === null &&
      [...counts.values()].every(({ pollsFailing }) => pollsFailing < pollsFailingMax),
    worker: settings.workerName,
    pid: process.pid,
    started_at: startedAt,
    draining: interrupted.aborted,
    waiting_for: waitingFor(),
    channels: [...counts].map(([name, { pollsFailing, ...count }]) => ({
      name,
      ...count,
      polls_failing: pollsFailing,
    })),
    browsers: browsers.count(),
    memory_bytes: process.memoryUsage().rss,
  });
}

async function metricsOf(
  { version }: HostParts,
  { metrics, workerName }: WorkerSettings,
  health: () => WorkerHealth,
): Promise<WorkerMetrics> {
  if (metrics === null) return noMetrics;
  return startWorkerMetrics({
    ...metrics,
    worker: workerName,
    version,
    read: () => {
      const { channels, browsers, memory_bytes: memoryBytes } = health();
      return { channels, browsers: browsers.open, memoryBytes };
    },
  });
}

function alertsOf({ paths }: HostParts, settings: WorkerSettings, log: JobLog) {
  return createAlerts({
    command: settings.alertCommand,
    url: settings.alertUrl,
    worker: settings.workerName,
    log,
    now: Date.now,
    async runFiles(runId) {
      const folder = join(paths.runs, runId);
      const picture = join(folder, failurePictureName);
      for (let waited = 0; waited < pictureMs && !existsSync(picture); waited += lookMs) await sleep(lookMs);
      return { folder, screenshot: existsSync(picture) ? picture : null };
    },
  });
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
