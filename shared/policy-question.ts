import { z } from 'zod';
import { Bucket, CallerKind } from './actions.ts';
import { urlCharactersMax } from './limits.ts';
import { Verdict } from './receipt.ts';

const sourcesMax = 50;

/** One call as a person puts it to the policy. What is left out is the usual: a workflow that somebody watches. */
export const PolicyQuestion = z.strictObject({
  tool: z.string().min(1).max(100),
  /** Left out: the tool's usual one, or `delete` where `target` says so and the tool can delete. */
  bucket: Bucket.optional(),
  /** The page acted on; for `navigate`, the one gone to. Neither url nor folder: the browser itself. */
  url: z.string().max(urlCharactersMax).optional(),
  folder: z.string().max(4096).optional(),
  /** Address of the other document when the target lies in a frame of another site; `null` (as text) for an opaque one. */
  frame: z.string().max(urlCharactersMax).optional(),
  /** Name of what is acted on: `Delete invoice 1042`. */
  target: z.string().max(1000).optional(),
  caller: CallerKind.default('workflow'),
  unattended: z.boolean().default(false),
  /** The person has approved exactly this. */
  approved: z.boolean().default(false),
  /** The arguments carry text that was read from a page. */
  tainted: z.boolean().default(false),
  /** The origins that text came from; any makes the call tainted. */
  sources: z.array(z.string().max(urlCharactersMax)).max(sourcesMax).default([]),
  /** A stored secret is filled in. */
  secret: z.boolean().default(false),
  /** The call belongs to a template that was reviewed, and accepted once. */
  accepted_template: z.boolean().default(false),
  plan_mode: z.boolean().default(false),
});
export type PolicyQuestion = z.infer<typeof PolicyQuestion>;

/** What the policy says to one call, with the rules that decided, whole. */
export const PolicyExplanation = z.strictObject({
  ...Verdict.shape,
  bucket: Bucket,
  deciding: z.array(
    z.strictObject({
      id: z.string(),
      /** File that the rule stands in; `policy` for what was made from a policy file. */
      file: z.string(),
      title: z.string(),
      fix: z.string(),
      /** The Cedar text that decided. */
      text: z.string(),
    }),
  ),
});
export type PolicyExplanation = z.infer<typeof PolicyExplanation>;
