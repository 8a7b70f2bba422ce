import type { ChecklistItem, Finding } from '../../../shared/objective.ts';
import { conditionsOf } from './conditions-of.ts';
import { countAsked } from './count-asked.ts';
import { mustShow } from './coverage.ts';
import { holdsCondition } from './holds-condition.ts';
import { isOpinion } from './is-opinion.ts';
import { thingsIn } from './things-in.ts';

// What the code itself verifies when the model wants to finish. Nothing else sends a run back: about half of what models
// think is missing is not.

export type FinishQuestion = {
  readonly objective: string;
  readonly items: readonly ChecklistItem[];
  readonly findings: readonly Finding[];
  /** Items that the model says it looked for and did not find. */
  readonly missing: readonly number[];
  /** How often finishing was sent back in this run. */
  readonly tries: number;
};

export type FinishVerdict =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: string; readonly next: string };

/** Finishing is sent back once. */
const triesMax = 1;

/** Whether the run may finish; what stays open then is told by the report. */
export function verifyFinish({ objective, items, findings, missing, tries }: FinishQuestion): FinishVerdict {
  if (tries >= triesMax) return { ok: true };
  const open = items.filter(({ n, text }) => !missing.includes(n) && !isOpinion(text));
  if (findings.length === 0) {
    const allGiven = items.length > 0 && open.length === 0;
    if (allGiven) return { ok: true };
    return { ok: false, reason: 'Nothing is recorded yet.', next: nextFor(open[0]?.text ?? objective) };
  }
  return fewer(open, findings, objective, missing) ?? notShown(open, findings) ?? { ok: true };
}

function fewer(
  open: readonly ChecklistItem[],
  findings: readonly Finding[],
  objective: string,
  missing: readonly number[],
): FinishVerdict | null {
  for (const { n, text } of open) {
    const count = countAsked(text);
    const named = findings.filter(({ items }) => items.includes(n));
    const had = thingsIn(named.length === 0 ? findings : named);
    if (count !== null && had < count) return shortOf(count, had, text);
  }
  const whole = countAsked(objective);
  const had = thingsIn(findings);
  return whole !== null && had < whole && missing.length === 0 ? shortOf(whole, had, objective) : null;
}

function shortOf(count: number, had: number, text: string): FinishVerdict {
  const more = count - had;
  return {
    ok: false,
    reason: `${count} are asked for, ${had} recorded: "${text}".`,
    next: `Find ${more} more, or finish with this item in "missing".`,
  };
}

function notShown(open: readonly ChecklistItem[], findings: readonly Finding[]): FinishVerdict | null {
  for (const { n, text } of open) {
    const lacking = conditionsOf(text)
      .filter(mustShow)
      .find((condition) => !holdsCondition(condition, findings));
    if (lacking !== undefined) {
      return {
        ok: false,
        reason: `No finding shows "${lacking.text}" (item ${n}) in the page's words.`,
        next: `Record where a page says it, or finish with ${n} in "missing".`,
      };
    }
  }
  return null;
}

function nextFor(text: string): string {
  return `Record what a page says about "${text}", or search for it.`;
}
