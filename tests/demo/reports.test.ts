import { expect, test } from 'vitest';
import {
  CATALOGUE,
  CSV_HEADER,
  REPORT_TYPES,
  reportCsv,
  reportRows,
  reportTotal,
} from '../../demo/reports.ts';

test('the rows of June 2026 are what they always were', () => {
  expect(reportTotal('2026-06')).toMatchInlineSnapshot(`
    {
      "grossCents": 4328272,
      "netCents": 3637203,
      "rows": 29,
      "vatCents": 691069,
    }
  `);
  expect(reportRows('2026-06')[0]).toMatchInlineSnapshot(`
    {
      "date": "2026-06-01",
      "description": "Display panel 7" (IPS)",
      "document": "ST202606-001",
      "grossCents": 88155,
      "netCents": 74080,
      "vatCents": 14075,
    }
  `);
});

test('every row of every report is dated in its period, in order, and adds up', () => {
  for (const { period, type, total } of CATALOGUE) {
    const rows = reportRows(period, type);
    expect(rows).toEqual(reportRows(period, type));
    expect(rows).toHaveLength(total.rows);
    expect(rows.length).toBeGreaterThanOrEqual(24);
    const dates = rows.map((row) => row.date);
    expect(dates).toEqual([...dates].sort());
    for (const date of dates) expect(new Date(date).toISOString()).toMatch(new RegExp(`^${period}`));
    for (const row of rows) expect(row.grossCents).toBe(row.netCents + row.vatCents);
    expect(rows.reduce((sum, row) => sum + row.grossCents, 0)).toBe(total.grossCents);
  }
});

test('each kind of report has its own numbers', () => {
  const totals = REPORT_TYPES.map((type) => reportTotal('2026-06', type).grossCents);
  expect(new Set(totals).size).toBe(REPORT_TYPES.length);
  expect(reportTotal('2026-06', 'credit_notes').grossCents).toBeLessThan(0);
  expect(new Set(CATALOGUE.map((report) => report.number)).size).toBe(CATALOGUE.length);
});

test('a CSV file has a header, a line for each row, and the total at the end of the last', () => {
  const lines = reportCsv('2026-06').split('\r\n');
  const total = reportTotal('2026-06');
  expect(lines[0]).toBe(CSV_HEADER);
  expect(lines).toHaveLength(total.rows + 2);
  expect(lines.at(-2)).toMatch(new RegExp(`,${(total.grossCents / 100).toFixed(2)}$`));
  expect(lines.at(-1)).toBe('');
});

test('commas and quotation marks in a CSV field are quoted', () => {
  const files = CATALOGUE.map(({ period, type }) => reportCsv(period, type)).join('');
  expect(files).toContain(',"Hex bolts M8, zinc plated",');
  expect(files).toContain(',"Display panel 7"" (IPS)",');
});

test('what is no month is refused', () => {
  expect(() => reportRows('2026-13')).toThrow('YYYY-MM');
});
