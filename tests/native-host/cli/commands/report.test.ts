import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  ReportDocument,
  ReportExportDocument,
  ReportsDocument,
  report,
} from '../../../../native-host/cli/commands/report.ts';
import { parseCommandLine } from '../../../../native-host/cli/parse-command-line.ts';
import { ok } from '../../../../shared/faults.ts';
import type { RunView } from '../../../../shared/run.ts';
import { objectiveRun } from '../../../entrypoints/sidepanel/objective-samples.ts';
import { sampleRun } from '../../../entrypoints/sidepanel/samples.ts';
import { ClientAuthority } from '../../../fakes/client-authority.ts';
import { commandContext } from '../../../fakes/command-context.ts';
import { temporaryFolder } from '../../../fakes/temporary-folder.ts';

const ended = { status: 'succeeded', ended_at: '2026-04-03T10:01:12.000Z' } as const;
const runs = (folder: string): readonly RunView[] => [
  objectiveRun({ run_id: '20260403-a1', ...ended, report: join(folder, 'a1', 'research_report.md') }),
  sampleRun({ run_id: '20260403-b2', ...ended, report: join(folder, 'b2', 'report.md') }),
  sampleRun({ run_id: '20260403-c3' }),
];

async function invoke(folder: string, ...words: string[]) {
  const authority = new ClientAuthority({
    'run.list': () => ({ runs: runs(folder) }),
    'run.report': () => ({ markdown: '# It is\u001b[2J\n\nso.\n' }),
  });
  const context = commandContext({ connect: async () => ok(authority) });
  const line = parseCommandLine(['report', ...words], [report]);
  if (line.kind !== 'run') throw new Error(line.kind);
  const exit = await report.run(line.invocation, { ...context, cwd: folder });
  return { exit, terminal: context.terminal, authority };
}

test('the list has every run with a report, an objective by its own words', async () => {
  const { terminal } = await invoke('/x', 'list', '--json');
  const { reports } = ReportsDocument.parse(terminal.documents[0]);
  expect(reports.map(({ title }) => title)).toEqual([
    'How tall is the tallest mountain in Africa, in metres and in feet?',
    'Report',
  ]);
  expect((await invoke('/x', 'list')).terminal.printed.join('\n')).not.toContain('c3');
});

test('a report is shown by the beginning of its name or as the last, and obeys no terminal codes', async () => {
  const { terminal, authority } = await invoke('/x', 'show', 'last');
  expect(terminal.printed).toEqual(['# It is·[2J', '', 'so.']);
  expect(authority.calls.at(-1)?.params).toEqual({ run_id: '20260403-a1' });
  const named = await invoke('/x', 'show', '20260403-b', '--json');
  expect(ReportDocument.parse(named.terminal.documents[0]).run_id).toBe('20260403-b2');
});

test('a name that fits several runs, or none, is wrong usage', async () => {
  await expect(invoke('/x', 'show', '2026')).rejects.toMatchObject({
    exit: 2,
    what: '2 runs begin with "2026".',
  });
  await expect(invoke('/x', 'show', 'z')).rejects.toMatchObject({ what: 'No run "z" has a report.' });
});

test('an export has every file of the report, and writes over nothing', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'a1'));
  for (const name of ['research_report.md', 'research_log.txt', 'events.jsonl']) {
    writeFileSync(join(folder, 'a1', name), name);
  }
  const { terminal } = await invoke(folder, 'export', 'last', '--out', 'to', '--json');
  expect(ReportExportDocument.parse(terminal.documents[0]).files).toHaveLength(2);
  await invoke(folder, 'export', 'last', '--out', 'to');
  expect(readdirSync(join(folder, 'to')).sort()).toEqual([
    'research_log-2.txt',
    'research_log.txt',
    'research_report-2.md',
    'research_report.md',
  ]);
  await expect(invoke(folder, 'export', '20260403-b')).rejects.toMatchObject({
    what: 'Its report is gone.',
  });
});
