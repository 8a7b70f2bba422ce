import type { FoundTable } from '../../shared/engine-methods.ts';
import { collapse } from '../../shared/plain-text.ts';
import type { Table } from '../../shared/tools/extract-table.ts';
import { contentText, nameOf } from './accessible-name.ts';
import { elementsUnder, isInside } from './flat-tree.ts';
import { attributeOf, childNodesOf, rectOf, tagOf } from './natives.ts';
import { refOf } from './refs.ts';
import { type GridRow, gridOf, isNativeTable } from './table-grid.ts';
import { type CellReading, readCell } from './table-text.ts';
import { isRendered, isVisible } from './visibility.ts';

// From a table on the page to headers and rows.

const tablesMax = 100;
const headerRowsMax = 6;
const titleRowsMax = 4;
const placeholder = /^(?:…|\.{3}|loading…?|loading\.{3})$/i;

/** Every visible table under a node, nested ones apart, in order. */
export function tablesUnder(scope: Document | Element, rowsMax: number): readonly FoundTable[] {
  const found: FoundTable[] = [];
  const own = scope instanceof Element && isTable(scope) ? [scope] : [];
  for (const element of [...own, ...elementsUnder(scope, isRendered)]) {
    if (found.length >= tablesMax) break;
    if (!isTable(element) || !isVisible(element)) continue;
    const table = readTable(element, rowsMax);
    if (table !== null) found.push(table);
  }
  return found;
}

/** The table that an element is, is in, or holds first; null without one. */
export function tableAt(element: Element, rowsMax: number): FoundTable | null {
  for (const inside of [element, ...elementsUnder(element, isRendered)]) {
    if (isTable(inside)) return readTable(inside, rowsMax);
  }
  for (const table of elementsUnder(document, isRendered)) {
    if (isTable(table) && isInside(element, table)) return readTable(table, rowsMax);
  }
  return null;
}

function isTable(element: Element): boolean {
  const role = attributeOf(element, 'role') ?? '';
  if (role === 'presentation' || role === 'none') return false;
  return tagOf(element) === 'table' || ['table', 'grid', 'treegrid'].includes(role);
}

function readTable(element: Element, rowsMax: number): FoundTable | null {
  const grid = gridOf(element).filter(
    (row) => row.cells.length > 0 || row.places.some((place) => place !== null),
  );
  if (grid.length === 0) return null;
  const readings = new Map<Element, CellReading>();
  const read: Read = (cell) => {
    if (cell === null) return { text: '', number: null, href: null };
    const reading = readings.get(cell) ?? readCell(cell);
    readings.set(cell, reading);
    return reading;
  };
  return asFound(element, withTitle(element, grid, read), rowsMax, read);
}

type Read = (cell: Element | null) => CellReading;
type Titled = { readonly title: string; readonly grid: readonly GridRow[] };

/** Leading rows that hold one text alone, or nothing, are a title over the table and no row of it. */
function withTitle(element: Element, grid: readonly GridRow[], read: Read): Titled {
  const width = grid[0]?.places.length ?? 0;
  const titles: string[] = [];
  let start = 0;
  for (const row of width > 1 ? grid.slice(0, titleRowsMax) : []) {
    const told = new Set(row.places.filter((place) => read(place).text !== ''));
    if (told.size > 1 || start >= grid.length - 1 || row.group !== grid[0]?.group) break;
    titles.push(...[...told].map((cell) => read(cell).text));
    start++;
  }
  const own = captionOf(element);
  return { title: own === '' ? titles.join(' / ') : own, grid: grid.slice(start) };
}

function asFound(element: Element, { title, grid }: Titled, rowsMax: number, read: Read): FoundTable {
  const headerCount = countHeaderRows(grid, read);
  const headers = headersOf(grid.slice(0, headerCount), grid[0]?.places.length ?? 0, read);
  const body = grid.slice(headerCount);
  const cells = body.slice(0, rowsMax).map((row) => row.places.map(read));
  const table: Table = {
    caption: title,
    headers: [...headers],
    rows: cells.map((row) => Object.fromEntries(row.map((cell, at) => [headers[at] ?? '', cell.text]))),
    cells: cells.map((row) => row.map((cell) => ({ ...cell }))),
    row_count: body.length,
    complete: body.length <= rowsMax && body.length + headerCount >= declaredRows(element),
  };
  const rect = rectOf(element);
  const unfilled = cells.flat().filter((cell) => placeholder.test(cell.text)).length;
  const weight = rect.width * rect.height + cells.flat().filter((cell) => cell.text !== '').length;
  return { ref: refOf(element), table, weight: isLayout(element, grid) ? 0 : weight, unfilled };
}

