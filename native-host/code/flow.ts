import type { Node } from 'acorn';
import { armFacts } from './arm-facts.ts';
import type { Budget } from './budget.ts';
import type { Scope } from './scope.ts';
import { type Label, labelled, reach, type Value } from './values.ts';

/**
 * Where the script is, and on what it depends that it is there. What a branch could have changed depends on what chose the
 * branch, whether it was taken or not; so does everything after it when the branch could have left for good.
 */
export class Flow {
  /** What it depends on that the present statement runs at all. */
  pc: Label = 0;
  /** Inside `try`, a mistake that data makes decides what runs next. */
  tries = 0;
  readonly #budget: Budget;

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  /** Inside `try`, an operation that can fail on this value raises what the rest depends on. */
  mayFail(label: Label): void {
    if (this.tries > 0) this.pc |= label;
  }

  /** Ends a branch that began with `before` and was chosen by `label`. */
  endBranch(before: Label, label: Label, arms: readonly Node[], scope: Scope): void {
    const more = (this.pc | label) & ~before;
    if (more === 0) return;
    let stays = this.tries > 0;
    for (const arm of arms) {
      this.mark(arm, more, scope);
      if (armFacts(arm).leaves !== 'no') stays = true;
    }
    this.pc = stays ? before | more : before;
  }

  /** Ends a loop or a function: what left it early has no further reach, unless it left everything. */
  endLoop(before: Label, node: Node, scope: Scope): void {
    const more = this.pc & ~before;
    if (more === 0) return;
    this.mark(node, more, scope);
    if (this.tries === 0 && armFacts(node).leaves !== 'all') this.pc = before;
  }

  /** Everything that `node` could have changed depends on `label`. */
  mark(node: Node, label: Label, scope: Scope): void {
    const { assigned, written, writtenAny, names } = armFacts(node);
    for (const name of assigned) {
      const cell = scope.find(name);
      if (cell?.value) cell.value = labelled(cell.value, label);
    }
    const cells = [...written].map((name) => scope.find(name)?.value ?? null);
    const unclear = writtenAny || cells.includes(null);
    const roots = unclear ? [...names].map((name) => scope.find(name)?.value ?? null) : cells;
    reach(
      roots.filter((value): value is Value => value !== null),
      (value) => {
        this.#budget.spend();
        if (value.kind === 'list' || value.kind === 'fields') value.label |= label;
      },
    );
  }
}
