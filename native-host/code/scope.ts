import type { Node, Statement } from 'acorn';
import type { Budget } from './budget.ts';
import { reach, sizeOf, type Value } from './values.ts';

type Cell = { value: Value | null; readonly fixed: boolean };

/** Names of one block, and of those around it. */
export class Scope {
  readonly above: Scope | null;
  readonly #cells = new Map<string, Cell>();
  /** Values in use that have no name, such as the list that a loop goes through. */
  readonly held: Value[] = [];

  constructor(above: Scope | null) {
    this.above = above;
  }

  /** A name that has no value yet; reading it before it has is a mistake. */
  open(name: string, fixed: boolean): void {
    this.#cells.set(name, { value: null, fixed });
  }

  /** Gives a name of this very block its first value. */
  begin(name: string, value: Value): void {
    const cell = this.#cells.get(name);
    if (cell === undefined) this.#cells.set(name, { value, fixed: false });
    else cell.value = value;
  }

  find(name: string): Cell | null {
    return this.#cells.get(name) ?? this.above?.find(name) ?? null;
  }

  /** Every value that can be reached by a name from here. */
  *values(): Iterable<Value> {
    for (const { value } of this.#cells.values()) if (value !== null) yield value;
    yield* this.held;
    if (this.above !== null) yield* this.above.values();
  }
}

/** The names that a statement declares are there from the beginning of its block, without a value. */
export function openNames(node: Node, scope: Scope): void {
  if (node.type !== 'VariableDeclaration') return;
  const { kind, declarations } = node as Extract<Statement, { type: 'VariableDeclaration' }>; // just looked at
  for (const { id } of declarations) if (id.type === 'Identifier') scope.open(id.name, kind === 'const');
}

/** Counts what can still be reached; all else that was made is gone. */
export function countInUse(budget: Budget, scope: Scope): void {
  let bytes = 0;
  let values = 0;
  reach(scope.values(), (value) => {
    bytes += sizeOf(value);
    values += 1;
  });
  budget.spend(values >> 2);
  budget.counted(bytes);
}