/**
 * Tables that only place things on the page: one column or one row and no header, or tables in their cells.
 */
function isLayout(element: Element, grid: readonly GridRow[]): boolean {
  if (!isNativeTable(element)) return false;
  const headed = grid.some((row) => row.cells.some((cell) => tagOf(cell) === 'th'));
  if (headed || captionOf(element) !== '') return false;
  const width = grid[0]?.places.length ?? 0;
  if (width < 2 || grid.length < 2) return true;
  for (const inner of elementsUnder(element)) if (isTable(inner)) return true;
  return false;
}

function isHeaderCell(cell: Element): boolean {
  const role = attributeOf(cell, 'role') ?? '';
  return tagOf(cell) === 'th' || role === 'columnheader' || role === 'rowheader';
}

/**
 * Leading rows that name the columns: those of the head; else rows of header cells alone, an empty corner
 * allowed; else the first row, if it alone is made of texts where the rows below hold numbers, or is set
 * apart as bold.
 */
function countHeaderRows(grid: readonly GridRow[], read: Read): number {
  const inHead = grid.filter((row) => row.group === 'head').length;
  if (inHead > 0 && inHead < grid.length) return Math.min(inHead, headerRowsMax);
  let count = 0;
  for (const row of grid.slice(0, headerRowsMax)) {
    const plain = row.cells.filter((cell) => !isHeaderCell(cell));
    const corner = plain.length === 1 && plain[0] === row.cells[0] && read(plain[0] ?? null).text === '';
    if (row.cells.length === 0 || (plain.length > 0 && !(corner && row.cells.length > 1))) break;
    if (
      row.cells.length === 1 &&
      count === 0 &&
      row.cells.some((cell) => tagOf(cell) === 'th') &&
      grid.length > 1
    ) {
      count++;
      continue;
    }
    if (isRowHeaderOnly(row)) break;
    count++;
  }
  if (count === grid.length) return grid.length > 1 ? 1 : 0;
  if (count > 0) return count;
  return firstRowNames(grid, read) ? 1 : 0;
}

function isRowHeaderOnly(row: GridRow): boolean {
  const scopes = row.cells.map((cell) => attributeOf(cell, 'scope') ?? attributeOf(cell, 'role') ?? '');
  return scopes.length > 0 && scopes.every((scope) => scope === 'row' || scope === 'rowheader');
}

function firstRowNames(grid: readonly GridRow[], read: Read): boolean {
  const first = grid[0]?.places ?? [];
  if (grid.length < 2 || first.length < 2) return false;
  const texts = first.map(read);
  if (texts.some((cell) => cell.text === '' || cell.number !== null || cell.text.length > 60)) return false;
  if (new Set(texts.map((cell) => cell.text)).size < texts.length) return false;
  const bold = first.every((cell) => cell !== null && isBold(cell));
  const numbersBelow = first.some((_, column) =>
    grid.slice(1).every((row) => read(row.places[column] ?? null).number !== null),
  );
  return bold ? !isAllBold(grid[1]) : numbersBelow;
}

function isAllBold(row: GridRow | undefined): boolean {
  return row?.places.every((cell) => cell !== null && isBold(cell)) ?? false;
}

function isBold(cell: Element): boolean {
  if (Number(getComputedStyle(cell).fontWeight) >= 600) return true;
  const children = childNodesOf(cell).filter(
    (child) => !(child instanceof Text) || (child.nodeValue ?? '').trim() !== '',
  );
  const only = children[0];
  return children.length === 1 && only instanceof Element && Number(getComputedStyle(only).fontWeight) >= 600;
}

function headersOf(rows: readonly GridRow[], width: number, read: Read): readonly string[] {
  const used = new Set<string>();
  return Array.from({ length: width }, (_, column) => {
    const texts = rows.map((row) => read(row.places[column] ?? null).text).filter((text) => text !== '');
    const joined = texts.filter((text, at) => text !== texts[at - 1]).join(' / ');
    const base = joined === '' ? `Column ${column + 1}` : joined;
    let name = base;
    for (let count = 2; used.has(name) && count <= width + 1; count++) name = `${base} (${count})`;
    used.add(name);
    return name;
  });
}

function captionOf(element: Element): string {
  for (const child of childNodesOf(element)) {
    if (child instanceof Element && tagOf(child) === 'caption') {
      return collapse(contentText(child, { skip: null, depth: 0 }));
    }
  }
  return nameOf(element);
}

/** Rows that the table says it has, where it shows only some of them. */
function declaredRows(element: Element): number {
  const count = Number(attributeOf(element, 'aria-rowcount') ?? 0);
  return Number.isInteger(count) && count > 0 ? count : 0;
}
