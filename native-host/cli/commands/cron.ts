import { z } from 'zod';
import { RunBudget } from '../../../shared/protocol/control-messages.ts';
import { CronEntry, CronListing } from '../../../shared/protocol/cron-messages.ts';
import { type CommandContext, defineCommand, type Invocation } from '../command.ts';
import { faultError, wrongUsage } from '../command-error.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import type { Authority } from '../parts.ts';
import { runTemplate } from '../run/run-template.ts';
import { resultLines } from '../run/run-words.ts';
import { tableLines } from '../table.ts';
import { readParameters } from './run.ts';

/** What `localagent cron list --json` prints. */
export const CronDocument = z.strictObject({
  schema: z.literal('localagent.cron.v1'),
  entries: z.array(CronListing),
});

const callMs = 30_000;
const onlyAdd = ['schedule', 'zone', 'template', 'param', 'missed', 'max-minutes'];

export const cron = defineCommand({
  name: 'cron',
  summary: 'run templates at certain times, with nobody there',
  details:
    'A schedule is a cron expression ("30 6 * * 1-5"), @every:15m, @at:06:30, or @once:2026-07-01T06:30. It is kept by\n' +
    '`localagent worker`, which must run at the time. What the rules would ask a person is refused when it is added.',
  subcommands: [
    { name: 'add', summary: 'add an entry', positionals: ['NAME'], options: onlyAdd },
    {
      name: 'list',
      summary: 'entries, when they are due, and how they last ended',
      positionals: [],
      options: [],
    },
    { name: 'run', summary: 'run an entry now', positionals: ['NAME'], options: [] },
    { name: 'pause', summary: 'let an entry rest', positionals: ['NAME'], options: [] },
    { name: 'resume', summary: 'take it up again', positionals: ['NAME'], options: [] },
    { name: 'remove', summary: 'remove an entry', positionals: ['NAME'], options: [] },
  ],
  options: {
    schedule: { type: 'string', value: 'WHEN', text: 'when it is due' },
    zone: {
      type: 'string',
      value: 'ZONE',
      text: 'time zone, such as Europe/Berlin; left out: that of this machine',
    },
    template: { type: 'string', value: 'ID', text: 'the template to run' },
    param: { type: 'string', value: 'NAME=VALUE', multiple: true, text: 'a parameter' },
    missed: { type: 'string', value: 'once|skip', text: 'when the machine was off at the time (once)' },
    'max-minutes': { type: 'string', value: 'N', text: 'end each run after so many minutes' },
  },
  async run(invocation, context) {
    const authority = await context.parts.connect({ start: true });
    if (!authority.ok) throw faultError(authority.fault, `data folder ${context.parts.paths.home}`);
    try {
      return await perform(invocation, context, authority.value);
    } finally {
      authority.value.close();
    }
  },
});

async function perform(
  invocation: Invocation,
  context: CommandContext,
  authority: Authority,
): Promise<ExitCode> {
  const [id = ''] = invocation.positionals;
  switch (invocation.subcommand) {
    case 'add':
      return add(entryOf(id, invocation), invocation, context, authority);
    case 'run':
      return runNow(id, invocation, context, authority);
    case 'pause':
    case 'resume':
    case 'remove': {
      const options = { timeoutMs: callMs };
      const answer =
        invocation.subcommand === 'remove'
          ? await authority.call('cron.remove', { id }, options)
          : await authority.call('cron.pause', { id, paused: invocation.subcommand === 'pause' }, options);
      if (!answer.ok) throw faultError(answer.fault, `entry "${id}"`);
      if (!answer.value.found) throw unknownEntry(id);
      const done = { pause: 'rests', resume: 'is due again', remove: 'is removed' }[invocation.subcommand];
      if (invocation.json) context.terminal.printJson({ schema: 'localagent.cron-change.v1', id, done });
      else context.terminal.say(`The entry "${id}" ${done}.`);
      return exitCode.done;
    }
    default:
      return list(invocation, context, authority);
  }
}

