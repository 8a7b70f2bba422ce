import { dirname, resolve } from 'node:path';
import { z } from 'zod';
import { RunStatus, type RunView } from '../../../shared/run.ts';
import { type CommandContext, defineCommand, type Invocation } from '../command.ts';
import { faultError, wrongUsage } from '../command-error.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import type { Authority } from '../parts.ts';
import { copyReport } from '../run/copy-report.ts';
import { reportFiles } from '../run/report-files.ts';
import { tableLines, visibleText } from '../table.ts';

/** What `localagent report list --json` prints, newest first. */
export const ReportsDocument = z.strictObject({
  schema: z.literal('localagent.reports.v1'),
  reports: z.array(
    z.strictObject({
      run_id: z.string(),
      title: z.string(),
      status: RunStatus,
      started_at: z.string(),
      report: z.string(),
    }),
  ),
});

/** What `localagent report show --json` prints. */
export const ReportDocument = z.strictObject({
  schema: z.literal('localagent.report-text.v1'),
  run_id: z.string(),
  markdown: z.string(),
});

/** What `localagent report export --json` prints. */
export const ReportExportDocument = z.strictObject({
  schema: z.literal('localagent.report-export.v1'),
  run_id: z.string(),
  files: z.array(z.string()),
});

const listMs = 10_000;
const runsListed = 200;
const titleCharactersMax = 60;

export const report = defineCommand({
  name: 'report',
  summary: 'reports of runs: list, show, export',
  details:
    'RUN is the name of a run, or the beginning of one that no other run has; "last" is the newest with a report.',
  subcommands: [
    { name: 'list', summary: 'runs that have a report, newest first', positionals: [], options: [] },
    { name: 'show', summary: 'print a report', positionals: ['RUN'], options: [] },
    { name: 'export', summary: "copy a report's files into a folder", positionals: ['RUN'] },
  ],
  options: {
    out: { type: 'string', value: 'FOLDER', text: 'where to (export); left out: the current folder' },
  },
  async run(invocation, context) {
    const { parts } = context;
    const joined = await parts.connect({ start: true });
    if (!joined.ok) throw faultError(joined.fault, `data folder ${parts.paths.home}`);
    try {
      const reported = await reportedRuns(joined.value);
      if (invocation.subcommand === 'list') return list(reported, invocation, context);
      const run = chosen(reported, invocation.positionals[0] ?? '');
      return invocation.subcommand === 'show'
        ? await show(joined.value, run, invocation, context)
        : exportFiles(run, invocation, context);
    } finally {
      joined.value.close();
    }
  },
});

type Reported = RunView & { readonly report: string };

async function reportedRuns(authority: Authority): Promise<readonly Reported[]> {
  const listed = await authority.call('run.list', { limit: runsListed }, { timeoutMs: listMs });
  if (!listed.ok) throw faultError(listed.fault, 'in the list of runs');
  return listed.value.runs.flatMap((run) => (run.report === null ? [] : [{ ...run, report: run.report }]));
}

function list(runs: readonly Reported[], invocation: Invocation, { terminal }: CommandContext): ExitCode {
  if (invocation.json) {
    terminal.printJson({
      schema: 'localagent.reports.v1',
      reports: runs.map((run) => ({
        run_id: run.run_id,
        title: titleOf(run),
        status: run.status,
        started_at: run.started_at,
        report: run.report,
      })),
    } satisfies z.infer<typeof ReportsDocument>);
    return exitCode.done;
  }
  terminal.print(
    runs.length === 0
      ? ['There is no report yet. Every run ends with one: localagent run "…"']
      : tableLines(
          ['Run', 'Ended as', 'What'],
          runs.map((run) => [run.run_id, run.status, titleOf(run).slice(0, titleCharactersMax)]),
        ),
  );
  return exitCode.done;
}

async function show(
  authority: Authority,
  run: Reported,
  invocation: Invocation,
  { terminal }: CommandContext,
): Promise<ExitCode> {
  const told = await authority.call('run.report', { run_id: run.run_id }, { timeoutMs: listMs });
  if (!told.ok) throw faultError(told.fault, `in the report of ${run.run_id}`);
  const { markdown } = told.value;
  if (invocation.json) {
    const schema = 'localagent.report-text.v1';
    terminal.printJson({ schema, run_id: run.run_id, markdown } satisfies z.infer<typeof ReportDocument>);
  } else terminal.print(markdown.trimEnd().split('\n').map(visibleText));
  return exitCode.done;
}

function exportFiles(run: Reported, invocation: Invocation, { terminal, cwd }: CommandContext): ExitCode {
  const folder = resolve(cwd, invocation.text('out') ?? '.');
  const files = reportFiles(dirname(run.report)).map((file) => {
    const copied = copyReport(file, folder);
    if (!copied.ok) throw faultError(copied.fault, folder);
    return copied.value;
  });
  if (files.length === 0) {
    throw wrongUsage('Its report is gone.', dirname(run.report), 'Print it with `localagent report show`.');
  }
  if (invocation.json) {
    const schema = 'localagent.report-export.v1';
    terminal.printJson({ schema, run_id: run.run_id, files } satisfies z.infer<typeof ReportExportDocument>);
  } else terminal.print(files);
  return exitCode.done;
}

function chosen(runs: readonly Reported[], name: string): Reported {
  const fitting = name === 'last' ? runs.slice(0, 1) : runs.filter(({ run_id: id }) => id.startsWith(name));
  const exact = runs.find(({ run_id: id }) => id === name) ?? (fitting.length === 1 ? fitting[0] : undefined);
  if (exact !== undefined) return exact;
  throw wrongUsage(
    fitting.length === 0 ? `No run "${name}" has a report.` : `${fitting.length} runs begin with "${name}".`,
    'in "localagent report"',
    'See `localagent report list`.',
  );
}

function titleOf(run: RunView): string {
  return run.objective?.text ?? run.template.title;
}
