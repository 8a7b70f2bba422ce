import { expect, test } from 'vitest';
import { reportPdf } from '../../../demo/report-pdf.ts';
import { reportByNumber, reportCsv, reportRows } from '../../../demo/reports.ts';
import { checkFile } from '../../../native-host/files/check-file.ts';
import { cellDay, periodDays } from '../../../native-host/files/period.ts';
import { faultOf, valueIn } from '../workflow/shipped.ts';

const csv = Buffer.from(reportCsv('2026-06'));
const report = reportByNumber('ST-2026-06');
const pdf = report === undefined ? Buffer.alloc(0) : reportPdf(report);

test('a right file passes, and what was checked is told', () => {
  const rows = reportRows('2026-06').length;
  expect(valueIn(checkFile(csv, { type: 'csv', rows, period: { column: 'Date', is: '2026-06' } }))).toEqual([
    'type csv',
    `${rows} rows`,
    'all dates in 2026-06',
  ]);
  expect(valueIn(checkFile(pdf, { type: 'pdf', bytes_min: 200 }))).toEqual([
    'at least 200 bytes',
    'type pdf',
  ]);
  expect(valueIn(checkFile(csv, { period: { column: 'date', is: '2026-Q2' } }))).toContain(
    'all dates in 2026-Q2',
  );
});

test.each([
  ['another month', csv, { period: { column: 'date', is: '2026-05' } }, 'is outside 2026-05'],
  ['too few rows', csv, { rows_min: 1000 }, 'at least 1000 were expected'],
  ['another count of rows', csv, { rows: 3 }, 'and 3 were expected'],
  ['no such column', csv, { period: { column: 'day', is: '2026-06' } }, 'no column "day"'],
  [
    'a page of an error',
    Buffer.from('<!doctype html><title>Sorry</title>'),
    { type: 'csv' },
    'it is a web page',
  ],
  ['a PDF called CSV', pdf, { type: 'csv' }, 'is not'],
  ['a CSV called PDF', csv, { type: 'pdf' }, 'it is not a PDF file'],
  ['a PDF that broke off', pdf.subarray(0, pdf.length - 8), { type: 'pdf' }, 'without its end'],
  ['nothing', Buffer.alloc(0), { type: 'pdf' }, 'it is not a PDF file'],
  ['too small', csv, { bytes_min: 1e6 }, 'at least 1000000 were expected'],
  ['a ZIP called Excel', Buffer.from('PK\u0003\u0004aPK\u0005\u0006'), { type: 'xlsx' }, 'not an Excel file'],
  ['broken JSON', Buffer.from('{'), { type: 'json' }, 'it is not JSON'],
  [
    'no rows to show the period',
    Buffer.from('date,x\n'),
    { period: { column: 'date', is: '2026' } },
    'no rows',
  ],
] as const)('%s is not filed', (_, bytes, checks, why) => {
  const problem = faultOf(checkFile(bytes, checks));
  expect(problem.message).toContain(why);
  expect(problem.code).toBe('not-actionable');
});

test('periods have their first and last day', () => {
  expect(periodDays('2024-02')).toEqual({ from: '2024-02-01', to: '2024-02-29' });
  expect(periodDays('2026-Q4')).toEqual({ from: '2026-10-01', to: '2026-12-31' });
  expect(periodDays('2026')).toEqual({ from: '2026-01-01', to: '2026-12-31' });
  expect([periodDays('2026-13'), periodDays('June'), periodDays('2026-Q5')]).toEqual([null, null, null]);
});

test('dates are read where only one reading is possible', () => {
  expect(
    ['2026-06-30', '2026-06-30T10:00:00Z', '30.6.2026', '2026/6/30', '30/06/2026', '6/30/2026'].map(cellDay),
  ).toEqual(Array.from({ length: 6 }, () => '2026-06-30'));
  expect(['05/06/2026', '2026-02-30', 'Juni', ''].map(cellDay)).toEqual([null, null, null, null]);
  expect(cellDay('06/06/2026')).toBe('2026-06-06');
});
