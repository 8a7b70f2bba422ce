import { z } from 'zod';
import { defineTool, pageArg, Selector, timeoutArg } from './define-tool.ts';

export const snapshot = defineTool({
  name: 'snapshot',
  title: 'Look at the page',
  summary:
    'Outlines the page: roles, names, values and refs of what can be read or acted on. Use the refs as selectors (`ref=e12`).',
  category: 'extraction',
  buckets: ['read'],
  acts: false,
  input: z.strictObject({
    ...pageArg,
    ...timeoutArg,
    selector: Selector.optional(),
    viewport_only: z.boolean().default(false),
    /** Only what is new or different since the caller's last snapshot of the page. */
    changed: z.boolean().default(false),
    /** Only lines whose role or name holds this text, with their ancestors. */
    find: z.string().min(1).max(200).optional(),
    /** Estimate, four characters a token; what does not fit is cut and counted. */
    max_tokens: z.int().min(100).max(50_000).default(4000),
  }),
  output: z.strictObject({
    outline: z.string(),
    nodes: z.int(),
    left_out: z.int(),
    tokens: z.int(),
  }),
});
