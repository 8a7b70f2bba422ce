import { z } from 'zod';

// What a control was when a template last worked with it, so that it can be told apart from its likes after a page was
// redesigned. Values that came from a parameter stand as `{{parameters.x}}`. It holds no text that a person has typed.

const Short = z.string().max(200);

/** What is remembered of one control or region of a page. */
export const Fingerprint = z.strictObject({
  role: Short,
  name: Short,
  tag: Short,
  /** Attributes that pages give for themselves: `id`, `name`, `type`, `data-…`. */
  marks: z.record(Short, Short).default({}),
  /** Path and query that a link leads to, on the page's own site. */
  leads_to: z.string().max(500).optional(),
  /** The form that it belongs to. */
  form: z.strictObject({ method: z.enum(['get', 'post']), action: z.string().max(500) }).optional(),
  /** It sends that form. */
  submits: z.boolean().optional(),
  /** The nearest part of the page around it, as `navigation "Main"`. */
  within: Short.optional(),
  /** The nearest heading above it. */
  heading: Short.optional(),
  /** Names of the controls beside it. */
  near: z.array(Short).max(2).default([]),
});
export type Fingerprint = z.infer<typeof Fingerprint>;

/** What had to be opened or gone to before a control could be found. */
export const RepairPreparation = z.strictObject({
  tool: z.enum(['click', 'navigate']),
  args: z.record(z.string(), z.string().max(2000)),
  title: z.string().max(200),
});
export type RepairPreparation = z.infer<typeof RepairPreparation>;

/** A selector that found nothing or too much, and what was used instead: a proposed change of the template. */
export const Repair = z.strictObject({
  step_id: z.string(),
  /** The argument of the step, as `selector` or `fields.0.selector`. */
  place: z.string(),
  /** The selector as the template has it. */
  was: z.string(),
  /** What was found and used instead. */
  now: z.string(),
  /** `alternate`: the template's own further choice; `rematched`: found by what it is remembered by; `model`: by a model. */
  how: z.enum(['alternate', 'rematched', 'model']),
  /** What it is in words: `link "Berichte"`. */
  target: z.string(),
  /** What speaks for it being the same. */
  evidence: z.array(z.string()),
  /** Only of a model's: what was done before the step to get at the control, as steps of a template. */
  before: z.array(RepairPreparation).max(20).optional(),
  /** Only of a model's: the script that it wrote, as it was run, and the SHA-256 of that. */
  code: z.string().max(20_000).optional(),
  code_hash: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
  /** Only of a model's: how often it was asked until it held. */
  iterations: z.int().positive().optional(),
});
export type Repair = z.infer<typeof Repair>;
