import { expect, test } from 'vitest';
import { extractTable } from '../../../../entrypoints/background/tools/extract-table.ts';
import { attempt } from '../../../../shared/faults.ts';
import { context, frame, ScriptedPage } from '../../../fakes/scripted-page.ts';

const table = (caption: string, weight: number, unfilled = 0) => ({
  ref: `e${weight}`,
  table: { caption, headers: ['A'], rows: [], cells: [], row_count: 0, complete: true },
  weight,
  unfilled,
});
const args = (more: object = {}) => ({ all: false, max_rows: 1000, timeout_ms: 500, ...more }) as never;

test('the main table is the heaviest of all frames; the others come when they are asked for', async () => {
  const page = new ScriptedPage(
    {
      tables: (_args, id) => ({
        tables: id === 0 ? [table('menu', 0), table('small', 5)] : [table('main', 90)],
      }),
    },
    [frame(0), frame(1, 0)],
  );
  const { result } = await extractTable(page, args({ all: true }), [], context());
  expect(result.caption).toBe('main');
  expect(result.tables.map(({ caption }) => caption)).toEqual(['menu', 'small']);
  expect((await extractTable(page, args(), [], context())).result.tables).toEqual([]);
});

test('a page without a table is told as such', async () => {
  const page = new ScriptedPage({ tables: () => ({ tables: [] }) });
  expect(await attempt(() => extractTable(page, args(), [], context()))).toMatchObject({
    fault: { code: 'not-found' },
  });
});

test('cells that the page never fills make the table incomplete', async () => {
  const page = new ScriptedPage({ tables: () => ({ tables: [table('lazy', 9, 4)] }) });
  const { result } = await extractTable(page, args(), [], context(700));
  expect(result.complete).toBe(false);
  expect(page.callsOf('fill_rows').length).toBeGreaterThan(0);
});
