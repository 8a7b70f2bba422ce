import { attributeOf, rectOf } from './natives.ts';
import { type Grid, type GridRow, rowIndexOf } from './table-grid.ts';
import type { Read } from './table-header.ts';
import type { CellReading } from './table-text.ts';
import type { View } from './table-view.ts';

// Rows seen in several looks at a table that keeps only some of them in the document, put together: each once, by what names
// it. What seems to name a row is given up when it once names two.

/** A row as it was seen; cells by the number of their column. */
export type SeenRow = {
  readonly cells: ReadonlyMap<number, CellReading>;
  readonly foot: boolean;
  readonly level: number;
};

/** How rows are told apart, the surest first; `order` goes by nothing but what stands beside what. */
export type Naming =
  | { readonly by: 'rowindex' | 'offset' | 'order' }
  | { readonly by: 'attribute'; readonly name: string };

const rowAttributes = [
  'data-index',
  'data-row-index',
  'data-rowindex',
  'data-item-index',
  'row-index',
  'data-row-key',
  'data-row-id',
  'data-rowid',
  'row-id',
  'data-key',
  'data-id',
];
const offsetSlackPx = 2;
/** Rows known by name that may say something else than before: a page changes some while it is read. */
const contradictedShareMax = 0.3;
/** Room between two rows that holds no third. */
const gapPx = 8;

/** Ways of telling the rows of a look apart, the surest first. */
export function namingsOf(rows: readonly GridRow[]): readonly Naming[] {
  const namings: Naming[] = [];
  if (rows.length > 0 && rows.every(({ element }) => rowIndexOf(element) !== null))
    namings.push({ by: 'rowindex' });
  for (const name of rowAttributes) {
    const values = rows.map(({ element }) => attributeOf(element, name));
    if (values.every((value) => value !== null) && new Set(values).size === rows.length) {
      namings.push({ by: 'attribute', name });
    }
  }
  return [...namings, { by: 'offset' }, { by: 'order' }];
}

/** `apart`: rows may lie between this look and those before; nothing was taken in. */
export type Taken = 'taken' | 'apart' | 'misnamed';

export class SeenRows {
  readonly #naming: Naming;
  readonly #byKey = new Map<string, number>();
  readonly #rows: SeenRow[] = [];
  readonly #indexes: number[] = [];
  #end = Number.NEGATIVE_INFINITY;
  #gaps = 0;

  constructor(naming: Naming) {
    this.#naming = naming;
  }

  get size(): number {
    return this.#rows.length;
  }

