import { flatChildrenOf } from './flat-tree.ts';
import { attributeOf, rectOf, tagOf } from './natives.ts';
import { drawnRowsOf, listRowsOf } from './table-drawn.ts';
import { isTableLike, roleGiven, type TableKind } from './table-kind.ts';
import { isRendered } from './visibility.ts';

// A table as a grid: every place holds the cell that covers it, merged cells in each of their places. Rows
// come in the order in which they are shown: head, bodies, foot.

const columnsMax = 1000;
const spanMax = 65_534;
/** Header rows and rows of titles that are read beyond the rows asked for. */
const rowsSpare = 20;

export type GridRow = {
  readonly element: Element;
  readonly group: 'head' | 'body' | 'foot';
  /** The cell of each column; null where the row is short. */
  readonly places: readonly (Element | null)[];
  /** The row's own cells. */
  readonly cells: readonly Element[];
};

export type Grid = {
  readonly rows: readonly GridRow[];
  /** All rows that are there, also those beyond the limit. */
  readonly total: number;
  /** Numbers of the columns from 0, as the grid counts them: some may not be in the document. */
  readonly columns: readonly number[];
};

type Row = { readonly element: Element; readonly cells: () => readonly Element[] };
type Group = { readonly kind: GridRow['group']; readonly rows: readonly Row[] };

/** `rowsMax` body rows at most, and those of head and foot. */
export function gridOf(table: Element, kind: TableKind, rowsMax: number): Grid {
  if (kind === 'drawn' || kind === 'list') return drawnGrid(table, kind, rowsMax);
  const groups = kind === 'table' ? nativeGroups(table) : ariaGroups(table);
  const total = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  let left = rowsMax + rowsSpare;
  const placed = groups.flatMap((group) => {
    const rows = placeGroup(group, group.kind === 'body' ? left : rowsMax + rowsSpare);
    if (group.kind === 'body') left = Math.max(0, left - rows.length);
    return rows;
  });
  const filled = placed.filter((row) => row.cells.length > 0 || row.places.some((cell) => cell !== null));
  return { ...withWidth(filled), total: total - (placed.length - filled.length) };
}

function withWidth(rows: readonly GridRow[]): Pick<Grid, 'rows' | 'columns'> {
  // Spans that reach further than any cell stands make no columns, nor do columns that nothing stands in.
  const width = rows.reduce((most, row) => Math.max(most, lastStart(row) + 1), 0);
  const columns = Array.from({ length: width }, (_, column) => column).filter((column) =>
    rows.some((row) => (row.places[column] ?? null) !== null),
  );
  const placed = rows.map((row) => ({ ...row, places: columns.map((column) => row.places[column] ?? null) }));
  return { rows: placed, columns };
}

/** The last column in which a cell of the row begins. */
function lastStart({ places }: GridRow): number {
  return places.findLastIndex((cell, column) => cell !== null && cell !== places[column - 1]);
}

function drawnGrid(table: Element, kind: 'drawn' | 'list', rowsMax: number): Grid {
  const rows = (kind === 'drawn' ? drawnRowsOf(table) : listRowsOf(table)) ?? [];
  const placed = rows.slice(0, rowsMax + rowsSpare).map(({ element, cells, head }): GridRow => {
    const places: (Element | null)[] = [];
    for (const { cell, from, to } of cells) {
      for (let column = places.length; column <= to; column++) places[column] = column < from ? null : cell;
    }
    return { element, group: head ? 'head' : 'body', places, cells: cells.map(({ cell }) => cell) };
  });
  return { ...withWidth(placed), total: rows.length };
}

function nativeGroups(table: Element): readonly Group[] {
  const groups: Group[] = [];
  let loose: Element[] = [];
  const add = (kind: GridRow['group'], elements: readonly Element[]): void => {
    const rows = elements.map((element) => ({ element, cells: () => cellsOf(element) }));
    if (rows.length > 0) groups.push({ kind, rows });
  };
  const flush = (): void => {
    add('body', loose);
    loose = [];
  };
  for (const child of shownElements(table)) {
    const tag = tagOf(child);
    if (tag === 'tr') loose.push(child);
    if (!['thead', 'tbody', 'tfoot'].includes(tag)) continue;
    flush();
    const kind = tag === 'thead' ? 'head' : tag === 'tfoot' ? 'foot' : 'body';
    add(
      kind,
      shownElements(child).filter((row) => tagOf(row) === 'tr'),
    );
  }
  flush();
  const order = { head: 0, body: 1, foot: 2 } as const;
  return groups.sort((a, b) => order[a.kind] - order[b.kind]);
}

/** Rows by role, in whatever they are wrapped, but not those of a table inside. */
function ariaGroups(table: Element): readonly Group[] {
  const found: Element[] = [];
  const visit = (node: Node): void => {
    for (const child of flatChildrenOf(node)) {
      if (!(child instanceof Element) || !isRendered(child)) continue;
      const role = roleGiven(child) || (tagOf(child) === 'tr' ? 'row' : '');
      if (role === 'row') found.push(child);
      else if (!['table', 'grid', 'treegrid'].includes(role)) visit(child);
    }
  };
  visit(table);
  return [{ kind: 'body', rows: joinedRows(found) }];
}

