import type { FoundTable } from '../../../shared/engine-methods.ts';
import { attempt, raise } from '../../../shared/faults.ts';
import type { extractTable as declaration, Table } from '../../../shared/tools/extract-table.ts';
import type { Behaviour, CallContext, Page } from '../page.ts';
import { askEngine, frameOfRef, numberOfRef, pause } from './ask-engine.ts';
import { frameMs } from './child-frames.ts';
import { resolveTarget } from './resolve-targets.ts';

/** How long a page may take to fill cells that were brought into view. */
const fillMs = 3_000;
const fillTurnsMax = 4;
const tablesMax = 100;

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
      'There is no table on the page.',
      'Take a snapshot, or read the page with get_text.',
    );
  }
  const table = await filled(page, main, args.max_rows, context);
  const others = args.all ? found.filter((other) => other !== main).slice(0, tablesMax) : [];
  return { result: { ...table, tables: others.map(tableOf) }, verified: true };
};

function tableOf({ table, unfilled }: FoundTable): Table {
  return { ...table, complete: table.complete && unfilled === 0 };
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

/**
 * Rows that the page fills when they are seen are brought into view, and read again; what stays empty is
 * told.
 */
async function filled(page: Page, first: Placed, rowsMax: number, context: CallContext): Promise<Table> {
  let table: Placed = first;
  const until = Math.min(context.deadline, Date.now() + fillMs);
  const ref = numberOfRef(first.ref);
  for (let turn = 0; turn < fillTurnsMax && table.unfilled > 0 && Date.now() < until; turn++) {
    const timeout_ms = Math.max(1, until - Date.now());
    await askEngine(page, table.frameId, 'fill_rows', { ref, timeout_ms }, context.deadline);
    await pause(200, context.signal);
    const again = await tablesOf(page, table.frameId, ref, rowsMax, context);
    table = again.find((candidate) => candidate.ref === first.ref) ?? table;
  }
  return tableOf(table);
}
