import type { FoundTable } from '../../shared/engine-methods.ts';
import { elementsUnder, isInside, nearest } from './flat-tree.ts';
import { childElementCountOf, tagOf } from './natives.ts';
import { roleOf } from './roles.ts';
import { drawnRowsOf, isClearlyTable, listRowsOf } from './table-drawn.ts';
import { holdsRows, isPartOfGrid, looseGridOf, type TableKind, tableKindOf } from './table-kind.ts';
import { readTable } from './table-read.ts';
import { isRendered, isVisible } from './visibility.ts';

// Which elements of a page are tables, by tag, by role, or by how they are drawn.

const tablesMax = 100;
/** Elements whose boxes are measured in search of drawn tables. */
const measuredMax = 2_000;
/** A drawn table has to be larger than one that says that it is one. */
const drawnShare = 0.5;

export type Table = { readonly element: Element; readonly kind: TableKind };

/** Every visible table under a node, nested ones apart, in order. */
export function tablesUnder(scope: Document | Element, rowsMax: number): readonly FoundTable[] {
  const found: FoundTable[] = [];
  for (const { element, kind } of findTables(scope)) {
    if (found.length >= tablesMax) break;
    const table = readTable(element, kind, rowsMax);
    if (table === null) continue;
    found.push(kind === 'drawn' ? { ...table, weight: table.weight * drawnShare } : table);
  }
  return found;
}

function* findTables(scope: Document | Element): Generator<Table> {
  const loose = new Set<Element>();
  const taken: Element[] = [];
  let measured = 0;
  const own = scope instanceof Element ? [scope] : [];
  for (const element of [...own, ...elementsUnder(scope, isRendered)]) {
    const kind = tableKindOf(element);
    if (kind !== null) {
      if (!isVisible(element) || (kind === 'table' && isPartOfGrid(element))) continue;
      taken.push(element);
      yield { element, kind };
      continue;
    }
    const grid = looseGridOf(element);
    if (grid !== null) {
      if (loose.has(grid)) continue;
      loose.add(grid);
      taken.push(grid);
      yield { element: grid, kind: 'grid' };
      continue;
    }
    if (childElementCountOf(element) < 3 || measured >= measuredMax || !mayBeDrawn(element)) continue;
    if (taken.some((table) => isInside(element, table))) continue;
    measured++;
    const rows = drawnRowsOf(element);
    if (rows === null || !isClearlyTable(rows)) continue;
    taken.push(element);
    yield { element, kind: 'drawn' };
  }
}

const neverDrawn = new Set('tr thead tbody tfoot select nav svg p a button header footer'.split(' '));

function mayBeDrawn(element: Element): boolean {
  return !neverDrawn.has(tagOf(element)) && isRendered(element);
}

/**
 * The table that an element is, holds first, or is in; else the one that it is drawn as; else its entries. Null if it is
 * nothing of this.
 */
export function tableOf(element: Element): Table | null {
  for (const inside of [element, ...elementsUnder(element, isRendered)]) {
    const kind = tableKindOf(inside);
    if (kind !== null && !(kind === 'table' && isPartOfGrid(inside))) return { element: inside, kind };
  }
  const around = nearest(element, (candidate) => tableKindOf(candidate) !== null);
  if (around !== null) return { element: around, kind: tableKindOf(around) ?? 'table' };
  if (holdsRows(element)) return { element, kind: 'grid' };
  if (tagOf(element) === 'body') return null;
  for (const inside of [element, ...elementsUnder(element, isRendered)]) {
    if (drawnRowsOf(inside) !== null) return { element: inside, kind: 'drawn' };
  }
  const isList = ['list', 'feed', 'listbox'].includes(roleOf(element));
  const rows = listRowsOf(element);
  return rows !== null && (isList || rows.length >= 3) ? { element, kind: 'list' } : null;
}

/** The table of an element, read; null without one. */
export function tableAt(element: Element, rowsMax: number): FoundTable | null {
  const table = tableOf(element);
  return table === null ? null : readTable(table.element, table.kind, rowsMax);
}
