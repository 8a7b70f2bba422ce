import type { JobLog } from '../../jobs/ports.ts';
import { type CommandContext, defineCommand, type Invocation } from '../command.ts';
import { wrongUsage } from '../command-error.ts';
import { exitCode } from '../exit-code.ts';
import { runWorker } from '../jobs/run-worker.ts';
import type { WorkerSettings } from '../parts.ts';

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
  },
  async run(invocation, context) {
    const settings = settingsOf(invocation, context.parts.workerSettings());
    const channels = await context.parts.jobChannels(settings);
    if (channels.length === 0) {
      context.terminal.say(
        'jobs.activity_arn is not set, so only the schedule (`localagent cron`) is worked on.',
      );
    }
    await runWorker(context.parts, {
      settings,
      channels,
      headless: !invocation.flag('headed'),
      interrupted: context.interrupted,
      log: logOf(invocation, context),
    });
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
