import { z } from 'zod';
import { Bucket } from './actions.ts';
import { Extracted } from './extraction.ts';
import { Fault } from './faults.ts';
import { Fingerprint, Repair } from './fingerprint.ts';
import { ObjectiveView, objectiveEvents, PersonQuestion } from './objective.ts';
import { Receipt } from './receipt.ts';

// A run is one execution of a template, or works on an objective. Its events are written to `runs/<id>/events.jsonl` in
// this form, streamed to the panel and the command line, and the report is made from them alone.

export const RunStatus = z.enum([
  'running',
  'waiting_approval',
  'paused',
  'succeeded',
  'failed',
  'refused',
  'cancelled',
  'outcome_unknown',
]);
export type RunStatus = z.infer<typeof RunStatus>;

/** Whether LocalAgent itself was ended in the middle: the run then failed, or left an act whose outcome is not known. */
export function wasInterrupted({ fault }: { readonly fault: Pick<Fault, 'detail'> | null }): boolean {
  return fault?.detail?.['cut_off'] === true;
}

export const StepStatus = z.enum([
  'pending',
  'running',
  'succeeded',
  'skipped',
  'failed',
  'refused',
  'unknown',
]);

export const StepView = z.strictObject({
  id: z.string(),
  title: z.string(),
  tool: z.string(),
  status: StepStatus,
  /** How often the step ran; above 1 for `for_each` and `retry`. */
  runs: z.int().nonnegative(),
  duration_ms: z.int().nonnegative(),
  /** One line for a person: what came out, or why not. */
  note: z.string(),
});
export type StepView = z.infer<typeof StepView>;

export const FiledFile = z.strictObject({
  name: z.string(),
  path: z.string(),
  bytes: z.int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** `already_filed`: the same content was there before; nothing was written. */
  state: z.enum(['filed', 'already_filed', 'downloaded']),
});
export type FiledFile = z.infer<typeof FiledFile>;

export const RunView = z.strictObject({
  run_id: z.string(),
  /** Of an objective run: `objective`, the product's version, and the objective's first words. */
  template: z.strictObject({
    id: z.string(),
    version: z.string(),
    title: z.string(),
    /** Of the whole template as it ran; left out where there was none. */
    sha256: z.string().optional(),
  }),
  /** The run that was cut off and that this one goes on from. */
  continues: z.string().optional(),
  profile: z.string().nullable(),
  status: RunStatus,
  /** Parameters as given, secrets as `secret:NAME`. */
  parameters: z.record(z.string(), z.json()),
  steps: z.array(StepView),
  output: z.record(z.string(), z.json()).nullable(),
  files: z.array(FiledFile),
  fault: Fault.nullable(),
  started_at: z.iso.datetime(),
  ended_at: z.iso.datetime().nullable(),
  /** Path of the report, once it is written. */
  report: z.string().nullable(),
  /** Selectors that were mended in the run: proposed changes of the template. Left out when there were none. */
  repairs: z.array(Repair).max(200).optional(),
  /** What a run of a template asks the person now. */
  question: PersonQuestion.nullable().optional(),
  /** Only of a template with an extraction plan. */
  extracted: Extracted.optional(),
  /** Only of an objective run. */
  objective: ObjectiveView.optional(),
});
export type RunView = z.infer<typeof RunView>;

export const PlannedCall = z.strictObject({
  step_id: z.string(),
  tool: z.string(),
  bucket: Bucket,
  resource: z.string(),
});
export type PlannedCall = z.infer<typeof PlannedCall>;

/** What the person is asked, rendered from the calls themselves and never from a model's words. */
export const ApprovalRequest = z.strictObject({
  approval_id: z.uuid(),
  run_id: z.string().nullable(),
  /** One line: what is asked, e.g. `Run "Vendor portal report" on https://portal.example.com`. */
  title: z.string(),
  /** One line an act, in words: `Click button "Prepare report" on https://portal.example.com`. */
  acts: z.array(
    z.strictObject({
      text: z.string(),
      bucket: Bucket,
      resource: z.string(),
      /** Why it is asked: the title of the rule, in words. */
      rule: z.string(),
      count: z.int(),
      /** The rest of the exact act, a line each: the values, where a link leads, what cannot be told in words. */
      details: z.array(z.string()).max(60).optional(),
    }),
  ),
  /** What the person can choose instead of "this once", each in the words that hold from then on. */
  offers: z.array(z.strictObject({ scope: z.enum(['run', 'site']), words: z.string() })).optional(),
  asked_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
});
export type ApprovalRequest = z.infer<typeof ApprovalRequest>;

/** How far an approval reaches: this act, all like it until the run or session ends, or a rule for the site. */
export const ApprovalScope = z.enum(['once', 'run', 'site']);
export type ApprovalScope = z.infer<typeof ApprovalScope>;

const stamp = { run_id: z.string(), seq: z.int().nonnegative(), at: z.iso.datetime() };
const [turn, refused, checklist, finding, page, model, asked, answered, written] = objectiveEvents;
const stampedObjectiveEvents = [
  turn.extend(stamp),
  refused.extend(stamp),
  checklist.extend(stamp),
  finding.extend(stamp),
  page.extend(stamp),
  model.extend(stamp),
  asked.extend(stamp),
  answered.extend(stamp),
  written.extend(stamp),
] as const;

export const RunEvent = z.discriminatedUnion('type', [
  z.strictObject({ ...stamp, type: z.literal('run.started'), run: RunView, plan: z.array(PlannedCall) }),
  z.strictObject({ ...stamp, type: z.literal('step.started'), step_id: z.string(), title: z.string() }),
  z.strictObject({ ...stamp, type: z.literal('call.settled'), step_id: z.string(), receipt: Receipt }),
  z.strictObject({ ...stamp, type: z.literal('step.finished'), step: StepView, output: z.json().nullable() }),
  z.strictObject({ ...stamp, type: z.literal('approval.requested'), approval: ApprovalRequest }),
  z.strictObject({
    ...stamp,
    type: z.literal('approval.answered'),
    approval_id: z.string(),
    answer: z.enum(['approved', 'denied', 'timeout']),
    by: z.string(),
  }),
  z.strictObject({ ...stamp, type: z.literal('file.saved'), file: FiledFile }),
  /** The person took over, or too much was asked; nothing more is done until it is resumed. */
  z.strictObject({ ...stamp, type: z.literal('run.paused'), by: z.string(), reason: z.string() }),
  z.strictObject({ ...stamp, type: z.literal('run.resumed'), by: z.string() }),
  /** A selector of the template found nothing or too much, and another was used. */
  z.strictObject({ ...stamp, type: z.literal('selector.repaired'), repair: Repair }),
  /** What a selector of the template meant, in a run that was to write it down. */
  z.strictObject({
    ...stamp,
    type: z.literal('selector.recorded'),
    step_id: z.string(),
    place: z.string(),
    print: Fingerprint,
  }),
  /** What the extraction plan names, with where each value is from. */
  z.strictObject({ ...stamp, type: z.literal('values.extracted'), extracted: Extracted }),
  z.strictObject({ ...stamp, type: z.literal('note'), text: z.string() }),
  z.strictObject({ ...stamp, type: z.literal('run.finished'), run: RunView }),
  ...stampedObjectiveEvents,
]);
export type RunEvent = z.infer<typeof RunEvent>;

type Unstamped<T> = T extends unknown ? Omit<T, keyof typeof stamp> : never;
/** What happened, before the run's event log gives it number and time. */
export type RunEventBody = Unstamped<RunEvent>;

/** The page where a job's run stopped, in the folder of the run. */
export const failurePictureName = 'failure.png';
