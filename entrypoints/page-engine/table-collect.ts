import type { FoundTable } from '../../shared/engine-methods.ts';
import { isConnected, queryAll, rectOf } from './natives.ts';
import { type Table, tableOf } from './table-find.ts';
import { gridOf } from './table-grid.ts';
import { asFound, createRead, partsOf } from './table-read.ts';
import { isVirtual } from './table-scroller.ts';
import { isLoading, nextFrame, scrollerOf, type View, viewOf } from './table-view.ts';
import { declaredRows, loadingMs, quietMs, type Walked, walkTable } from './table-walk.ts';

// A table read whole by scrolling it: rows that the page loads at the end, keeps in the document only while they are in
// view, or fills once they are seen. Afterwards everything is scrolled as it was. What was not reached is said.

/** What kept a table from being whole; empty when every row was reached and the end was seen. */
export type Collected = { readonly found: FoundTable; readonly left: Walked['left'] };

const turnsMax = 10_000;
const looksMax = 20_000;
/** Time a page has to fill a cell that is in view, and all of them together. */
const fillMs = 2_000;
const fillPauseMs = 60;
/** A table that has grown once is waited for longer: its next rows may be on their way from a server. */
const grownMs = 1_500;

type Place = { readonly top: number; readonly left: number; readonly x: number; readonly y: number };

/** Where things were scrolled to before a table's end was shown. */
const places = new WeakMap<Element, Place>();

function placeOf(view: View): Place {
  return { top: view.top(), left: view.left(), x: scrollX, y: scrollY };
}

function rowsOf({ element, kind }: Table, rowsMax: number): readonly Element[] {
  return gridOf(element, kind, rowsMax).rows.map((row) => row.element);
}

/**
 * Scrolls to where more rows of a table would be loaded; false for a table whose rows come and go, which is gone through
 * instead.
 */
export function showTableEnd(element: Element): boolean {
  const table = tableOf(element);
  if (table === null) return false;
  const rows = rowsOf(table, looksMax);
  if (isVirtual(table.element, rows)) return false;
  const view = viewOf(scrollerOf(table.element, rows));
  places.set(table.element, placeOf(view));
  scrollToEndOf(table.element, view);
  return true;
}

export async function collectTable(
  element: Element,
  rowsMax: number,
  timeoutMs: number,
): Promise<Collected | null> {
  const table = tableOf(element);
  if (table === null) return null;
  const until = performance.now() + timeoutMs;
  const rows = rowsOf(table, rowsMax);
  const view = viewOf(scrollerOf(table.element, rows));
  const back = places.get(table.element) ?? placeOf(view);
  places.delete(table.element);
  try {
    const grown = isVirtual(table.element, rows) ? 'virtual' : await growToEnd(table, view, rowsMax, until);
    if (grown !== 'virtual') return await filled(table, view, rowsMax, until, grown === 'end');
    const walked = await walkTable(table, view, rowsMax, until);
    return walked && { found: asFound(table.element, table.kind, walked.parts), left: walked.left };
  } finally {
    view.scrollTo(back.top, back.left);
    scrollTo({ left: back.x, top: back.y, behavior: 'instant' });
    await nextFrame();
  }
}

function readAll({ element, kind }: Table, rowsMax: number, ended: boolean): Collected | null {
  const parts = partsOf(element, kind, rowsMax, createRead());
  if (parts === null) return null;
  const found = asFound(element, kind, parts);
  if (parts.total > found.cells.length) return { found, left: 'rows_max' };
  if (!ended) return { found, left: 'time' };
  return { found, left: declaredRows(element) > parts.total + parts.head.length ? 'declared' : '' };
}

/** Brings rows with unfilled cells into view until the page has filled them, or has had time enough. */
async function filled(
  table: Table,
  view: View,
  rowsMax: number,
  until: number,
  ended: boolean,
): Promise<Collected | null> {
  let read = readAll(table, rowsMax, ended);
  const end = Math.min(until, performance.now() + fillMs);
  for (let turn = 0; turn < turnsMax && read !== null && read.found.unfilled > 0; turn++) {
    if (performance.now() > end) break;
    await bringRowsIntoView(table.element, view, end);
    read = readAll(table, rowsMax, ended);
  }
  return read;
}

async function bringRowsIntoView(table: Element, view: View, until: number): Promise<void> {
  let shownTo = Number.NEGATIVE_INFINITY;
  for (const row of queryAll(table, 'tr, [role=row]')) {
    if (performance.now() > until) return;
    const { top, bottom } = view.edges();
    if (rectOf(row).bottom - top + view.top() < shownTo) continue;
    Element.prototype.scrollIntoView.call(row, { block: 'start', behavior: 'instant' });
    shownTo = view.top() + (bottom - top) * 0.8;
    await pause();
  }
  await pause();
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, fillPauseMs));
}

/** Scrolls to the end until no more rows come. `virtual` if rows go as others come. */
async function growToEnd(
  table: Table,
  view: View,
  rowsMax: number,
  until: number,
): Promise<'end' | 'time' | 'virtual'> {
  for (let turn = 0; turn < turnsMax && performance.now() < until; turn++) {
    const before = gridOf(table.element, table.kind, 1);
    if (before.total > rowsMax) return 'end';
    // A row of the body: the head stays where it is.
    const row = before.rows[Math.floor(before.rows.length / 2)]?.element;
    await nextFrame();
    scrollToEndOf(table.element, view);
    const grew = await grows(table, view, before.total, until, turn > 0 ? grownMs : quietMs);
    if (row !== undefined && !isConnected(row)) return 'virtual';
    if (!grew) return performance.now() < until ? 'end' : 'time';
  }
  return 'time';
}

function scrollToEndOf(table: Element, view: View): void {
  const below = rectOf(table).bottom - view.edges().bottom;
  // On a page, what stands below the table is not waited for, but its sentinel may.
  const target =
    view.box === null ? Math.min(view.height(), view.top() + below + innerHeight) : view.height();
  view.scrollTo(Math.max(target, view.top()), view.left());
}

/**
 * Whether rows come at the end. A page that watches for its end to come into view is shown it a second time: it may have
 * missed the first, so shortly after rows were added.
 */
async function grows(
  table: Table,
  view: View,
  total: number,
  until: number,
  patienceMs: number,
): Promise<boolean> {
  const height = view.height();
  const started = performance.now();
  let again = false;
  for (let turn = 0; turn < turnsMax && performance.now() < until; turn++) {
    await nextFrame();
    if (gridOf(table.element, table.kind, 1).total > total) return true;
    const waited = performance.now() - started;
    const expected = view.height() > height || isLoading(table.element);
    if (waited > (expected ? loadingMs : patienceMs)) return false;
    if (again || waited < quietMs / 2) continue;
    again = true;
    view.scrollTo(view.top() - (view.edges().bottom - view.edges().top), view.left());
    await nextFrame();
    await nextFrame();
    scrollToEndOf(table.element, view);
  }
  return false;
}
