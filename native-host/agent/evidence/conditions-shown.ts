import type { ChecklistItem, Finding } from '../../../shared/objective.ts';
import { type Condition, conditionsOf } from './conditions-of.ts';
import { holdsCondition } from './holds-condition.ts';

export type LeftOut = { readonly finding: Finding; readonly condition: Condition };

export type Sorted = {
  /** What the writer gets. */
  readonly shown: readonly Finding[];
  /** Findings for an item with a condition that their copied words do not show to be met. */
  readonly leftOut: readonly LeftOut[];
};

/**
 * Sorts out the findings that are not shown to meet a limit or a date of the items that they name ("under 50 euros"), or of
 * the objective. Only where another finding shows it: where none does, the condition is a gap and no reason to leave all out.
 */
export function sortByConditions(
  items: readonly ChecklistItem[],
  findings: readonly Finding[],
  objective: string,
): Sorted {
  const leftOut = findings.flatMap((finding) => {
    const named = items.filter(({ n }) => finding.items.includes(n)).map(({ text }) => text);
    const conditions = [...named, objective].flatMap(conditionsOf).filter(isLimit);
    const condition = conditions.find(
      (one) => !holdsCondition(one, [finding]) && findings.some((other) => holdsCondition(one, [other])),
    );
    return condition === undefined ? [] : [{ finding, condition }];
  });
  const out = new Set(leftOut.map(({ finding }) => finding.n));
  return { shown: findings.filter(({ n }) => !out.has(n)), leftOut };
}

function isLimit(condition: Condition): boolean {
  return condition.kind === 'amount' && condition.comparison !== 'is';
}
