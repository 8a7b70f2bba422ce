import { z } from 'zod';
import { JobOutcome } from './job-shapes.ts';
import type { ObjectStore } from './means.ts';
import type { RunFacts } from './optimise.ts';

/** Answers that facts are read from, the newest. */
const answersMax = 1_000;

const Result = z.object({
  run_id: z.string(),
  template: z.object({ id: z.string(), version: z.string() }),
  steps: z.array(z.object({ id: z.string(), status: z.string() })),
  repairs: z.array(z.object({ step_id: z.string(), place: z.string(), now: z.string() })).default([]),
});
const Answer = z.object({ jobs: z.array(z.object({ outcome: JobOutcome })) });

/** What the outcome of a job tells of its template's steps; null: nothing, as of a job that failed before it ran. */
export function factsOf({ ok, result }: JobOutcome): RunFacts | null {
  const parsed = Result.safeParse(result);
  if (!parsed.success) return null;
  const { run_id, template, steps, repairs } = parsed.data;
  const told = steps
    .filter(({ status }) => status !== 'skipped' && status !== 'pending')
    .map(({ id, status }) => {
      const repair = repairs.findLast(({ step_id: step }) => step === id);
      const done = status === 'succeeded';
      return {
        id,
        ok: done,
        alternate: null,
        repaired_to: repair?.now ?? null,
        place: repair?.place ?? null,
      };
    });
  return { run_id, template: template.id, version: template.version, ok, steps: told };
}

/** The facts of every job that an answer in the store tells of. */
export async function readFacts(store: ObjectStore): Promise<readonly RunFacts[]> {
  const keys = (await store.list('answers/')).slice(-answersMax);
  const facts: RunFacts[] = [];
  for (const key of keys) {
    const parsed = Answer.safeParse(readJson((await store.get(key)) ?? ''));
    for (const { outcome } of parsed.data?.jobs ?? [])
      facts.push(...[factsOf(outcome)].filter((one) => one !== null));
  }
  return facts;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