/** The number that a row, or else its first cell, has among all rows of its grid, from 1; null without one. */
export function rowIndexOf(row: Element): number | null {
  const index = Number(attributeOf(row, 'aria-rowindex') ?? Number.NaN);
  return Number.isInteger(index) && index > 0 ? index : null;
}

function columnIndexOf(cell: Element): number | null {
  const index = Number(attributeOf(cell, 'aria-colindex') ?? Number.NaN);
  return Number.isInteger(index) && index > 0 && index <= columnsMax ? index : null;
}

/**
 * Pieces of one row that stand in several places (columns that stay while others scroll) are one row; and rows that are
 * numbered come in the order of their numbers, however they stand in the document.
 */
function joinedRows(elements: readonly Element[]): readonly Row[] {
  const indexes = elements.map(rowIndexOf);
  if (indexes.some((index) => index === null)) return inOrderOfPlace(elements).map(asRow);
  const byIndex = new Map<number, Element[]>();
  for (const [at, element] of elements.entries()) {
    const index = indexes[at] ?? 0;
    byIndex.set(index, [...(byIndex.get(index) ?? []), element]);
  }
  return [...byIndex]
    .sort(([a], [b]) => a - b)
    .flatMap(([, pieces]) => {
      const [first] = pieces;
      if (first === undefined) return [];
      if (pieces.length === 1) return [asRow(first)];
      return [
        { element: first, cells: () => inOrderOfColumn(pieces.flatMap((piece) => [...cellsOf(piece)])) },
      ];
    });
}

function asRow(element: Element): Row {
  return { element, cells: () => cellsOf(element) };
}

/** Rows that are laid out apart from their order in the document come as they are seen. */
function inOrderOfPlace(elements: readonly Element[]): readonly Element[] {
  const [first] = elements;
  if (first === undefined || getComputedStyle(first).position !== 'absolute') return elements;
  const tops = new Map(elements.map((element) => [element, rectOf(element).top]));
  return [...elements].sort((a, b) => (tops.get(a) ?? 0) - (tops.get(b) ?? 0));
}

function inOrderOfColumn(cells: readonly Element[]): readonly Element[] {
  const at = (cell: Element) => columnIndexOf(cell) ?? rectOf(cell).left;
  return [...cells].sort((a, b) => at(a) - at(b));
}

function shownElements(node: Node): readonly Element[] {
  return flatChildrenOf(node).flatMap((child) =>
    child instanceof Element && isRendered(child) ? [child] : [],
  );
}

const cellRoles = new Set(['cell', 'gridcell', 'columnheader', 'rowheader']);

function cellsOf(row: Element): readonly Element[] {
  const cells: Element[] = [];
  const visit = (node: Node): void => {
    for (const child of flatChildrenOf(node)) {
      if (!(child instanceof Element) || !isRendered(child)) continue;
      const tag = tagOf(child);
      if (tag === 'td' || tag === 'th' || cellRoles.has(roleGiven(child))) cells.push(child);
      else if (tagOf(row) !== 'tr' && !isTableLike(child)) visit(child);
    }
  };
  visit(row);
  return cells;
}

/** Places the cells of one row group; a span never leaves its group, and `rowspan=0` goes to its end. */
function placeGroup(group: Group, rowsMax: number): readonly GridRow[] {
  const rows: GridRow[] = [];
  let spans: readonly (Span | undefined)[] = [];
  for (const row of group.rows.slice(0, rowsMax)) {
    const cells = row.cells();
    const placed = placeRow(cells, spans);
    const places = placed.map((span) => span?.cell ?? null);
    rows.push({ element: row.element, group: group.kind, cells, places });
    spans = placed.map((span) =>
      span !== undefined && span.more > 0 ? { ...span, more: span.more - 1 } : undefined,
    );
  }
  return rows;
}

type Span = { readonly cell: Element; readonly more: number };

function placeRow(
  cells: readonly Element[],
  above: readonly (Span | undefined)[],
): readonly (Span | undefined)[] {
  const placed: (Span | undefined)[] = [...above];
  let column = 0;
  for (const cell of cells) {
    column = Math.max(column, (columnIndexOf(cell) ?? 0) - 1);
    while (placed[column] !== undefined && column < columnsMax) column++;
    const wide = spanOf(cell, 'colspan', columnsMax);
    const high = spanOf(cell, 'rowspan', spanMax);
    for (let step = 0; step < wide && column + step < columnsMax; step++) {
      if (step > 0 && placed[column + step] !== undefined) break;
      placed[column + step] = { cell, more: (high === 0 ? spanMax : high) - 1 };
    }
    column += wide;
  }
  return Array.from(placed);
}

function spanOf(cell: Element, name: 'colspan' | 'rowspan', most: number): number {
  const given = attributeOf(cell, name) ?? attributeOf(cell, `aria-${name}`);
  const number = Number.parseInt(given ?? '1', 10);
  if (!Number.isInteger(number) || number < 0) return 1;
  if (number === 0) return name === 'rowspan' ? 0 : 1;
  return Math.min(number, most);
}
