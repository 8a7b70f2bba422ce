import { type CellValue, type ColumnHabit, cellValue, habitOf, noHabit } from '../../shared/cell-value.ts';
import type { FoundTable } from '../../shared/engine-methods.ts';
import { collapse } from '../../shared/plain-text.ts';
import type { Cell } from '../../shared/tools/extract-table.ts';
import { contentText, nameOf } from './accessible-name.ts';
import { elementsUnder } from './flat-tree.ts';
import { attributeOf, childNodesOf, rectOf, tagOf } from './natives.ts';
import { refOf } from './refs.ts';
import { type GridRow, gridOf } from './table-grid.ts';
import { columnName, headed, headersOf, isHeaderCell, type Read } from './table-header.ts';
import { isTableLike, type TableKind } from './table-kind.ts';
import { isUnfilled } from './table-merge.ts';
import { nextControlOf } from './table-paging.ts';
import { mayHoldMore } from './table-scroller.ts';
import { headAbove } from './table-split.ts';
import { type CellReading, noCell, readCell } from './table-text.ts';

// From a table on the page to headers and rows.

/** Texts of all cells together; a table of long texts is cut here, and says so. */
const charactersMax = 3_000_000;
/** Values of a column that are looked at to learn how it writes numbers and days. */
const habitSampleMax = 200;

/** What a table holds, before it is put in the form in which it is told. */
export type TableParts = {
  readonly caption: string;
  readonly head: readonly (readonly string[])[];
  readonly body: readonly (readonly CellReading[])[];
  /** Rows of `body`, from its end, that are the table's foot. */
  readonly foot: number;
  readonly levels: readonly number[];
  /** All body rows that are there, also those that were not read. */
  readonly total: number;
  readonly rows: readonly Element[];
};

export function createRead(): Read {
  const readings = new Map<Element, CellReading>();
  return (cell) => {
    if (cell === null) return noCell;
    const reading = readings.get(cell) ?? readCell(cell);
    readings.set(cell, reading);
    return reading;
  };
}

/** Reads what of a table is in the document now; null if it has no rows. */
export function partsOf(element: Element, kind: TableKind, rowsMax: number, read: Read): TableParts | null {
  const grid = gridOf(element, kind, rowsMax);
  if (grid.rows.length === 0) return null;
  const own = headed(grid.rows, read);
  const isNamed = own.head.some((row) => row.group === 'head' || row.cells.every(isHeaderCell));
  const above = isNamed ? [] : headAbove(element, grid.rows[0]?.places.length ?? 0);
  const { titles, head, body } = above.length === 0 ? own : { titles: [], head: above, body: grid.rows };
  const kept = body.slice(0, rowsMax);
  const caption = captionOf(element);
  const skipped = grid.rows.length - body.length;
  return {
    caption: caption === '' ? titles.join(' / ') : caption,
    head: head.map((row) => row.places.map((cell) => columnName(read(cell).text))),
    body: kept.map((row) => row.places.map(read)),
    foot: kept.filter((row) => row.group === 'foot').length,
    levels: levelsOf(kept),
    total: grid.total - skipped,
    rows: grid.rows.map((row) => row.element),
  };
}

/** How deep each row of a tree lies, from 1; empty for a table that is no tree. */
export function levelsOf(rows: readonly GridRow[]): readonly number[] {
  const levels = rows.map((row) => Number(attributeOf(row.element, 'aria-level') ?? 0));
  return levels.some((level) => level > 0) ? levels.map((level) => (level > 0 ? level : 1)) : [];
}

export function readTable(element: Element, kind: TableKind, rowsMax: number): FoundTable | null {
  const parts = partsOf(element, kind, rowsMax, createRead());
  return parts === null ? null : asFound(element, kind, parts);
}

/** Puts the parts in the form in which the worker takes them, as far as all that a table may hold reaches. */
export function asFound(element: Element, kind: TableKind, parts: TableParts): FoundTable {
  const body = withinCharacters(parts.body);
  const width = Math.max(0, ...parts.head.map((row) => row.length), ...body.map((row) => row.length));
  const habits = Array.from({ length: width }, (_, column) =>
    habitOf(body.slice(0, habitSampleMax).map((row) => row[column]?.text ?? '')),
  );
  const cells = body.map((row) => row.map((cell, column) => asCell(cell, habits[column] ?? noHabit)));
  const filled = body.flat().filter(({ text }) => text !== '').length;
  const rect = rectOf(element);
  return {
    ref: refOf(element),
    kind,
    caption: parts.caption,
    headers: [...headersOf(parts.head, width)],
    header_rows: parts.head.map((row) => [...row]),
    cells,
    row_count: parts.total,
    foot_rows: Math.min(parts.foot, cells.length),
    levels: [...parts.levels],
    weight: isLayout(element, kind, parts) ? 0 : rect.width * rect.height + filled,
    unfilled: body.flat().filter(({ text }) => text !== '' && isUnfilled(text)).length,
    declared: declaredRows(element),
    more: mayHoldMore(element, parts.rows),
    next: nextControlOf(element),
  };
}

function withinCharacters(body: TableParts['body']): TableParts['body'] {
  let characters = 0;
  const end = body.findIndex((row) => {
    characters += row.reduce((sum, { text }) => sum + text.length, 0);
    return characters > charactersMax;
  });
  return end < 0 ? body : body.slice(0, end);
}

function asCell(reading: CellReading, habit: ColumnHabit): Cell {
  const value: CellValue = reading.raised ? { number: null } : cellValue(reading.text, reading.lang, habit);
  const date = dayOf(reading.time) ?? value.date;
  const [first] = reading.links;
  return {
    text: reading.text,
    ...value,
    ...(date === undefined ? {} : { date }),
    href: first?.href ?? null,
    ...(reading.links.length > 1 ? { links: reading.links.map((link) => ({ ...link })) } : {}),
  };
}

/** The day in what a page says of a time. */
function dayOf(time: string | null): string | undefined {
  return time === null ? undefined : /^\d{4}-\d{2}-\d{2}/.exec(time.trim())?.[0];
}

/**
 * Tables that only place things on the page: one column or one row and no header, or tables in their cells.
 */
function isLayout(element: Element, kind: TableKind, parts: TableParts): boolean {
  if (kind !== 'table' || parts.head.length > 0 || captionOf(element) !== '') return false;
  const width = parts.body[0]?.length ?? 0;
  const cells = [...elementsUnder(element, (inner) => !isTableLike(inner))];
  if (cells.some((inner) => tagOf(inner) === 'th' && isHeaderCell(inner))) return false;
  return width < 2 || parts.total < 2 || cells.some(isTableLike);
}

function captionOf(element: Element): string {
  for (const child of childNodesOf(element)) {
    if (child instanceof Element && tagOf(child) === 'caption') {
      return collapse(contentText(child, { skip: null, depth: 0 }));
    }
  }
  return nameOf(element);
}

/**
 * Rows that the table says it has, its header rows counted; 0 when it does not say, −1 when it says that it does not
 * know.
 */
function declaredRows(element: Element): number {
  const count = Number(attributeOf(element, 'aria-rowcount') ?? 0);
  return Number.isInteger(count) && count >= -1 ? count : 0;
}
