import { elementsUnder, flatParentOf } from './flat-tree.ts';
import { attributeOf, closest, tagOf } from './natives.ts';
import { isRendered } from './visibility.ts';

/**
 * What makes a table of an element: the tag, roles, or only how it is drawn. A `list` is what somebody asks for as a
 * table of one column.
 */
export type TableKind = 'table' | 'grid' | 'drawn' | 'list';

const tableRoles = new Set(['table', 'grid', 'treegrid']);

export function roleGiven(element: Element): string {
  return (attributeOf(element, 'role') ?? '').trim().toLowerCase();
}

/** A table by its tag or its role; null for anything else, also for a tag that says it is no table. */
export function tableKindOf(element: Element): 'table' | 'grid' | null {
  const role = roleGiven(element);
  if (tagOf(element) === 'table') return role === 'presentation' || role === 'none' ? null : 'table';
  return tableRoles.has(role) ? 'grid' : null;
}

/** A table in a cell is read by itself, and is no part of the cell. */
export function isTableLike(element: Element): boolean {
  return tagOf(element) === 'table' || tableRoles.has(roleGiven(element));
}

/** Tags or roles in which a grid keeps its rows; it is then no table of its own. */
export function isPartOfGrid(table: Element): boolean {
  const around = flatParentOf(table);
  const holder =
    around === null ? null : closest(around, '[role=grid], [role=treegrid], [role=table], td, th');
  return holder !== null && tableRoles.has(roleGiven(holder)) && closest(table, '[role=row]') === null;
}

/** The holder of rows by role that say of no table that they belong to it; null where every row has one. */
export function looseGridOf(row: Element): Element | null {
  if (roleGiven(row) !== 'row') return null;
  if (closest(row, '[role=grid], [role=treegrid], [role=table], table') !== null) return null;
  const parent = flatParentOf(row);
  if (parent === null) return null;
  return roleGiven(parent) === 'rowgroup' ? (flatParentOf(parent) ?? parent) : parent;
}

/** Whether rows by role stand somewhere in an element. */
export function holdsRows(element: Element): boolean {
  for (const inner of elementsUnder(element, isRendered)) if (roleGiven(inner) === 'row') return true;
  return false;
}
