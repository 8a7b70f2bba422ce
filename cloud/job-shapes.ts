import { z } from 'zod';
import { Extracted, ExtractionPlan, FieldSource, Provenance } from '../shared/extraction.ts';
import { Fingerprint } from '../shared/fingerprint.ts';

// What passes between the states. Large things (templates, results, pictures) lie in the store; what passes is small and
// names them. No secret ever does: a parameter of that kind is a name such as `secret:vendor_portal`.

const Name = z.string().min(1).max(200);

/** What somebody asked for, in plain words, by whichever way it came. */
export const IntakeRequest = z.strictObject({
  request_id: z.string().regex(/^[A-Za-z0-9_-]{1,80}$/, 'letters, digits, - and _, at most 80'),
  text: z.string().trim().min(1).max(4_000),
  /** Who asks, as the channel knows them: an address, a handle. */
  from: z.string().max(320),
  channel: z.enum(['file', 'webhook', 'chat', 'e-mail']),
  /** Where the answer goes: understood by the channel alone. */
  reply_to: z.string().max(2_000),
  received_at: z.iso.datetime(),
});
export type IntakeRequest = z.infer<typeof IntakeRequest>;

/** What the library's index tells of a template; the template itself is a file beside it. */
export const LibraryEntry = z.strictObject({
  id: Name,
  version: z.string().max(100),
  title: z.string().max(200),
  description: z.string().max(2_000),
  /** Words by which people ask for it. */
  keywords: z.array(z.string().max(60)).max(60).default([]),
  reviewed: z.boolean(),
  /** It may be run again from its start after a failure: it only reads, or what it does twice does no harm. */
  repeatable: z.boolean().default(false),
  parameters: z.record(
    z.string(),
    z.strictObject({
      type: z.enum(['string', 'integer', 'number', 'boolean', 'url', 'secret', 'date', 'month']),
      required: z.boolean().default(false),
      description: z.string().max(2_000).default(''),
      options: z.array(z.string().max(200)).max(200).optional(),
      default: z.json().optional(),
    }),
  ),
  /** The template's own plan, key by key. */
  extraction: ExtractionPlan.default({}),
});
export type LibraryEntry = z.infer<typeof LibraryEntry>;

export const LibraryIndex = z.strictObject({
  schema: z.literal('localagent.library/1'),
  templates: z.array(LibraryEntry).max(1_000),
});

/** One job for one worker, as `native-host/jobs` reads it. */
export const WorkerJob = z.strictObject({
  job_id: Name,
  template: Name,
  template_version: z.string().max(100),
  parameters: z.record(z.string(), z.json()),
  /** Selectors to try, by step and place, where a step that says `repair` finds nothing. */
  repair: z.record(z.string().max(200), z.string().max(2_000)).optional(),
});
export type WorkerJob = z.infer<typeof WorkerJob>;

/** A value with where it came from and how sure that is, from 0 to 1. */
export const SourcedValue = z.strictObject({
  value: z.json(),
  source: FieldSource,
  confidence: z.number().min(0).max(1),
  /** For people: the page, the picture, the formula. */
  origin: z.string().max(5_000),
  /** The same for programs: of `both` the page and the picture. */
  provenance: z.array(Provenance).max(2),
  /** Of `both`: what the other side said, when it said something else. */
  conflict: z.strictObject({ local: z.json(), screenshot: z.json(), wins: z.string() }).optional(),
});
export type SourcedValue = z.infer<typeof SourcedValue>;

/** What a worker answers, as far as the cloud works with it: `localagent.job-result.v1`. */
export const WorkerResult = z.looseObject({
  output: z.record(z.string(), z.json()).nullable().default(null),
  /** Of a template with an extraction plan. */
  extracted: Extracted.optional(),
});
export type WorkerResult = z.infer<typeof WorkerResult>;

/** How one job ended, as the states after the workers see it. */
export const JobOutcome = z.strictObject({
  job: WorkerJob,
  ok: z.boolean(),
  /** What the worker answered; only of one that succeeded. */
  result: WorkerResult.nullable(),
  error: z.string().max(200).nullable(),
  cause: z.string().max(33_000).nullable(),
});
export type JobOutcome = z.infer<typeof JobOutcome>;

const Text = z.string().max(200);

/** What a worker leaves below its job's prefix when a step's selector found nothing: names of controls, no text of the page. */
export const RepairEvidence = z.strictObject({
  schema: z.literal('localagent.repair-evidence/1'),
  step_id: z.string().max(60),
  title: Text,
  tool: z.string().max(60),
  /** The selectors of the step, and what each was recorded as. */
  places: z
    .record(
      z.string().max(100),
      z.strictObject({ was: z.string().max(2_000), print: Fingerprint.nullable() }),
    )
    .refine((places) => Object.keys(places).length <= 50, 'at most 50 places'),
  controls: z
    .array(
      z.strictObject({
        /** A selector that means it alone. */
        selector: z.string().max(2_000),
        role: Text,
        name: Text,
        leads_to: z.string().max(500).nullable(),
        sends_to: z.string().max(500).nullable(),
        within: Text,
        heading: Text,
      }),
    )
    .max(400),
});
export type RepairEvidence = z.infer<typeof RepairEvidence>;