  /** Looks between which rows may have been passed over. */
  get gaps(): number {
    if (this.#naming.by !== 'rowindex') return this.#gaps;
    const sorted = [...this.#indexes].sort((a, b) => a - b);
    return sorted.filter((index, at) => at > 0 && index - (sorted[at - 1] ?? 0) > 1).length;
  }

  /** The rows in their order. */
  inOrder(): readonly SeenRow[] {
    if (this.#naming.by !== 'rowindex') return this.#rows;
    const places = this.#rows.map((_, at) => at);
    places.sort((a, b) => (this.#indexes[a] ?? 0) - (this.#indexes[b] ?? 0));
    return places.flatMap((at) => this.#rows[at] ?? []);
  }

  /** Takes in the rows of a look. `force` takes them though they stand apart, and counts a gap. */
  add(rows: readonly GridRow[], grid: Grid, view: View, read: Read, force: boolean): Taken {
    const seen = rows.map((row) => seenRow(row, grid, read));
    if (this.#naming.by === 'order') return this.#alongside(seen, force);
    if (this.#hasMoved(rows, seen, view)) return 'misnamed';
    const apart = this.#isApart(rows, view);
    if (apart && !force) return 'apart';
    if (apart) this.#gaps++;
    let known = 0;
    let other = 0;
    for (const [at, row] of rows.entries()) {
      const now = seen[at];
      if (now === undefined) continue;
      const index = this.#find(row, view);
      const earlier = index === undefined ? undefined : this.#rows[index];
      if (index === undefined || earlier === undefined) {
        this.#append(row, now, view);
        continue;
      }
      known++;
      if (!sameRow(earlier, now)) other++;
      this.#rows[index] = joined(earlier, now);
    }
    return other === 0 || other < known * contradictedShareMax ? 'taken' : 'misnamed';
  }

  /** A look without a row that is known goes on where the rows before it ended, or something lies between. */
  #isApart(rows: readonly GridRow[], view: View): boolean {
    const [first] = rows;
    if (first === undefined || this.#rows.length === 0) return false;
    if (rows.some((row) => this.#find(row, view) !== undefined)) return false;
    const index = rowIndexOf(first.element);
    if (this.#naming.by === 'rowindex') return index !== null && index > Math.max(...this.#indexes) + 1;
    return offsetOf(first.element, view) > this.#end + gapPx;
  }

  /** The last row is seen again, but not where it was: then places name no rows. */
  #hasMoved(rows: readonly GridRow[], seen: readonly SeenRow[], view: View): boolean {
    const last = this.#rows.at(-1);
    if (this.#naming.by !== 'offset' || last === undefined) return false;
    const same = rows.filter((_, at) => seen[at] !== undefined && sameRow(last, seen[at]));
    return same.length > 0 && same.every((row) => this.#find(row, view) !== this.#rows.length - 1);
  }

  #find(row: GridRow, view: View): number | undefined {
    const key = this.#keyOf(row, view);
    if (this.#naming.by !== 'offset') return this.#byKey.get(key);
    for (let off = 0; off <= offsetSlackPx; off++) {
      const found = this.#byKey.get(String(Number(key) - off)) ?? this.#byKey.get(String(Number(key) + off));
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #append(row: GridRow, seen: SeenRow, view: View): void {
    this.#byKey.set(this.#keyOf(row, view), this.#rows.length);
    this.#indexes.push(rowIndexOf(row.element) ?? 0);
    this.#rows.push(seen);
    this.#end = Math.max(this.#end, offsetOf(row.element, view) + rectOf(row.element).height);
  }

  #keyOf({ element }: GridRow, view: View): string {
    if (this.#naming.by === 'rowindex') return String(rowIndexOf(element));
    if (this.#naming.by === 'attribute') return attributeOf(element, this.#naming.name) ?? '';
    return String(Math.round(offsetOf(element, view)));
  }

  /** Lays a look over the end of what was seen, so that as many rows as possible are the same. */
  #alongside(seen: readonly SeenRow[], force: boolean): Taken {
    for (let start = Math.max(0, this.#rows.length - seen.length); start < this.#rows.length; start++) {
      const overlap = this.#rows.slice(start);
      if (overlap.every((row, at) => seen[at] !== undefined && sameRow(row, seen[at]))) {
        this.#rows.push(...seen.slice(overlap.length));
        return 'taken';
      }
    }
    if (this.#rows.length > 0 && !force) return 'apart';
    if (this.#rows.length > 0) this.#gaps++;
    this.#rows.push(...seen);
    return 'taken';
  }
}

/** Where a row stands in all that scrolls. */
function offsetOf(row: Element, view: View): number {
  return rectOf(row).top - view.edges().top + view.top();
}

function seenRow(row: GridRow, grid: Grid, read: Read): SeenRow {
  const cells = new Map<number, CellReading>();
  for (const [at, cell] of row.places.entries())
    if (cell !== null) cells.set(grid.columns[at] ?? at, read(cell));
  const level = Number(attributeOf(row.element, 'aria-level') ?? 0);
  return { cells, foot: row.group === 'foot', level: Number.isInteger(level) ? level : 0 };
}

/** The same row: what both looks saw of it is equal, or one of them saw a cell that was not filled yet. */
function sameRow(before: SeenRow, now: SeenRow): boolean {
  for (const [column, cell] of now.cells) {
    const other = before.cells.get(column);
    if (other === undefined || other.text === cell.text) continue;
    if (!isUnfilled(other.text) && !isUnfilled(cell.text)) return false;
  }
  return true;
}

/** What a page shows in a cell that it has not filled yet. */
export function isUnfilled(text: string): boolean {
  return text === '' || /^(?:…|\.{3}|loading…?|loading\.{3})$/i.test(text);
}

function joined(before: SeenRow, now: SeenRow): SeenRow {
  const cells = new Map(before.cells);
  for (const [column, cell] of now.cells) {
    if (!isUnfilled(cell.text) || !cells.has(column)) cells.set(column, cell);
  }
  return { ...before, cells };
}