function entryOf(id: string, invocation: Invocation): CronEntry {
  const minutes = invocation.text('max-minutes');
  const budget = RunBudget.safeParse(minutes === null ? {} : { minutes: Number(minutes) });
  if (!budget.success) {
    throw wrongUsage(`"${minutes}" is no number of minutes.`, 'in --max-minutes', 'Give a number from 1 up.');
  }
  const entry = CronEntry.safeParse({
    id,
    schedule: invocation.text('schedule') ?? '',
    zone: invocation.text('zone') ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    template: invocation.text('template') ?? '',
    parameters: readParameters(invocation.texts('param')),
    budget: budget.data,
    missed: invocation.text('missed') ?? 'once',
  });
  if (entry.success) return entry.data;
  const issue = entry.error.issues[0];
  const where = issue?.path[0] === 'id' ? 'in NAME' : `in --${String(issue?.path[0])}`;
  throw wrongUsage(
    `It is not as it must be: ${issue?.message ?? ''}.`,
    where,
    'See `localagent cron --help`.',
  );
}

async function add(
  entry: CronEntry,
  invocation: Invocation,
  { terminal }: CommandContext,
  authority: Authority,
): Promise<ExitCode> {
  const added = await authority.call('cron.add', { entry }, { timeoutMs: callMs });
  if (!added.ok) throw faultError(added.fault, `entry "${entry.id}"`);
  if (invocation.json)
    terminal.printJson({ schema: 'localagent.cron-added.v1', id: entry.id, ...added.value });
  else {
    terminal.say(`The entry "${entry.id}" is due next at ${added.value.next}.`);
    terminal.say('`localagent worker` must run at that time; see docs/jobs.md.');
  }
  return exitCode.done;
}

async function list(
  invocation: Invocation,
  { terminal }: CommandContext,
  authority: Authority,
): Promise<ExitCode> {
  const entries = [...(await entriesOf(authority))];
  if (invocation.json) {
    terminal.printJson({ schema: 'localagent.cron.v1', entries } satisfies z.infer<typeof CronDocument>);
  } else if (entries.length === 0) terminal.say('Nothing is scheduled.');
  else {
    const cells = entries.map(({ entry, paused, next, last }) => [
      entry.id,
      `${entry.schedule} (${entry.zone})`,
      entry.template,
      paused ? 'rests' : (next ?? 'never again'),
      last === null ? 'never ran' : `${last.status}, ${last.at}`,
    ]);
    terminal.print(tableLines(['Entry', 'Schedule', 'Template', 'Next', 'Last'], cells));
  }
  return exitCode.done;
}

async function runNow(
  id: string,
  invocation: Invocation,
  context: CommandContext,
  authority: Authority,
): Promise<ExitCode> {
  const found = (await entriesOf(authority)).find(({ entry }) => entry.id === id);
  if (found === undefined) throw unknownEntry(id);
  const { template, parameters, budget } = found.entry;
  const given = Object.entries(parameters).map(([name, value]) => [name, String(value)] as const);
  const finished = await runTemplate(
    {
      template,
      parameters: Object.fromEntries(given),
      browser: { profile: null, window: 'headless' },
      out: null,
      namePattern: null,
      unattended: true,
      budget,
    },
    context,
  );
  if (invocation.json) context.terminal.printJson(finished.document);
  else {
    const { home } = context.parts.paths;
    context.terminal.print(resultLines(finished.run, finished.ledger, home, context.terminal.paint));
  }
  return finished.exit;
}

async function entriesOf(authority: Authority): Promise<readonly CronListing[]> {
  const listed = await authority.call('cron.list', {}, { timeoutMs: callMs });
  if (!listed.ok) throw faultError(listed.fault, 'in the schedule');
  return listed.value.entries;
}

function unknownEntry(id: string) {
  return wrongUsage(`There is no entry "${id}".`, 'in NAME', 'See `localagent cron list`.');
}
