import type { FoundTable } from '../../../shared/engine-methods.ts';
import { attempt, raise } from '../../../shared/faults.ts';
import type { extractTable as declaration } from '../../../shared/tools/extract-table.ts';
import type { Behaviour, CallContext, Page } from '../page.ts';
import { askEngine, frameOfRef, numberOfRef, prefixOf } from './ask-engine.ts';
import { frameMs } from './child-frames.ts';
import { resolveTarget } from './resolve-targets.ts';
import { type Left, tableResult } from './table-result.ts';

const tablesMax = 100;
/** Time that is kept for the answer of a page that was scrolled through. */
const spareMs = 500;
/** How long requests that scrolling has set off are waited for. */
const requestsMs = 3_000;

type Placed = FoundTable & { readonly frameId: number };

export const extractTable: Behaviour<typeof declaration> = async (page, args, _targets, context) => {
  const found =
    args.selector === undefined
      ? await tablesOfPage(page, args.max_rows, context)
      : await tablesAt(page, args.selector, args.max_rows, context);
  const main = args.selector === undefined ? heaviest(found) : found[0];
  if (main === undefined) {
    return raise(
      'not-found',
      args.selector === undefined ? 'There is no table on the page.' : 'There is no table there.',
      'Take a snapshot, or read the page with get_text.',
    );
  }
  const { table, left } = await whole(page, main, args.max_rows, context);
  const others = args.all ? found.filter((other) => other.ref !== main.ref).slice(0, tablesMax) : [];
  const told = others.map((other) => tableResult(shown(other), unread(other), args.format));
  return { result: { ...tableResult(shown(table), left, args.format), tables: told }, verified: true };
};

/** Without the frame, which is a matter of ours; refs as a caller uses them. */
function shown({ frameId, ...table }: Placed): FoundTable {
  const prefix = prefixOf(frameId);
  const next = table.next === null ? null : { ...table.next, ref: `${prefix}${table.next.ref}` };
  return { ...table, ref: `${prefix}${table.ref}`, next };
}

/** What stands against a table that was read as it lies, without scrolling. */
function unread(table: FoundTable): Left {
  if (table.row_count > table.cells.length) return 'rows_max';
  const rows = table.row_count + table.header_rows.length;
  return table.more || table.declared > rows || table.declared < 0 ? 'unscrolled' : '';
}

async function tablesAt(
  page: Page,
  selector: string,
  rowsMax: number,
  context: CallContext,
): Promise<readonly Placed[]> {
  const query = { selector, readiness: 'attached' } as const;
  const { ref } = (await resolveTarget(page, query, context.deadline, context.signal)).description;
  return tablesOf(page, frameOfRef(ref), numberOfRef(ref), rowsMax, context);
}

/** Tables of every frame; a frame that does not answer has none. */
async function tablesOfPage(page: Page, rowsMax: number, context: CallContext): Promise<readonly Placed[]> {
  const frames = await page.frames();
  const found = await Promise.all(
    frames.map(async ({ id }) => {
      if (id === 0) return tablesOf(page, id, null, rowsMax, context);
      const patient = { ...context, deadline: Math.min(context.deadline, Date.now() + frameMs) };
      const tables = await attempt(() => tablesOf(page, id, null, rowsMax, patient));
      return tables.ok ? tables.value : [];
    }),
  );
  return found.flat();
}

async function tablesOf(
  page: Page,
  frameId: number,
  ref: number | null,
  rowsMax: number,
  context: CallContext,
): Promise<readonly Placed[]> {
  const { tables } = await askEngine(page, frameId, 'tables', { ref, rows_max: rowsMax }, context.deadline);
  return tables.map((table) => ({ ...table, frameId }));
}

function heaviest(tables: readonly Placed[]): Placed | undefined {
  return tables.reduce<Placed | undefined>(
    (best, table) => (best === undefined || table.weight > best.weight ? table : best),
    undefined,
  );
}

/** Scrolls a table through where that may bring more rows, or fill those that are there. */
async function whole(
  page: Page,
  first: Placed,
  rowsMax: number,
  context: CallContext,
): Promise<{ readonly table: Placed; readonly left: Left }> {
  if (first.row_count > rowsMax) return { table: first, left: 'rows_max' };
  if (!first.more && first.unfilled === 0 && first.declared >= 0)
    return { table: first, left: unread(first) };
  const ref = numberOfRef(first.ref);
  await untilRequestsEnd(page, first, context);
  const timeout_ms = Math.max(1, context.deadline - Date.now() - spareMs);
  const args = { ref, rows_max: rowsMax, timeout_ms };
  const { found, left } = await askEngine(page, first.frameId, 'collect_table', args, context.deadline);
  return found === null
    ? { table: first, left: unread(first) }
    : { table: { ...found, frameId: first.frameId }, left };
}

/** A page that fetches rows when its end comes into view shows nothing of it; its requests do. */
async function untilRequestsEnd(
  page: Page,
  { frameId, ref }: Placed,
  { deadline }: CallContext,
): Promise<void> {
  const until = Math.min(deadline - spareMs * 2, Date.now() + requestsMs);
  if (until <= Date.now()) return;
  const watch = page.watch();
  const asked = await attempt(() =>
    askEngine(page, frameId, 'table_end', { ref: numberOfRef(ref) }, deadline),
  );
  if (asked.ok && asked.value.holds) await watch.settle(until);
  else watch.stop();
}
