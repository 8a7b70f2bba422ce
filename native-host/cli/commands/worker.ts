import type { JobLog } from '../../jobs/ports.ts';
import { type CommandContext, defineCommand, type Invocation } from '../command.ts';
import { wrongUsage } from '../command-error.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { askHealth, healthSockets } from '../jobs/ask-health.ts';
import type { WorkerHealth } from '../jobs/health.ts';
import { runWorker } from '../jobs/run-worker.ts';
import { takeWorkerPlace } from '../jobs/worker-place.ts';
import type { WorkerSettings } from '../jobs/worker-settings.ts';
import { tableLines } from '../table.ts';

const placesMax = 16;

export const worker = defineCommand({
  name: 'worker',
  summary: 'carry out jobs from Step Functions and the schedule, with nobody there',
  details:
    'Settings are in config.yaml under `jobs`. From Step Functions it runs templates that a trusted key has signed. Ctrl+C or\n' +
    'SIGTERM: it takes no more jobs, lets what runs finish, and ends. With --json each event is one line of JSON on stdout.',
  options: {
    profile: { type: 'string', value: 'NAME', text: 'browser profile to work in (jobs.profile)' },
    concurrency: { type: 'string', value: 'N', text: 'jobs at once (jobs.concurrency)' },
    headed: { type: 'boolean', text: 'with windows, where somebody wants to look on' },
    health: { type: 'boolean', text: 'ask the workers that run now how they are, and end' },
  },
  async run(invocation, context) {
    if (invocation.flag('health')) return tellHealth(invocation, context);
    const wished = settingsOf(invocation, context.parts.workerSettings());
    const place = takeWorkerPlace(context.parts.paths.run, {
      profile: wished.profile,
      isNamed: invocation.text('profile') !== null,
      workersMax: wished.workersMax,
    });
    try {
      const settings = { ...wished, ...wished.withProfile(place.profile) };
      const channels = await context.parts.jobChannels(settings);
      if (channels.length === 0) {
        const only = 'jobs.activity_arn is not set, so only the schedule (`localagent cron`) is worked on.';
        context.terminal.say(only);
      }
      await runWorker(context.parts, {
        settings,
        channels,
        headless: !invocation.flag('headed'),
        interrupted: context.interrupted,
        log: logOf(invocation, context),
      });
    } finally {
      place.release();
    }
    return exitCode.done;
  },
});

function settingsOf(invocation: Invocation, configured: WorkerSettings): WorkerSettings {
  const places = invocation.text('concurrency');
  const number = places === null ? configured.places : Number(places);
  if (!Number.isInteger(number) || number < 1 || number > placesMax) {
    const remedy = `Give a number from 1 to ${placesMax}.`;
    throw wrongUsage(`"${places}" is no number of jobs at once.`, 'in --concurrency', remedy);
  }
  const profile = invocation.text('profile');
  return { ...configured, ...(profile === null ? {} : configured.withProfile(profile)), places: number };
}

function logOf(invocation: Invocation, { terminal }: CommandContext): JobLog {
  return (event, facts) => {
    const at = new Date().toISOString();
    if (invocation.json) terminal.printJson({ at, event, ...facts });
    else {
      const told = Object.entries(facts).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
      terminal.say([at, event, ...told].join(' '));
    }
  };
}

/** Exit 0: every worker works; 1: one cannot, or none runs. */
async function tellHealth(invocation: Invocation, { parts, terminal }: CommandContext): Promise<ExitCode> {
  const usual = parts.workerSettings();
  const profile = invocation.text('profile');
  const { healthSocket } = profile === null ? usual : usual.withProfile(profile);
  const sockets = profile === null ? healthSockets(parts.paths.run, healthSocket) : [healthSocket];
  const workers = (await Promise.all(sockets.map(askHealth))).filter((one) => one !== null);
  if (invocation.json) terminal.printJson({ schema: 'localagent.workers-health.v1', workers });
  else if (workers.length === 0)
    terminal.say('No worker runs in this data folder. Start one: localagent worker');
  else {
    const head = ['Process', 'Since', 'State', 'Running', 'Done', 'Failed', 'Browsers', 'Memory'];
    terminal.print(tableLines(head, workers.map(healthCells)));
  }
  return workers.length > 0 && workers.every(({ healthy }) => healthy) ? exitCode.done : exitCode.failed;
}

function healthCells({ channels, ...worker }: WorkerHealth): readonly string[] {
  const sum = (name: 'running' | 'succeeded' | 'failed'): string =>
    String(channels.reduce((all, channel) => all + channel[name], 0));
  const failing = channels.filter(({ polls_failing: polls }) => polls > 0).map(({ name }) => name);
  const state =
    worker.waiting_for ??
    (worker.draining ? 'ending' : failing.length === 0 ? 'works' : `cannot reach ${failing.join(', ')}`);
  return [
    String(worker.pid),
    worker.started_at.slice(0, 19).replace('T', ' '),
    state,
    sum('running'),
    sum('succeeded'),
    sum('failed'),
    String(worker.browsers.open),
    `${Math.round(worker.memory_bytes / 1_048_576)} MB`,
  ];
}
