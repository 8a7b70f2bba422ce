import { z } from 'zod';
import { Extracted } from '../../shared/extraction.ts';
import { fault } from '../../shared/faults.ts';
import { Repair } from '../../shared/fingerprint.ts';
import { FiledFile, RunView, StepView } from '../../shared/run.ts';
import { failureOf, type JobErrorName, type JobFailure, jobFailure } from './failure.ts';

/** Bytes that Step Functions takes of an output. */
export const outputBytesMax = 262_144;

/**
 * What a job that succeeded gives back. A change of its shape is a new version in `schema`; only a template with an extraction
 * plan has `extracted`.
 */
export const JobOutput = z.strictObject({
  schema: z.literal('localagent.job-result.v1'),
  run_id: z.string(),
  template: RunView.shape.template.pick({ id: true, version: true }),
  output: RunView.shape.output,
  extracted: Extracted.optional(),
  files: z.array(FiledFile.pick({ name: true, bytes: true, sha256: true, state: true })),
  steps: z.array(StepView.pick({ id: true, status: true, duration_ms: true })),
  /** Selectors that were mended; left out when there were none. */
  repairs: z.array(Repair.pick({ step_id: true, place: true, was: true, now: true, how: true })).optional(),
  started_at: z.string(),
  ended_at: z.string().nullable(),
});
export type JobOutput = z.infer<typeof JobOutput>;

export type JobOutcome =
  | { readonly succeeded: true; readonly output: string }
  | { readonly succeeded: false; readonly failure: JobFailure };

const errorNames: Readonly<Record<RunView['status'], JobErrorName>> = {
  failed: 'Failed',
  refused: 'Refused',
  cancelled: 'Cancelled',
  outcome_unknown: 'OutcomeUnknown',
  running: 'OutcomeUnknown',
  waiting_approval: 'OutcomeUnknown',
  paused: 'OutcomeUnknown',
  succeeded: 'Failed',
};

/**
 * What the sender is told of a run that is over. The run is redacted already; of a fault only the product's own words go
 * out, never its detail, which may come from a page.
 */
export function outcomeOf(run: RunView): JobOutcome {
  if (run.status !== 'succeeded') {
    const end = run.fault ?? fault('internal', `It ended as ${run.status}.`, 'See its report.');
    const { error, cause } = failureOf(end, errorNames[run.status]);
    return { succeeded: false, failure: { error, cause: `${cause} (run ${run.run_id})` } };
  }
  const output = JSON.stringify(outputOf(run));
  const bytes = Buffer.byteLength(output);
  if (bytes <= outputBytesMax) return { succeeded: true, output };
  const cause =
    `The run ${run.run_id} did all its work, and its output has ${bytes} bytes; Step Functions takes ` +
    `${outputBytesMax}. Nothing is run again. Let the template save it as a file instead.`;
  return { succeeded: false, failure: jobFailure('OutputTooLarge', cause) };
}

// Of a template with an extraction plan nothing is sent but what the plan and `output` name: no file's name, and no value twice.
function outputOf(run: RunView): JobOutput {
  const { id, version } = run.template;
  const { extracted } = run;
  if (extracted !== undefined) {
    const rest = Object.entries(run.output ?? {}).filter(([key]) => !Object.hasOwn(extracted.fields, key));
    const { extracted: _extracted, ...plain } = run;
    return { ...outputOf({ ...plain, output: Object.fromEntries(rest), files: [] }), extracted };
  }
  return {
    schema: 'localagent.job-result.v1',
    run_id: run.run_id,
    template: { id, version },
    output: run.output,
    files: run.files.map(({ name, bytes, sha256, state }) => ({ name, bytes, sha256, state })),
    steps: run.steps.map(({ id: step, status, duration_ms }) => ({ id: step, status, duration_ms })),
    ...(run.repairs === undefined
      ? {}
      : {
          repairs: run.repairs.map(({ step_id, place, was, now, how }) => ({
            step_id,
            place,
            was,
            now,
            how,
          })),
        }),
    started_at: run.started_at,
    ended_at: run.ended_at,
  };
}
