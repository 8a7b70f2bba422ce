import { attributeOf, rectOf, textContentOf } from './natives.ts';
import type { Table } from './table-find.ts';
import { type Grid, type GridRow, gridOf } from './table-grid.ts';
import type { Read } from './table-header.ts';
import { drawn, type Look, lookAt, rowsSeenMax } from './table-look.ts';
import { namingsOf, type SeenRow, SeenRows, type Taken } from './table-merge.ts';
import { createRead, partsOf, type TableParts } from './table-read.ts';
import { noCell } from './table-text.ts';
import { isLoading, nextFrame, type View, widthSeen } from './table-view.ts';

// A table that keeps only the rows in view in the document, gone through from its start to its end, once for every screen of
// columns.

/** Time for a page to bring rows once its end is in view; longer where it shows that it is loading. */
export const quietMs = 300;
export const loadingMs = 3_000;
const looksMax = 20_000;
const passesMax = 60;
const slackPx = 2;
/** Times that a step is halved to find rows that were seen before. */
const backMax = 4;

export type Walked = {
  readonly parts: TableParts;
  /** What kept it from being whole; empty if nothing did. */
  readonly left: '' | 'rows_max' | 'time' | 'declared' | 'gaps';
};

type Outcome = 'end' | 'rows_max' | 'time' | 'misnamed';
type Walk = {
  readonly table: Table;
  readonly view: View;
  readonly seen: SeenRows;
  /** Header texts by the number of their column. */
  readonly columns: Map<number, readonly string[]>;
  readonly rowsMax: number;
  readonly until: number;
  readonly first: Look;
};

export async function walkTable(
  table: Table,
  view: View,
  rowsMax: number,
  until: number,
): Promise<Walked | null> {
  view.scrollTo(startOf(table.element, view), 0);
  await drawn(table, view, until);
  const first = lookAt(table, createRead(), null);
  for (const naming of namingsOf(first.body)) {
    const walk = { table, view, seen: new SeenRows(naming), columns: new Map(), rowsMax, until, first };
    const outcome = await passes(walk);
    if (outcome !== 'misnamed') return walked(walk, outcome);
    view.scrollTo(startOf(table.element, view), 0);
    await drawn(table, view, until);
  }
  return null;
}

function startOf(table: Element, view: View): number {
  return view.box === null ? Math.max(0, rectOf(table).top + scrollY - innerHeight * 0.3) : 0;
}

async function passes(walk: Walk): Promise<Outcome> {
  const { table, view, columns, until } = walk;
  const declared = Number(attributeOf(table.element, 'aria-colcount') ?? 0);
  let outcome: Outcome = 'end';
  for (let pass = 0; pass < passesMax; pass++) {
    outcome = await passDown(walk);
    if (outcome === 'misnamed' || outcome === 'time') return outcome;
    const atEnd = view.left() + widthSeen(view) >= view.width() - slackPx;
    if (declared <= columns.size || atEnd) return outcome;
    view.scrollTo(startOf(table.element, view), view.left() + widthSeen(view) * 0.8);
    await drawn(table, view, until);
  }
  return outcome;
}

async function passDown(walk: Walk): Promise<Outcome> {
  const { table, view, seen, rowsMax, until } = walk;
  for (let look = 0, from = view.top(); look < looksMax; look++) {
    const taken = await takeInAfter(walk, from);
    if (taken === 'misnamed') return taken;
    if (seen.size > rowsMax) return 'rows_max';
    if (performance.now() > until) return 'time';
    if (view.isAtEnd() || isPast(table.element, view)) {
      if (await comesMore(walk)) continue;
      return performance.now() > until ? 'time' : 'end';
    }
    from = view.top();
    const { top, bottom } = view.edges();
    const last = lastRow(table);
    const ahead = last === null ? 0 : rectOf(last).top - top;
    view.scrollTo(from + Math.max(ahead, (bottom - top) * 0.5), view.left());
    await drawn(table, view, until);
    if (view.top() === from && !view.isAtEnd()) return 'end';
  }
  return 'time';
}

