import type { ChecklistItem, Finding } from '../../../shared/objective.ts';
import { type Condition, conditionsOf } from './conditions-of.ts';
import { countAsked } from './count-asked.ts';
import { breaksCondition, holdsCondition } from './holds-condition.ts';

export type LeftOut = { readonly finding: Finding; readonly condition: Condition };

export type Sorted = {
  /** What the writer gets. */
  readonly shown: readonly Finding[];
  /** Findings for an item with a condition that their copied words do not show to be met. */
  readonly leftOut: readonly LeftOut[];
};

/**
 * Sorts out the findings that do not meet a limit of the items that they name ("under 50 euros"), or of the objective. In a list
 * of things each must show that it meets it; elsewhere only what shows that it does not is left out. And only where another
 * finding shows it: where none does, the condition is a gap and no reason to leave all out.
 */
export function sortByConditions(
  items: readonly ChecklistItem[],
  findings: readonly Finding[],
  objective: string,
): Sorted {
  const isList = countAsked(objective) !== null;
  const conditions = new Map(items.map(({ n, text }) => [n, conditionsOf(text)]));
  const whole = conditionsOf(objective);
  const leftOut = findings.flatMap((finding) => {
    const named = finding.items.flatMap((n) => conditions.get(n) ?? []);
    const condition = [...named, ...whole].filter(isLimit).find((one) => {
      const fails =
        isList && named.includes(one) ? !holdsCondition(one, [finding]) : breaksCondition(one, finding);
      return fails && findings.some((other) => holdsCondition(one, [other]));
    });
    return condition === undefined ? [] : [{ finding, condition }];
  });
  const out = new Set(leftOut.map(({ finding }) => finding.n));
  return { shown: findings.filter(({ n }) => !out.has(n)), leftOut };
}

function isLimit(condition: Condition): boolean {
  if (condition.kind === 'free' || condition.kind === 'time') return true;
  return condition.kind === 'amount' && condition.comparison !== 'is';
}
