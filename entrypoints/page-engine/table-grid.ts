import { flatChildrenOf } from './flat-tree.ts';
import { attributeOf, tagOf } from './natives.ts';
import { isRendered } from './visibility.ts';

// A table as a grid: every place holds the cell that covers it, merged cells in each of their places. Rows
// come in the order in which they are shown: head, bodies, foot.

const columnsMax = 1000;
const rowsMax = 20_000;

export type GridRow = {
  readonly element: Element;
  readonly group: 'head' | 'body' | 'foot';
  /** The cell of each column; null where the row is short. */
  readonly places: readonly (Element | null)[];
  /** The row's own cells. */
  readonly cells: readonly Element[];
};

type Group = { readonly kind: GridRow['group']; readonly rows: readonly Element[] };

export function gridOf(table: Element): readonly GridRow[] {
  const groups = isNativeTable(table) ? nativeGroups(table) : ariaGroups(table);
  const rows = groups.flatMap(placeGroup);
  // Spans that reach further than any cell stands make no columns.
  const width = rows.reduce((most, row) => Math.max(most, lastStart(row) + 1), 0);
  return rows.map((row) => ({
    ...row,
    places: Array.from({ length: width }, (_, column) => row.places[column] ?? null),
  }));
}

/** The last column in which a cell of the row begins. */
function lastStart({ places }: GridRow): number {
  return places.findLastIndex((cell, column) => cell !== null && cell !== places[column - 1]);
}

export function isNativeTable(table: Element): boolean {
  return tagOf(table) === 'table';
}

function nativeGroups(table: Element): readonly Group[] {
  const groups: Group[] = [];
  let loose: Element[] = [];
  const flush = (): void => {
    if (loose.length > 0) groups.push({ kind: 'body', rows: loose });
    loose = [];
  };
  for (const child of shownElements(table)) {
    const tag = tagOf(child);
    if (tag === 'tr') loose.push(child);
    if (!['thead', 'tbody', 'tfoot'].includes(tag)) continue;
    flush();
    const kind = tag === 'thead' ? 'head' : tag === 'tfoot' ? 'foot' : 'body';
    groups.push({ kind, rows: shownElements(child).filter((row) => tagOf(row) === 'tr') });
  }
  flush();
  const order = { head: 0, body: 1, foot: 2 } as const;
  return groups.sort((a, b) => order[a.kind] - order[b.kind]);
}

/** Rows by role, in whatever they are wrapped, but not those of a table inside. */
function ariaGroups(table: Element): readonly Group[] {
  const rows: Element[] = [];
  const visit = (node: Node): void => {
    for (const child of flatChildrenOf(node)) {
      if (!(child instanceof Element) || !isRendered(child)) continue;
      const role = attributeOf(child, 'role') ?? (tagOf(child) === 'tr' ? 'row' : '');
      if (role === 'row') rows.push(child);
      else if (!['table', 'grid', 'treegrid'].includes(role)) visit(child);
    }
  };
  visit(table);
  return [{ kind: 'body', rows }];
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
      const role = attributeOf(child, 'role') ?? '';
      if (tag === 'td' || tag === 'th' || cellRoles.has(role)) cells.push(child);
      else if (tagOf(row) !== 'tr' && tag !== 'table') visit(child);
    }
  };
  visit(row);
  return cells;
}

/** Places the cells of one row group; a span never leaves its group, and `rowspan=0` goes to its end. */
function placeGroup(group: Group): readonly GridRow[] {
  const rows: GridRow[] = [];
  let spans: readonly (Span | undefined)[] = [];
  for (const element of group.rows.slice(0, rowsMax)) {
    const cells = cellsOf(element);
    const placed = placeRow(cells, spans);
    rows.push({ element, group: group.kind, cells, places: placed.map((span) => span?.cell ?? null) });
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
    while (placed[column] !== undefined && column < columnsMax) column++;
    const wide = spanOf(cell, 'colspan', columnsMax);
    const high = spanOf(cell, 'rowspan', rowsMax);
    for (let step = 0; step < wide && column + step < columnsMax; step++) {
      if (step > 0 && placed[column + step] !== undefined) break;
      placed[column + step] = { cell, more: (high === 0 ? rowsMax : high) - 1 };
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
