import { z } from 'zod';
import { defineTool, pageArg, Selector, timeoutArg } from './define-tool.ts';

export const snapshot = defineTool({
  name: 'snapshot',
  title: 'Look at the page',
  summary:
    'Outlines the page: roles, names, states, values, and refs like [e12] to use as selectors. ' +
    'A second look at a document tells only what changed; `changed: false` gives all of it.',
  category: 'extraction',
  buckets: ['read'],
  acts: false,
  input: z.strictObject({
    ...pageArg,
    ...timeoutArg,
    /** Only what is in this element. */
    selector: Selector.optional(),
    viewport_only: z.boolean().default(false),
    /** Only what is new or different since the caller's last snapshot; left out: where there was one. */
    changed: z.boolean().optional(),
    /** Only lines that hold this text, with what they are in. */
    find: z.string().min(1).max(200).optional(),
    /** An estimate; what does not fit is named, and comes as the next `part`. */
    max_tokens: z.int().min(100).max(50_000).default(4000),
    part: z.int().min(1).max(1000).default(1),
  }),
  output: z.strictObject({
    outline: z.string(),
    /** Only what changed was told. */
    changed: z.boolean(),
    /** False when something was left out for size; the outline's last line says what. */
    complete: z.boolean(),
    tokens: z.int(),
  }),
});
