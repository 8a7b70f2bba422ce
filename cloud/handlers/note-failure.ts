import { z } from 'zod';
import { JobOutcome } from '../job-shapes.ts';
import type { Means } from '../means.ts';

const Input = z.object({ outcome: JobOutcome });

/** Errors that a change of the template can mend; others are the machine's, the rules' or the request's. */
const mendable = new Set(['LocalAgent.Failed']);

export function isMendable({ ok, error }: JobOutcome): boolean {
  return !ok && error !== null && mendable.has(error);
}

/** Keeps what failed for the repair of templates: `repairs/<template>/<version>/<job>.json`. Others pass. */
export async function noteFailure(
  input: unknown,
  { store, now }: Means,
): Promise<{ readonly noted: string | null }> {
  const { outcome } = Input.parse(input);
  if (!isMendable(outcome)) return { noted: null };
  const { template, template_version, job_id } = outcome.job;
  const key = `repairs/${template}/${template_version}/${job_id}.json`;
  const document = { schema: 'localagent.repair-request/1', ...outcome, at: now().toISOString() };
  await store.put(key, `${JSON.stringify(document, null, 2)}\n`);
  return { noted: key };
}
