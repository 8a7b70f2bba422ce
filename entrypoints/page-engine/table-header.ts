import { attributeOf, childNodesOf, tagOf } from './natives.ts';
import type { GridRow } from './table-grid.ts';
import { roleGiven } from './table-kind.ts';
import type { CellReading } from './table-text.ts';

// Which of a table's first rows name its columns, and which are a title over it.

const headerRowsMax = 6;
const titleRowsMax = 4;
const nameCharactersMax = 60;
/** Rows that are looked at to tell names from values. */
const sampledMax = 50;

export type Read = (cell: Element | null) => CellReading;
export type Headed = {
  readonly titles: readonly string[];
  readonly head: readonly GridRow[];
  readonly body: readonly GridRow[];
};

export function headed(grid: readonly GridRow[], read: Read): Headed {
  const titles = titlesOf(grid, read);
  const rows = grid.slice(titles.length);
  const count = countHeaderRows(rows, read);
  return {
    titles: titles.filter((title) => title !== ''),
    head: rows.slice(0, count),
    body: rows.slice(count),
  };
}

/** Leading rows that hold one text alone, or nothing, are a title over the table and no row of it. */
function titlesOf(grid: readonly GridRow[], read: Read): readonly string[] {
  const width = grid[0]?.places.length ?? 0;
  const titles: string[] = [];
  for (const row of width > 1 ? grid.slice(0, titleRowsMax) : []) {
    const told = [...new Set(row.places.filter((place) => read(place).text !== ''))];
    if (told.length > 1 || titles.length >= grid.length - 1 || row.group !== grid[0]?.group) break;
    titles.push(read(told[0] ?? null).text);
  }
  return titles;
}

export function isHeaderCell(cell: Element): boolean {
  const role = roleGiven(cell);
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
  if (inHead > 0 && grid.every((row) => row.cells.every(isHeaderCell)) && inHead <= titleRowsMax)
    return inHead;
  let count = 0;
  for (const row of grid.slice(0, headerRowsMax)) {
    if (row.cells.length === 0 || !isHeaderRow(row, read)) break;
    const aloneOverOthers =
      row.cells.length === 1 &&
      count === 0 &&
      row.cells.some((cell) => tagOf(cell) === 'th') &&
      grid.length > 1;
    if (!aloneOverOthers && isRowHeaderOnly(row)) break;
    count++;
  }
  if (count === grid.length) return grid.length > 1 ? 1 : 0;
  if (count > 0) return count;
  return firstRowNames(grid, read) ? 1 : 0;
}

function isHeaderRow(row: GridRow, read: Read): boolean {
  const plain = row.cells.filter((cell) => !isHeaderCell(cell));
  if (plain.length === 0) return true;
  const corner = plain.length === 1 && plain[0] === row.cells[0] && read(plain[0] ?? null).text === '';
  return corner && row.cells.length > 1;
}

function isRowHeaderOnly(row: GridRow): boolean {
  const scopes = row.cells.map((cell) => attributeOf(cell, 'scope') ?? attributeOf(cell, 'role') ?? '');
  return scopes.length > 0 && scopes.every((scope) => scope === 'row' || scope === 'rowheader');
}

function firstRowNames(grid: readonly GridRow[], read: Read): boolean {
  const first = grid[0]?.places ?? [];
  if (grid.length < 2 || first.length < 2) return false;
  const texts = first.map(read);
  if (texts.some(({ text, number }) => text === '' || number !== null || text.length > nameCharactersMax)) {
    return false;
  }
  if (new Set(texts.map((cell) => cell.text)).size < texts.length) return false;
  if (first.every((cell) => cell !== null && isBold(cell))) return !isAllBold(grid[1]);
  return first.some((_, column) =>
    grid.slice(1, sampledMax).every((row) => read(row.places[column] ?? null).number !== null),
  );
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

const marks =
  '(?:[▲▼△▽▴▾▵▿↑↓↕⇅⇵⬆⬇⏶⏷⌃⌄ⓘℹ]\\ufe0f?|(?:keyboard_)?arrow_(?:drop_)?(?:up|down|upward|downward)|unfold_(?:more|less)|' +
  'expand_(?:more|less)|swap_vert|filter_list|more_vert|info_outline)';
const marksAround = new RegExp(
  `^(?:${marks}\\s*)+(?=.*[\\p{L}\\p{N}])|(?<=[\\p{L}\\p{N}].*?)(?:\\s*${marks})+$`,
  'gu',
);

/** A header's text without what only says how to sort or that there is help: arrows, and icons that are drawn from words. */
export function columnName(text: string): string {
  return text.replace(marksAround, '').trim();
}

/** One a column: its header texts from top to bottom, each once. */
export function headersOf(rows: readonly (readonly string[])[], width: number): readonly string[] {
  return Array.from({ length: width }, (_, column) => {
    const texts = rows.map((row) => row[column] ?? '').filter((text) => text !== '');
    return texts.filter((text, at) => text !== texts[at - 1]).join(' / ');
  });
}
