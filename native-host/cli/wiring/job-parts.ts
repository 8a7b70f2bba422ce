import { hostname } from 'node:os';
import { loadConfig } from '../../config/load-config.ts';
import { givenCredential } from '../../io/given-credential.ts';
import type { HomePaths } from '../../io/home.ts';
import type { Channel } from '../../jobs/channels/channel.ts';
import { createStepFunctionsChannel } from '../../jobs/channels/step-functions.ts';
import { healthSocket } from '../jobs/health.ts';
import type { WorkerSettings } from '../jobs/worker-settings.ts';
import type { HostParts } from '../parts.ts';

/** What `localagent worker` needs: its settings, and where jobs come from. */
export function jobParts(
  paths: HomePaths,
  env: Readonly<Record<string, string | undefined>>,
): Pick<HostParts, 'workerSettings' | 'jobChannels'> {
  return {
    workerSettings: () => settingsOf(paths, env),
    async jobChannels({ workerName }) {
      const { activity_arn, aws_profile, aws_region, endpoint } = loadConfig(paths.config).jobs;
      const channels: Channel[] = [];
      if (activity_arn !== null) {
        channels.push(
          await createStepFunctionsChannel({
            activityArn: activity_arn,
            workerName,
            profile: aws_profile,
            region: aws_region,
            endpoint,
          }),
        );
      }
      return channels;
    },
  };
}

function settingsOf(paths: HomePaths, env: Readonly<Record<string, string | undefined>>): WorkerSettings {
  const { jobs, metrics } = loadConfig(paths.config);
  const withProfile = (profile: string) => ({ profile, healthSocket: healthSocket(paths.run, profile) });
  return {
    ...withProfile(jobs.profile),
    withProfile,
    workerName: jobs.worker_name ?? hostname(),
    places: jobs.concurrency,
    pollIntervalMs: jobs.poll_interval_ms,
    heartbeatMs: jobs.heartbeat_interval_secs * 1000,
    browserJobsMax: jobs.browser_jobs_max,
    drainMs: jobs.drain_seconds * 1000,
    workersMax: jobs.workers_max,
    browserBytesMax: jobs.browser_memory_mb === null ? null : jobs.browser_memory_mb * 1_048_576,
    alertCommand: jobs.alert_command,
    alertUrl: jobs.alert_url,
    metrics:
      metrics.otlp_url === null
        ? null
        : { url: metrics.otlp_url, intervalMs: metrics.interval_seconds * 1000 },
    passphrase: () => givenCredential(env['CREDENTIALS_DIRECTORY'], 'localagent-passphrase'),
  };
}
