import { expect, test } from 'vitest';
import { fitResult, resultBytesMax } from '../../../native-host/mcp/fit-result.ts';
import { ResultStore } from '../../../native-host/mcp/result-store.ts';
import { extractTable } from '../../../shared/tools/extract-table.ts';

const store = () => new ResultStore(() => new Date(0));

test('a result that fits is answered as it is, and nothing is kept', () => {
  const kept = store();
  const result = { value: 'x'.repeat(1000) };
  expect(fitResult('evaluate_script', result, kept)).toEqual({ result, whole: null });
  expect(kept.list()).toEqual([]);
});

test('a long table keeps its form with fewer rows, and says where the whole is', () => {
  const kept = store();
  const rows = Array.from({ length: 3000 }, (_, row) => ({ Item: `item ${row}`, Price: String(row) }));
  const cells = rows.map(({ Item, Price }) => [
    { text: Item, number: null, href: null },
    { text: Price, number: Number(Price), href: null },
  ]);
  const headers = ['Item', 'Price'];
  const told = { ref: 'e1', kind: 'table', caption: '', headers, header_rows: [headers], columns: headers };
  const end = {
    row_count: 3000,
    foot_rows: 0,
    levels: [],
    complete: true,
    missing: '',
    next: null,
    text: '',
  };
  const table = { ...told, rows, cells, ...end };
  const { result, whole } = fitResult('extract_table', { ...table, tables: [] }, kept);
  const { truncated, ...head } = result;
  expect(extractTable.output.parse(head)).toMatchObject({ row_count: 3000, headers: ['Item', 'Price'] });
  expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThanOrEqual(resultBytesMax);
  expect(truncated).toEqual({ resource: whole?.uri, bytes: expect.any(Number) });
  expect(JSON.parse(kept.get(whole?.uri ?? '')?.json ?? '')).toEqual({ ...table, tables: [] });
});

test('one endless text, wide objects and deep nesting all come down to a head', () => {
  let deep: unknown = 'bottom '.repeat(100_000);
  for (let level = 0; level < 50; level++) deep = [deep];
  const wide = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`key ${index}`, index]));
  for (const value of ['y'.repeat(5_000_000), wide, deep]) {
    const { result } = fitResult('evaluate_script', { value }, store());
    expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThanOrEqual(resultBytesMax);
  }
});
