import {
  attributeOf,
  clientHeightOf,
  hasAttribute,
  pageElement,
  rectOf,
  scrollHeightOf,
  textContentOf,
} from './natives.ts';
import { rowIndexOf } from './table-grid.ts';
import { roomOf, scrollerOf, viewOf } from './table-view.ts';

// Whether a table has rows that are not in the document, or may get some when it is scrolled.

const slackPx = 2;
/** Room without rows that is no mere padding. */
const emptyRoomPx = 60;
/** Height of the page under a table, in screens, up to which the table is the last thing on the page. */
const tailScreens = 1;

/** Rows that are there keep room for others that are not. */
export function isVirtual(table: Element, rows: readonly Element[]): boolean {
  const declared = Number(attributeOf(table, 'aria-rowcount') ?? 0);
  if (declared > rows.length) return true;
  const indexes = rows.map(rowIndexOf).filter((index) => index !== null);
  if (indexes.some((index, at) => at > 0 && index - (indexes[at - 1] ?? 0) > 1)) return true;
  const first = rows.find(saysSomething);
  const last = rows.findLast(saysSomething);
  if (first === undefined || last === undefined) return false;
  const view = viewOf(scrollerOf(table, rows));
  const { top, bottom } = roomOf(table, view);
  const rowHeight = Math.max(1, rectOf(last).height);
  const spare = Math.max(emptyRoomPx, rowHeight * 2);
  return bottom - rectOf(last).bottom > spare || rectOf(first).top - top > spare * 2;
}

/** Rows without a word may only keep the room of others. */
function saysSomething(row: Element): boolean {
  return textContentOf(row).trim() !== '';
}

/** Whether scrolling may bring more rows: rows are missing, or the table is the last thing in what scrolls. */
export function mayHoldMore(table: Element, rows: readonly Element[]): boolean {
  if (hasAttribute(table, 'aria-rowcount') || attributeOf(table, 'aria-busy') === 'true') return true;
  if (scrollerOf(table, rows) !== null) return true;
  const page = pageElement();
  if (page === null) return false;
  const [height, whole] = [clientHeightOf(page), scrollHeightOf(page)];
  if (whole <= height + slackPx || height === 0) return false;
  const bottom = rectOf(table).bottom + scrollY;
  return whole - bottom <= height * tailScreens || isVirtual(table, rows);
}
