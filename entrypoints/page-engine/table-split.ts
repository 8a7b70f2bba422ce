import { elementsUnder, flatParentOf } from './flat-tree.ts';
import { childNodesOf, tagOf, textContentOf } from './natives.ts';
import { type GridRow, gridOf } from './table-grid.ts';
import { isHeaderCell } from './table-header.ts';
import { tableKindOf } from './table-kind.ts';
import { isRendered } from './visibility.ts';

// A table whose column names stand in a table of their own above it, so that they stay while the rows scroll.

const levelsMax = 4;
const headerRowsMax = 6;

/**
 * The rows of the table right before this one, if they name columns only, and just as many as this one has; empty
 * where there is none. Text between the two means that they have nothing to do with each other.
 */
export function headAbove(table: Element, width: number): readonly GridRow[] {
  if (width < 2) return [];
  let inner = table;
  for (let level = 0; level < levelsMax; level++) {
    const before = shownBefore(inner);
    if (before !== null) return before instanceof Element ? headIn(before, width) : [];
    const around = flatParentOf(inner);
    if (around === null || tagOf(around) === 'body') return [];
    inner = around;
  }
  return [];
}

/** What is shown right before an element in the same parent. */
function shownBefore(element: Element): Node | null {
  const parent = flatParentOf(element);
  if (parent === null) return null;
  const siblings = childNodesOf(parent);
  for (let at = siblings.indexOf(element) - 1; at >= 0; at--) {
    const node = siblings[at];
    if (node === undefined || textContentOf(node).trim() === '') continue;
    if (node instanceof Element ? isRendered(node) : node instanceof Text) return node;
  }
  return null;
}

function headIn(before: Element, width: number): readonly GridRow[] {
  const tables = tableKindOf(before) === null ? [] : [before];
  for (const inner of elementsUnder(before, isRendered)) if (tableKindOf(inner) !== null) tables.push(inner);
  const [only] = tables;
  const kind = only === undefined ? null : tableKindOf(only);
  if (only === undefined || kind === null || tables.length > 1) return [];
  if (textContentOf(before).trim() !== textContentOf(only).trim()) return [];
  const { rows } = gridOf(only, kind, headerRowsMax + 1);
  const names = rows.length > 0 && rows.length <= headerRowsMax && rows.every(isHeaderRow);
  return names && rows.every((row) => row.places.length === width) ? rows : [];
}

function isHeaderRow(row: GridRow): boolean {
  return row.group === 'head' || (row.cells.length > 0 && row.cells.every(isHeaderCell));
}
