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

/** A selector that found nothing or too much, and what was used instead: a proposed change of the template. */
export const Repair = z.strictObject({
  step_id: z.string(),
  /** The argument of the step, as `selector` or `fields.0.selector`. */
  place: z.string(),
  /** The selector as the template has it. */
  was: z.string(),
  /** What was found and used instead. */
  now: z.string(),
  /** `alternate`: the template's own further choice; `rematched`: found by what it is remembered by. */
  how: z.enum(['alternate', 'rematched']),
  /** What it is in words: `link "Berichte"`. */
  target: z.string(),
  /** What speaks for it being the same. */
  evidence: z.array(z.string()),
});
export type Repair = z.infer<typeof Repair>;
