import type { RunFacts } from './optimise.ts';
import type { ReviewedTemplate } from './review-checks.ts';

/** Runs that are looked at, the newest; how many there must be, and how many of them must hold. */
export const reliabilityGate = { last: 10, least: 5, share: 0.8 } as const;

export type Reliability = {
  readonly runs: number;
  readonly held: number;
  readonly passes: boolean;
  readonly why: string;
};

/**
 * Replays what runs have recorded against a proposed version: a run holds if every step that was changed was done in it, with a
 * selector that the proposed version has too. Runs in which no such step was reached say nothing.
 */
export function judgeReliability(
  before: ReviewedTemplate,
  after: ReviewedTemplate,
  facts: readonly RunFacts[],
): Reliability {
  const selectors = { was: selectorsOf(before), is: selectorsOf(after) };
  const changed = [...selectors.is.keys()].filter(
    (id) => selectors.was.get(id)?.join('\n') !== selectors.is.get(id)?.join('\n'),
  );
  const telling = facts
    .filter(({ template, steps }) => template === after.id && steps.some(({ id }) => changed.includes(id)))
    .sort((one, other) => one.run_id.localeCompare(other.run_id))
    .slice(-reliabilityGate.last);
  const held = telling.filter(({ steps }) =>
    steps.every(({ id, ok, alternate, repaired_to: to }) => {
      if (!changed.includes(id)) return true;
      const used = to ?? selectors.was.get(id)?.[alternate ?? 0];
      return ok && used !== undefined && (selectors.is.get(id)?.includes(used) ?? false);
    }),
  ).length;
  const told = { runs: telling.length, held };
  if (changed.length === 0) return { ...told, passes: true, why: 'no selector was changed' };
  if (telling.length < reliabilityGate.least) {
    const why = `${telling.length} recorded runs tell of it, and ${reliabilityGate.least} are needed`;
    return { ...told, passes: false, why };
  }
  const passes = held / telling.length >= reliabilityGate.share;
  return { ...told, passes, why: `${held} of the last ${telling.length} runs would have held` };
}

/** Every text in a step's arguments, by step; lists of choices in their order. */
function selectorsOf({ steps }: ReviewedTemplate): ReadonlyMap<string, readonly string[]> {
  const all = steps.flatMap(({ steps: inner = [], ...step }) => [step, ...inner]);
  return new Map(all.map((step) => [step.id, textsIn(step['args'])]));
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}
