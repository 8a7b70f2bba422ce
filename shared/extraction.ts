import { z } from 'zod';

// Where each value of a result comes from: the page's own text, read on the machine of the browser; a picture of the page, read
// in the cloud; a formula, computed there; or page and picture, compared. A template and the cloud's library have the same plan.
// It is also the list of what leaves the machine: a job sends what its plan names, and nothing else that its steps have read.

/** Fields of one plan. */
export const fieldsMax = 100;
/** Characters of a description, a formula and a reference. */
const textCharactersMax = 500;

export const FieldSource = z.enum(['dom_local', 'screenshot_cloud', 'derived_cloud', 'both']);
export type FieldSource = z.infer<typeof FieldSource>;

export const FieldName = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,59}$/, 'must be lower-case letters, digits and "_", starting with a letter');

const keys = ['from', 'screenshot', 'formula', 'wins'] as const;
type Key = (typeof keys)[number];

/** What a field of each source must say, and what it may say besides. */
const keysOf: Readonly<Record<FieldSource, { readonly must: readonly Key[]; readonly may: readonly Key[] }>> =
  {
    dom_local: { must: ['from'], may: [] },
    screenshot_cloud: { must: ['screenshot'], may: [] },
    derived_cloud: { must: ['formula'], may: [] },
    both: { must: ['from', 'screenshot'], may: ['wins'] },
  };

export const ExtractionField = z
  .strictObject({
    source: FieldSource,
    /** For people, and for the model that reads a picture. */
    description: z.string().max(textCharactersMax).default(''),
    /** What a step has read: `{{steps.found.cells.0.6.text}}`. */
    from: z.string().max(textCharactersMax).optional(),
    /** A step that takes a picture: `{{steps.slip}}`. */
    screenshot: z.string().max(textCharactersMax).optional(),
    /** How it is computed of other fields: `total - paid`, `sum(rows.amount)`. */
    formula: z.string().max(textCharactersMax).optional(),
    /** Which side wins where page and picture say different things; left out, the page. */
    wins: z.enum(['local', 'screenshot']).optional(),
  })
  .superRefine((field, context) => {
    const { must, may } = keysOf[field.source];
    for (const key of keys) {
      const isThere = field[key] !== undefined;
      if (must.includes(key) && !isThere)
        context.addIssue({ code: 'custom', message: `of source ${field.source} needs "${key}"` });
      if (isThere && !must.includes(key) && !may.includes(key))
        context.addIssue({ code: 'custom', path: [key], message: `means nothing for ${field.source}` });
    }
  });
export type ExtractionField = z.infer<typeof ExtractionField>;

/** The key `extraction` of a template, by field. */
export const ExtractionPlan = z
  .record(FieldName, ExtractionField)
  .refine((plan) => Object.keys(plan).length <= fieldsMax, `has more than ${fieldsMax} fields`);
export type ExtractionPlan = z.infer<typeof ExtractionPlan>;

const Share = z.number().min(0).max(1);
const Address = z.string().max(2_000).nullable();

/** Where a value was read, in a form that a program can follow. */
export const Provenance = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('page'),
    /** The page without query and fragment, which may hold what is nobody's business; null: not a page. */
    url: Address,
    step_id: z.string().max(200),
    /** As the step used it; null: the tool chose, as `extract_table` chooses the main table. */
    selector: z.string().max(2_000).nullable(),
    /** Of a table, counted from 1; null: no row of a table. */
    row: z.int().positive().nullable(),
    column: z.string().max(500).nullable(),
  }),
  z.strictObject({
    kind: z.literal('picture'),
    url: Address,
    step_id: z.string().max(200),
    /** Its key in the artifact store. */
    key: z.string().max(1_024),
    sha256: z.string().max(64),
  }),
  z.strictObject({
    kind: z.literal('computed'),
    formula: z.string().max(textCharactersMax),
    of: z.array(FieldName).max(fieldsMax),
  }),
]);
export type Provenance = z.infer<typeof Provenance>;

/** A field as a run gives it: what is read in the cloud has no value here, and `note` says so. */
export const ExtractedField = z.strictObject({
  source: FieldSource,
  value: z.json(),
  /** See shared/confidence.ts; null: there is no value. */
  confidence: Share.nullable(),
  provenance: z.array(Provenance).max(2),
  /** Why there is no value, or what is still done elsewhere; empty: nothing is to be said. */
  note: z.string().max(1_000),
});
export type ExtractedField = z.infer<typeof ExtractedField>;

/** A picture that was sent, and the fields that the cloud may read in it. */
export const SentPicture = z.strictObject({
  step_id: z.string().max(200),
  fields: z.array(FieldName).min(1).max(fieldsMax),
  key: z.string().max(1_024),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: z.int().nonnegative(),
  url: Address,
  /** Secret fields that were painted over before the picture left the browser. */
  masked: z.int().nonnegative(),
});
export type SentPicture = z.infer<typeof SentPicture>;

/** Pictures that one run sends. */
export const picturesMax = 50;

/** What a run with a plan gives: its fields in the plan's order, and the pictures that were sent for them. */
export const Extracted = z.strictObject({
  fields: z.record(FieldName, ExtractedField),
  pictures: z.array(SentPicture).max(picturesMax),
});
export type Extracted = z.infer<typeof Extracted>;

/** The folder of a job's artifacts, below what the store's settings put before it. */
export function jobFolder(jobId: string): string {
  return `jobs/${jobId.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 100)}/`;
}
