import { z } from 'zod';
import { Bucket } from './actions.ts';

/** One step as a person reads it. */
export const PlanStep = z.strictObject({
  /** `3`, or `6.2` inside a loop. */
  number: z.string(),
  id: z.string(),
  title: z.string(),
  /** What it can do, in words made from its arguments and never from its title. */
  acts: z.array(z.strictObject({ words: z.string(), bucket: Bucket })),
  /** When it runs, how often, what follows a failure, how its selectors can be mended. */
  remarks: z.array(z.string()),
});
export type PlanStep = z.infer<typeof PlanStep>;

/** A template as a plan that a person can read: what `template explain`, the studio and a review request tell. */
export const TemplatePlan = z.strictObject({
  sites: z.array(z.string()),
  secrets: z.array(z.string()),
  /** Where text of one site may go into acts on another. */
  flows: z.array(z.string()),
  steps: z.array(PlanStep),
  output: z.array(z.string()),
  /** Of an extraction plan: each field with where it comes from, and what leaves the machine with a job. */
  extraction: z.array(z.strictObject({ field: z.string(), words: z.string() })),
  leaves: z.array(z.string()),
});
export type TemplatePlan = z.infer<typeof TemplatePlan>;
