import { expect, test } from 'vitest';
import { downloadFile, extractRows } from '../../../native-host/agent/keep-files.ts';
import type { Use } from '../../../native-host/agent/make-call.ts';
import type { Means } from '../../../native-host/agent/ports.ts';
import { failed, fault, ok } from '../../../shared/faults.ts';
import type { RunEventBody } from '../../../shared/run.ts';
import { receiptFor } from '../workflow/fake-calls.ts';
import { fakeEvidence } from './fake-evidence.ts';
import { PaperCalls, search } from './fake-web.ts';

const receipt = receiptFor({ tool: 'download', step_id: 'turn-1' }, null);
const sha256 = 'b'.repeat(64);

function means() {
  const events: RunEventBody[] = [];
  const written: string[] = [];
  const made: Means = {
    model: { contextTokens: 1, complete: async () => failed(fault('internal', '', '')) },
    readReply: () => ({ ok: false, kind: 'none', hint: '' }),
    calls: new PaperCalls({}),
    search,
    evidence: fakeEvidence,
    keeper: {
      table: (name, csv) => {
        written.push(csv);
        return { name, path: `/runs/1/${name}`, bytes: csv.length, sha256, state: 'downloaded' };
      },
      trace: () => {},
    },
    ask: async () => null,
    unpaused: async () => false,
    leftMs: () => 1,
    spendTokens: () => null,
    redact: (text) => text,
    emit: (event) => void events.push(event),
    signal: new AbortController().signal,
  };
  return { made, events, written };
}

const cell = (text: string) => ({ text, number: null, href: null });
const table = {
  ref: 'e1',
  kind: 'table',
  caption: 'Prices',
  headers: [],
  header_rows: [],
  columns: ['Name', 'Price'],
  rows: [],
  cells: [
    [cell('Chair, "old"'), cell('-12.50')],
    [cell('=HYPERLINK("http://x")'), cell('3')],
  ],
  row_count: 3,
  foot_rows: 0,
  levels: [],
  complete: false,
  missing: 'One row is on the next page.',
  next: null,
  text: '',
  tables: [],
};

test('a table is kept as CSV that no spreadsheet runs, and its rows are shown', async () => {
  const { made, events, written } = means();
  const use: Use = async () => ({ done: ok(table), receipt });
  const outcome = await extractRows({ kind: 'extract', ref: 'e1', n: 2, caption: 'Prices' }, use, made);
  expect(written).toEqual(['Name,Price\r\n"Chair, ""old""",-12.50\r\n"\'=HYPERLINK(""http://x"")",3\r\n']);
  expect(outcome.line).toBe(
    'kept the table, 2 of 3 rows, as table-2.csv. Not all of it: One row is on the next page.',
  );
  expect(outcome.seen).toMatchObject({
    kind: 'table',
    text: 'Name | Price\nChair, "old" | -12.50\n=HYPERLINK("http://x") | 3',
  });
  expect(events).toMatchObject([{ type: 'file.saved', file: { name: 'table-2.csv' } }]);
});

test('a download is told with its name and size, and stands among the run’s files', async () => {
  const { made, events } = means();
  const result = {
    name: 'report.pdf',
    path: '/runs/1/report.pdf',
    bytes: 12,
    sha256,
    mime: 'application/pdf',
    source_url: 'https://a.test/',
  };
  const use: Use = async () => ({ done: ok(result), receipt });
  const outcome = await downloadFile(
    { kind: 'download', control: null, url: 'https://a.test/r', sources: null },
    use,
    made,
  );
  expect(outcome).toMatchObject({ ok: true, line: 'downloaded "report.pdf", 12 bytes.' });
  expect(events).toMatchObject([
    { type: 'file.saved', file: { name: 'report.pdf', state: 'downloaded', sha256 } },
  ]);
});

test('a download that failed keeps nothing and says why', async () => {
  const { made, events } = means();
  const use: Use = async () => ({
    done: failed(fault('timeout', 'No download began.', 'Click another.')),
    receipt,
  });
  const outcome = await downloadFile(
    { kind: 'download', control: null, url: 'https://a.test/r', sources: null },
    use,
    made,
  );
  expect([outcome.ok, outcome.line, events]).toEqual([
    false,
    'download: not done. No download began. Click another.',
    [],
  ]);
});
