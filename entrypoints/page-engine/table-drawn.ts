import { collapse } from '../../shared/plain-text.ts';
import { flatChildrenOf, flatParentOf } from './flat-tree.ts';
import { rectOf, tagOf, textContentOf } from './natives.ts';
import { hasUnlikelyName, linkDensity, marksOf, measure } from './prose.ts';
import { isTableLike, roleGiven } from './table-kind.ts';
import { isRendered } from './visibility.ts';

// Tables that are made of plain boxes: `display: table`, a CSS grid of cells, or rows whose boxes stand in columns. Only the
// layout tells them, so it is measured: cells of a column begin at the same place.

export type DrawnCell = { readonly cell: Element; readonly from: number; readonly to: number };
export type DrawnRow = {
  readonly element: Element;
  readonly cells: readonly DrawnCell[];
  readonly head: boolean;
};

type Boxes = { readonly element: Element; readonly cells: readonly Element[]; readonly head?: boolean };

const rowsMin = 3;
const columnsMax = 60;
const rowsMeasuredMax = 20_000;
const cellCharactersMax = 400;
const nearPx = 3;
const wrapsMax = 4;

/** The rows of an element that is drawn as a table; null if it is not. */
export function drawnRowsOf(element: Element): readonly DrawnRow[] | null {
  const display = getComputedStyle(element).display;
  const rows = display.endsWith('table')
    ? cssTableRows(element)
    : /grid$/.test(display)
      ? (gridRows(element) ?? repeatedRows(element))
      : repeatedRows(element);
  if (rows === null) return null;
  const columns = columnsOf(rows);
  if (columns === null) return null;
  const outside = display.endsWith('table') ? null : headOutside(element, columns);
  const placed = rows.map((row) => ({ ...place(row, columns), head: row.head ?? false }));
  if (outside !== null) return [{ ...place(outside, columns), head: true }, ...placed];
  const [first, ...rest] = placed;
  return first !== undefined && !first.head && isHeadRow(first.element, rest[0]?.element)
    ? [{ ...first, head: true }, ...rest]
    : placed;
}

/** Strong enough signs of a table for one that nobody has pointed at: a head or numbers, and no list of links. */
export function isClearlyTable(rows: readonly DrawnRow[]): boolean {
  const [first, ...rest] = rows;
  if (first === undefined || rest.length < (first.head ? 1 : 2) || hasUnlikelyName(first.element))
    return false;
  const texts = rest.slice(0, 50).map((row) => row.cells.map(({ cell }) => collapse(textContentOf(cell))));
  if (texts.flat().some((text) => text.length > cellCharactersMax)) return false;
  const linked = rest
    .slice(0, 20)
    .filter(({ element }) => linkDensity(element, measure(element)) > 0.9).length;
  if (linked > rest.length / 2) return false;
  if (first.head) return true;
  const columns = Math.max(...texts.map((row) => row.length));
  const numeric = (column: number) => texts.every((row) => /^[^\p{L}]*\d[^\p{L}]*$/u.test(row[column] ?? ''));
  return columns >= 3 && Array.from({ length: columns }, (_, column) => column).some(numeric);
}

/** Rendered children with something in them, boxes that only pass their content on looked through. */
function boxesIn(element: Element): readonly Element[] {
  return flatChildrenOf(element).flatMap((child) => {
    if (!(child instanceof Element) || !isRendered(child)) return [];
    return getComputedStyle(child).display === 'contents' ? boxesIn(child) : [child];
  });
}

function hasLooseText(element: Element): boolean {
  return flatChildrenOf(element).some(
    (child) => child instanceof Text && (child.nodeValue ?? '').trim() !== '',
  );
}

function cssTableRows(table: Element): readonly Boxes[] | null {
  const rows: Boxes[] = [];
  const visit = (holder: Element, depth: number, head: boolean): void => {
    for (const child of boxesIn(holder)) {
      const display = getComputedStyle(child).display;
      if (display === 'table-row') rows.push({ element: child, cells: boxesIn(child), head });
      else if (/^table-(?:row|header|footer)-group$/.test(display) && depth < wrapsMax) {
        visit(child, depth + 1, display === 'table-header-group');
      }
    }
  };
  visit(table, 0, false);
  return rows.length >= 2 ? rows : null;
}

/** A grid of cells without rows of their own: a row begins where a cell stands further left than the one before. */
function gridRows(grid: Element): readonly Boxes[] | null {
  const cells = boxesIn(grid);
  if (cells.length < 6 || hasLooseText(grid)) return null;
  const rows: Element[][] = [];
  let right = Number.POSITIVE_INFINITY;
  for (const cell of cells.slice(0, rowsMeasuredMax)) {
    const rect = rectOf(cell);
    if (rect.left < right - nearPx) rows.push([]);
    rows.at(-1)?.push(cell);
    right = rect.right;
  }
  const wide = Math.max(...rows.map((row) => row.length));
  if (rows.length < 2 || wide < 2) return null;
  return rows.map((row) => ({ element: row[0] ?? grid, cells: row }));
}

