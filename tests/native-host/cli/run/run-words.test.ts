import { expect, test } from 'vitest';
import { resultLines, stepLine } from '../../../../native-host/cli/run/run-words.ts';
import { finishedRun, step } from '../../../fakes/run-story.ts';

const plain = (_colour: string, text: string): string => text;
const ledger = { ok: true, rows: 100, broken_at: null, reason: '' };

test('the result shows outcome, steps, output, files, report and ledger', () => {
  expect(resultLines(finishedRun, ledger, '/home', plain)).toEqual([
    'Vendor portal report: done after 2.5 s',
    '',
    'Step                 Outcome  Runs  Time   Note',
    '─'.repeat(68),
    'Download the report  done     1     1.2 s  statement.csv, 120 bytes.',
    '',
    'Result',
    '─'.repeat(10),
    'rows    29',
    '',
    'File   State  Bytes',
    '─'.repeat(19),
    'a.csv  filed  120',
    '/out/a.csv',
    `  SHA-256 ${'a'.repeat(64)}, 120 bytes`,
    '',
    'Report   /home/runs/1/report.md',
    'Ledger   /home: 100 rows, verified',
  ]);
});

test('a refusal says why and what to do, and a broken ledger is loud', () => {
  const run = {
    ...finishedRun,
    status: 'refused' as const,
    fault: { code: 'denied' as const, message: 'The policy does not allow it.', hint: 'Change the rule.' },
  };
  const lines = resultLines(run, { ...ledger, ok: false, reason: 'Row 3 is missing.' }, '/home', plain);
  expect(lines.slice(0, 3)).toEqual([
    'Vendor portal report: refused by policy after 2.5 s',
    '  The policy does not allow it.',
    '  Change the rule.',
  ]);
  expect(lines.at(-1)).toBe('Ledger   /home: 100 rows, NOT verified: Row 3 is missing.');
});

test('what a page wrote cannot leave its line', () => {
  expect(stepLine({ ...step, note: 'a\u001b[31mb\nc' }, plain)).toMatch(/– a·\[31mb·c$/);
});
