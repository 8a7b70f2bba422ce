import { attributeOf, rectOf, textContentOf } from './natives.ts';
import type { Table } from './table-find.ts';
import { type Grid, type GridRow, gridOf, rowIndexOf } from './table-grid.ts';
import { headed, type Read } from './table-header.ts';
import { isUnfilled } from './table-merge.ts';
import { createRead } from './table-read.ts';
import { isLoading, nextFrame, type View } from './table-view.ts';

// What of a table stands in the document at one moment of its being scrolled.

/** Rows that may be in the document at once. */
export const rowsSeenMax = 20_000;
/** Time for a page to draw rows where it was scrolled to; less where only empty ones stand. */
const drawMs = 1_500;
const emptyMs = 250;
const framesMax = 1_000;
/** Height of what may stand over the first row in view: a head, a line of filters. */
const headPxMax = 120;

export type Look = {
  readonly grid: Grid;
  readonly head: readonly GridRow[];
  readonly body: readonly GridRow[];
};

/** The rows in the document now; once the header rows are known, only rows like them are taken for headers. */
export function lookAt(table: Table, read: Read, first: Look | null): Look {
  const grid = gridOf(table.element, table.kind, rowsSeenMax);
  if (first === null) {
    const { head, body } = headed(grid.rows, read);
    return { grid, head, body: body.filter((row) => !isSpacer(row, read)) };
  }
  const named = new Set(first.head.map(({ element }) => element));
  const texts = new Set(first.head.map((row) => textOf(row, read)));
  const indexes = new Set(first.head.flatMap(({ element }) => rowIndexOf(element) ?? []));
  const isHead = (row: GridRow) =>
    named.has(row.element) || indexes.has(rowIndexOf(row.element) ?? 0) || texts.has(textOf(row, read));
  return {
    grid,
    head: grid.rows.filter(isHead),
    body: grid.rows.filter((row) => !isHead(row) && !isSpacer(row, read)),
  };
}

function textOf(row: GridRow, read: Read): string {
  return row.places.map((cell) => read(cell).text).join('\n');
}

/** A row that only keeps the room of others. */
function isSpacer(row: GridRow, read: Read): boolean {
  return row.cells.length <= 1 && row.cells.every((cell) => read(cell).text === '');
}

function isEmptyRoom(row: GridRow): boolean {
  return row.cells.length <= 1 && textContentOf(row.element).trim() === '';
}

/** Waits until rows stand wherever the view shows the table, and none of them is still to be filled. */
export async function drawn(table: Table, view: View, until: number): Promise<void> {
  const started = performance.now();
  for (let frame = 0; frame < framesMax; frame++) {
    await nextFrame();
    const now = performance.now();
    if (now > until || now - started > drawMs) return;
    const { rows } = gridOf(table.element, table.kind, rowsSeenMax);
    const shown = rows.filter((row) => isInView(row.element, view) && !isEmptyRoom(row));
    const state = covers(shown, table.element, view) ? stateOf(shown) : 'waiting';
    if (state === 'filled' || (state === 'empty' && now - started > emptyMs && !isLoading(table.element)))
      return;
  }
}

function isInView(row: Element, view: View): boolean {
  const rect = rectOf(row);
  const { top, bottom } = view.edges();
  return rect.bottom > top && rect.top < bottom;
}

function stateOf(rows: readonly GridRow[]): 'filled' | 'empty' | 'waiting' {
  const read = createRead();
  let state: 'filled' | 'empty' = 'filled';
  for (const row of rows) {
    if (attributeOf(row.element, 'aria-busy') === 'true') return 'waiting';
    const texts = row.cells.map((cell) => read(cell).text);
    if (texts.some((text) => text !== '' && isUnfilled(text))) return 'waiting';
    if (texts.length > 1 && texts.every((text) => text === '')) state = 'empty';
  }
  return state;
}

/** Rows stand from about the top of the view, where a head may lie over them, to its bottom or their end. */
function covers(shown: readonly GridRow[], table: Element, view: View): boolean {
  const [first, last] = [shown[0], shown.at(-1)];
  if (first === undefined || last === undefined) return isOutOfView(table, view);
  const { top, bottom } = view.edges();
  const height = rectOf(last.element).height;
  const start = view.box === null ? Math.max(top, rectOf(table).top) : top;
  const fromTop = rectOf(first.element).top <= start + Math.max(headPxMax, height * 2);
  return fromTop && (rectOf(last.element).bottom >= bottom - height || view.isAtEnd());
}

function isOutOfView(table: Element, view: View): boolean {
  const { top, bottom } = view.edges();
  const rect = rectOf(table);
  return view.box === null && (rect.bottom <= top || rect.top >= bottom);
}