/** Boxes one under the other that hold as many boxes side by side. */
function repeatedRows(holder: Element): readonly Boxes[] | null {
  const children = flatChildrenOf(holder).filter((child) => child instanceof Element);
  if (children.length < rowsMin || hasLooseText(holder)) return null;
  const rows = children.slice(0, rowsMeasuredMax).flatMap((child) => {
    if (!isRendered(child) || isTableLike(child)) return [];
    const cells = cellBoxes(child);
    return cells === null ? [] : [{ element: child, cells }];
  });
  if (rows.length < rowsMin || rows.length < children.length * 0.6) return null;
  const sorted = [...rows].sort((a, b) => rectOf(a.element).top - rectOf(b.element).top);
  const stacked = sorted.every((row, at) => {
    const above = sorted[at - 1];
    return above === undefined || rectOf(row.element).top >= rectOf(above.element).bottom - nearPx;
  });
  return stacked ? sorted : null;
}

/** The boxes side by side in a row; null if they are not, or if there is text between them. */
function cellBoxes(row: Element): readonly Element[] | null {
  let inner = row;
  for (let wraps = 0; wraps < wrapsMax; wraps++) {
    if (hasLooseText(inner)) return null;
    const boxes = boxesIn(inner);
    const [only] = boxes;
    if (boxes.length === 1 && only !== undefined) {
      inner = only;
      continue;
    }
    if (boxes.length < 2 || boxes.length > columnsMax) return null;
    const rects = boxes.map(rectOf);
    const beside = rects.every((rect, at) => {
      const before = rects[at - 1];
      return before === undefined || (rect.left >= before.right - nearPx && rect.top < before.bottom);
    });
    return beside ? boxes : null;
  }
  return null;
}

/** Where columns begin; null if the rows do not agree on it. */
function columnsOf(rows: readonly Boxes[]): readonly number[] | null {
  const widest = rows.reduce<readonly Element[]>(
    (most, { cells }) => (cells.length > most.length ? cells : most),
    [],
  );
  const columns = widest.map((cell) => rectOf(cell).left);
  if (columns.length < 2) return null;
  const fitting = rows.filter(({ cells }) =>
    cells.every((cell) => columnAt(columns, rectOf(cell).left) >= 0),
  );
  return fitting.length >= rows.length * 0.8 ? columns : null;
}

function columnAt(columns: readonly number[], left: number): number {
  return columns.findIndex((start) => Math.abs(start - left) <= nearPx);
}

function place({ element, cells }: Boxes, columns: readonly number[]): Omit<DrawnRow, 'head'> {
  const placed = cells.map((cell, index) => {
    const rect = rectOf(cell);
    const at = columnAt(columns, rect.left);
    const from = at < 0 ? Math.min(index, columns.length - 1) : at;
    const to = columns.findLastIndex((start) => start < rect.right - nearPx);
    return { cell, from, to: Math.max(from, to) };
  });
  return { element, cells: placed };
}

/** A row of names over the rows, in a box of its own before theirs. */
function headOutside(holder: Element, columns: readonly number[]): Boxes | null {
  let at: Element | null = holder;
  for (let level = 0; level < wrapsMax && at !== null; level++) {
    const parent: Element | null = flatParentOf(at);
    if (parent === null) return null;
    const siblings: readonly Node[] = flatChildrenOf(parent);
    const before = siblings
      .slice(0, siblings.indexOf(at))
      .findLast((child) => textContentOf(child).trim() !== '' && !(child instanceof Comment));
    if (before !== undefined) return before instanceof Element ? headIn(before, columns) : null;
    at = parent;
  }
  return null;
}

function headIn(before: Element, columns: readonly number[]): Boxes | null {
  const cells = isRendered(before) ? cellBoxes(before) : null;
  const fits = cells?.length === columns.length;
  return fits && cells.every((cell) => columnAt(columns, rectOf(cell).left) >= 0)
    ? { element: before, cells }
    : null;
}

const headName = /(?:^|[-_\s])(?:t?head(?:er|ing|ings)?|header-?row|columns?)(?:$|[-_\s])/i;

/** Named or set apart as a head: by its name, or bold where the next row is not. */
function isHeadRow(row: Element, next: Element | undefined): boolean {
  if (tagOf(row) === 'header' || roleGiven(row) === 'columnheader' || headName.test(marksOf(row)))
    return true;
  return next !== undefined && isBoldAll(row) && !isBoldAll(next);
}

function isBoldAll(row: Element): boolean {
  const cells = cellBoxes(row) ?? [row];
  return cells.every((cell) => {
    const inner = boxesIn(cell);
    const [only] = inner;
    const shown = inner.length === 1 && only !== undefined && !hasLooseText(cell) ? only : cell;
    return Number(getComputedStyle(shown).fontWeight) >= 600;
  });
}

/** The entries of a list, or of a box of boxes one under the other, each as a row of one cell. */
export function listRowsOf(list: Element): readonly DrawnRow[] | null {
  let holder = list;
  for (let wraps = 0; wraps < wrapsMax; wraps++) {
    const boxes = boxesIn(holder).filter((box) => collapse(textContentOf(box)) !== '');
    const [only] = boxes;
    if (boxes.length === 1 && only !== undefined && !hasLooseText(holder)) {
      holder = only;
      continue;
    }
    if (boxes.length < 2 || hasLooseText(holder)) return null;
    const sorted = [...boxes].sort((a, b) => rectOf(a).top - rectOf(b).top);
    return sorted.map((cell) => ({ element: cell, cells: [{ cell, from: 0, to: 0 }], head: false }));
  }
  return null;
}
