import { expect, test } from 'vitest';
import { extractTable } from '../../../../entrypoints/background/tools/extract-table.ts';
import type { FoundTable } from '../../../../shared/engine-methods.ts';
import { attempt } from '../../../../shared/faults.ts';
import { context, frame, ScriptedPage } from '../../../fakes/scripted-page.ts';

const cell = (text: string) => ({ text, number: null, href: null });
const found = (more: Partial<FoundTable> = {}): FoundTable => ({
  ref: 'e1',
  kind: 'table',
  caption: '',
  headers: ['A', '', 'A'],
  header_rows: [['A', '', 'A']],
  cells: [['1', 'x, "y"', '2'].map(cell)],
  row_count: 1,
  foot_rows: 0,
  levels: [],
  weight: 9,
  unfilled: 0,
  declared: 0,
  more: false,
  next: null,
  ...more,
});
const args = (more: object = {}) =>
  ({ all: false, max_rows: 1000, timeout_ms: 500, format: 'json', ...more }) as never;
const pageWith = (table: FoundTable, collected: object = {}) =>
  new ScriptedPage({
    tables: () => ({ tables: [table] }),
    collect_table: () => ({ found: { ...table, more: false }, left: '', ...collected }),
  });

test('the main table is the heaviest of all frames; the others come when they are asked for', async () => {
  const named = (caption: string, weight: number) => found({ caption, weight, ref: `e${weight}` });
  const page = new ScriptedPage(
    {
      tables: (_args, id) => ({
        tables: id === 0 ? [named('menu', 0), named('small', 5)] : [named('main', 90)],
      }),
    },
    [frame(0), frame(1, 0)],
  );
  const { result } = await extractTable(page, args({ all: true }), [], context());
  expect(result).toMatchObject({ caption: 'main', ref: 'f1e90' });
  expect(result.tables.map(({ caption }) => caption)).toEqual(['menu', 'small']);
  expect((await extractTable(page, args(), [], context())).result.tables).toEqual([]);
});

test('a page without a table is told as such', async () => {
  const page = new ScriptedPage({ tables: () => ({ tables: [] }) });
  expect(await attempt(() => extractTable(page, args(), [], context()))).toMatchObject({
    fault: { code: 'not-found' },
  });
});

test('columns have a name each, though headers repeat or are missing', async () => {
  const { result } = await extractTable(pageWith(found()), args(), [], context());
  expect(result.headers).toEqual(['A', '', 'A']);
  expect(result.columns).toEqual(['A', 'Column 2', 'A (2)']);
  expect(result.rows).toEqual([{ A: '1', 'Column 2': 'x, "y"', 'A (2)': '2' }]);
  expect(result).toMatchObject({ complete: true, missing: '' });
});

test('CSV and Markdown are given instead of rows and cells', async () => {
  const csv = await extractTable(pageWith(found()), args({ format: 'csv' }), [], context());
  expect(csv.result).toMatchObject({ rows: [], cells: [], text: 'A,,A\r\n1,"x, ""y""",2\r\n' });
  const markdown = await extractTable(pageWith(found()), args({ format: 'markdown' }), [], context());
  expect(markdown.result.text).toBe('| A |  | A |\n| --- | --- | --- |\n| 1 | x, "y" | 2 |');
});

test('a table that may hold more is scrolled through, and is whole only if its end was reached', async () => {
  const more = found({ more: true, declared: -1 });
  const whole = pageWith(more, { found: found({ row_count: 4 }) });
  expect((await extractTable(whole, args(), [], context())).result.complete).toBe(false);
  expect(whole.callsOf('collect_table')).toHaveLength(1);
  expect((await extractTable(pageWith(more), args(), [], context())).result.complete).toBe(true);
  const late = await extractTable(pageWith(more, { left: 'time' }), args(), [], context());
  expect(late.result).toMatchObject({ complete: false, missing: expect.stringContaining('timeout_ms') });
});

test('unfilled cells, rows beyond max_rows and a control for the next rows make it incomplete', async () => {
  const lazy = pageWith(found({ unfilled: 4 }));
  expect((await extractTable(lazy, args(), [], context())).result.missing).toContain('not filled 4 cells');
  const long = pageWith(found({ row_count: 5000 }));
  expect((await extractTable(long, args(), [], context())).result.missing).toContain('max_rows');
  expect(long.callsOf('collect_table')).toHaveLength(0);
  const paged = pageWith(found({ next: { ref: 'e7', name: 'Next' } }));
  expect((await extractTable(paged, args(), [], context())).result).toMatchObject({
    complete: false,
    next: { ref: 'e7', name: 'Next' },
  });
});
