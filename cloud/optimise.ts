import { z } from 'zod';

// What many runs of one template say about it, put together by code: which alternate of a selector wins, which steps
// fail, which repairs come again. What comes of it is a proposal, which a review looks at; nothing is changed by itself.

/** What the result of a run tells of its steps. */
export const RunFacts = z.object({
  run_id: z.string().max(100),
  template: z.string().max(200),
  version: z.string().max(100),
  ok: z.boolean(),
  steps: z
    .array(
      z.object({
        id: z.string().max(100),
        ok: z.boolean(),
        /** The alternate of its selector that was used, from 0; null: it has none. */
        alternate: z.int().nonnegative().nullable().default(null),
        /** A selector that a repair put in the place of the template's, as the worker proposes it. */
        repaired_to: z.string().max(2_000).nullable().default(null),
        /** The argument that it was put into. */
        place: z.string().max(200).nullable().default(null),
      }),
    )
    .max(500),
});
export type RunFacts = z.infer<typeof RunFacts>;

export type StepAdvice = {
  readonly step: string;
  readonly runs: number;
  readonly failed: number;
  /** The alternate that should be tried first; null: the order is right. */
  readonly prefer: number | null;
  /** A repair that came up often enough to become an alternate of its own. */
  readonly adopt: string | null;
  /** The argument that the repair was put into; null: it is not known. */
  readonly place: string | null;
};

/** Runs that must agree before anything is proposed, and the share of them. */
const runsMin = 5;
const shareMin = 0.6;

/** Advice for one version of a template from the facts of its runs; steps about which nothing is to be said are left out. */
export function adviseOn(
  template: string,
  version: string,
  facts: readonly RunFacts[],
): readonly StepAdvice[] {
  const own = facts.filter((run) => run.template === template && run.version === version);
  const ids = [...new Set(own.flatMap(({ steps }) => steps.map(({ id }) => id)))];
  return ids
    .map((id) =>
      stepAdvice(
        id,
        own.flatMap(({ steps }) => steps.filter((step) => step.id === id)),
      ),
    )
    .filter(({ failed, prefer, adopt }) => failed > 0 || prefer !== null || adopt !== null);
}

function stepAdvice(id: string, steps: RunFacts['steps']): StepAdvice {
  const won = steps.filter(({ ok }) => ok);
  const alternate = mostCommon(won.flatMap(({ alternate: used }) => (used === null ? [] : [used])));
  const repaired = mostCommon(won.flatMap(({ repaired_to: to }) => (to === null ? [] : [to])));
  const enough = (count: number): boolean => count >= runsMin && count / steps.length >= shareMin;
  return {
    step: id,
    runs: steps.length,
    failed: steps.length - won.length,
    prefer: alternate !== null && alternate.value > 0 && enough(alternate.count) ? alternate.value : null,
    adopt: repaired !== null && enough(repaired.count) ? repaired.value : null,
    place: won.find(({ repaired_to: to }) => to !== null && to === repaired?.value)?.place ?? null,
  };
}

function mostCommon<T>(values: readonly T[]): { readonly value: T; readonly count: number } | null {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const [first] = [...counts].sort(([, a], [, b]) => b - a);
  return first === undefined ? null : { value: first[0], count: first[1] };
}
