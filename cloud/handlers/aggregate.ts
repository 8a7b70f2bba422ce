import { z } from 'zod';
import { IntakeRequest, JobOutcome, SourcedValue } from '../job-shapes.ts';
import type { Means } from '../means.ts';

const Checked = z.object({
  outcome: JobOutcome,
  values: z.record(z.string(), SourcedValue),
  missing: z.record(z.string(), z.string()),
});
const Input = z.object({ request: IntakeRequest, jobs: z.array(Checked).max(50) });
type Checked = z.infer<typeof Checked>;

export type Aggregated = {
  readonly request: IntakeRequest;
  /** `whole`: every job succeeded and every planned field has a value without a conflict. */
  readonly status: 'whole' | 'partial' | 'failed';
  readonly markdown: string;
  readonly key: string;
};

/** Puts the results of a request's jobs together, as JSON in the store and in words for who asked. */
export async function aggregate(input: unknown, { store, now }: Means): Promise<Aggregated> {
  const { request, jobs } = Input.parse(input);
  const status = statusOf(jobs);
  const key = `answers/${request.request_id}.json`;
  const markdown = wordsOf(request, jobs, status);
  const document = { schema: 'localagent.answer/1', request, status, jobs, answered_at: now().toISOString() };
  await store.put(key, `${JSON.stringify(document, null, 2)}\n`);
  return { request, status, markdown, key };
}

function statusOf(jobs: readonly Checked[]): Aggregated['status'] {
  if (jobs.every(({ outcome }) => !outcome.ok)) return 'failed';
  const whole = jobs.every(
    ({ outcome, values, missing }) =>
      outcome.ok &&
      Object.keys(missing).length === 0 &&
      Object.values(values).every(({ conflict }) => conflict === undefined),
  );
  return whole ? 'whole' : 'partial';
}

function wordsOf(request: IntakeRequest, jobs: readonly Checked[], status: Aggregated['status']): string {
  const done = jobs.filter(({ outcome }) => outcome.ok).length;
  const head = {
    whole: `All ${jobs.length} jobs are done.`,
    partial: `${done} of ${jobs.length} jobs are done; what is missing or in doubt is named below.`,
    failed: `None of the ${jobs.length} jobs could be done.`,
  }[status];
  return [`> ${oneLine(request.text)}`, '', head, '', ...jobs.flatMap(jobWords)].join('\n').trimEnd();
}

function jobWords({ outcome, values, missing }: Checked): readonly string[] {
  const { job } = outcome;
  const given = Object.entries(job.parameters).map(([name, value]) => `${name} ${cell(value)}`);
  const title = `## ${[job.template, ...given].join(', ')}`;
  if (!outcome.ok)
    return [
      title,
      '',
      `Not done: ${outcome.error ?? 'no reason was told'}. ${oneLine(outcome.cause ?? '')}`,
      '',
    ];
  const rows = Object.entries(values).map(
    ([name, { value, source, confidence, origin, conflict }]) =>
      `| ${name} | ${cell(value)} | ${source} | ${Math.round(confidence * 100)} % | ${cell(origin)}${
        conflict === undefined
          ? ''
          : ` — **in doubt:** page ${cell(conflict.local)}, picture ${cell(conflict.screenshot)}`
      } |`,
  );
  const lacks = Object.entries(missing).map(([name, why]) => `* ${name}: not known; ${why}.`);
  const table = ['| value | | from | sure | where |', '|---|---|---|---|---|', ...rows, ''];
  return [title, '', ...(rows.length === 0 ? [] : table), ...(lacks.length === 0 ? [] : [...lacks, ''])];
}

const cellCharactersMax = 200;

/** A value on one line of a table; what came from pages cannot make a table, a link or a heading of its own. */
function cell(value: unknown): string {
  if (Array.isArray(value)) return `${value.length} rows`;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return oneLine(text)
    .replace(/[\\`*_[\]<>|#]/g, '\\$&')
    .slice(0, cellCharactersMax);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, 2_000);
}