/** Takes in the rows in view; goes back part of the way where they do not go on from those before. */
async function takeInAfter(walk: Walk, from: number): Promise<Taken> {
  const { table, view, until } = walk;
  for (let back = 0; back < backMax; back++) {
    const taken = takeIn(walk, false);
    if (taken !== 'apart') return taken;
    view.scrollTo(from + (view.top() - from) * 0.5, view.left());
    await drawn(table, view, until);
  }
  return takeIn(walk, true);
}

function lastRow({ element, kind }: Table): Element | null {
  const rows = gridOf(element, kind, rowsSeenMax).rows.filter(
    (row) => textContentOf(row.element).trim() !== '',
  );
  return rows.findLast(({ group }) => group !== 'foot')?.element ?? null;
}

function takeIn({ table, view, seen, columns, first }: Walk, force: boolean): Taken {
  const read = createRead();
  const { grid, head, body } = lookAt(table, read, first);
  keepHead(columns, head.length > 0 ? head : first.head, head.length > 0 ? grid : first.grid, read);
  for (const column of grid.columns) if (!columns.has(column)) columns.set(column, []);
  return seen.add(body, grid, view, read, force);
}

function keepHead(
  columns: Map<number, readonly string[]>,
  head: readonly GridRow[],
  grid: Grid,
  read: Read,
): void {
  for (const [at, column] of grid.columns.entries()) {
    const texts = head.map((row) => read(row.places[at] ?? null).text);
    const before = columns.get(column) ?? [];
    if (texts.some((text, row) => text !== '' && (before[row] ?? '') === '')) columns.set(column, texts);
  }
}

/** The end of a table in the middle of a page is in view. */
function isPast(table: Element, view: View): boolean {
  return view.box === null && rectOf(table).bottom < view.edges().bottom;
}

/** At the end: whether rows still come, which is waited for longer where the table says that there are some. */
async function comesMore(walk: Walk): Promise<boolean> {
  const { table, view, seen, first, until } = walk;
  const total = seen.size;
  const height = view.height();
  const started = performance.now();
  const declared = declaredRows(table.element);
  if (declared > 0 && total + first.head.length >= declared) return false;
  for (let look = 0; look < looksMax && performance.now() < until; look++) {
    await nextFrame();
    takeIn(walk, true);
    if (seen.size > total || view.height() > height + slackPx) return true;
    const expected = declared > 0 || isLoading(table.element);
    if (performance.now() - started > (expected ? loadingMs : quietMs)) return false;
  }
  return false;
}

export function declaredRows(table: Element): number {
  const declared = Number(attributeOf(table, 'aria-rowcount') ?? 0);
  return Number.isInteger(declared) ? declared : 0;
}

function walked({ table, seen, columns, rowsMax }: Walk, outcome: Exclude<Outcome, 'misnamed'>): Walked {
  const numbers = [...columns.keys()].sort((a, b) => a - b);
  const rows = seen.inOrder().slice(0, rowsMax);
  const height = Math.max(0, ...[...columns.values()].map((texts) => texts.length));
  const declared = declaredRows(table.element);
  const headerTexts = (row: number) => numbers.map((column) => columns.get(column)?.[row] ?? '');
  const parts: TableParts = {
    caption: partsOf(table.element, table.kind, 1, createRead())?.caption ?? '',
    head: Array.from({ length: height }, (_, row) => headerTexts(row)),
    body: rows.map((row) => numbers.map((column) => row.cells.get(column) ?? noCell)),
    foot: rows.filter((row) => row.foot).length,
    levels: levelsOf(rows),
    total: Math.max(seen.size, declared - height),
    rows: [],
  };
  const short = declared > 0 && seen.size + height < declared;
  if (outcome !== 'end') return { parts, left: outcome };
  return { parts, left: short ? 'declared' : seen.gaps > 0 ? 'gaps' : '' };
}

function levelsOf(rows: readonly SeenRow[]): readonly number[] {
  return rows.some(({ level }) => level > 0) ? rows.map(({ level }) => Math.max(1, level)) : [];
}
