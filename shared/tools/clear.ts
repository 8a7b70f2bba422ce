import { z } from 'zod';
import { defineTool, pageArg, Selector, timeoutArg } from './define-tool.ts';

export const clear = defineTool({
  name: 'clear',
  title: 'Empty a field',
  summary: 'Takes out what a field, an editor or a multiple choice holds, and reads back that it is empty.',
  category: 'input',
  group: 'more',
  buckets: ['delete'],
  acts: true,
  input: z.strictObject({ ...pageArg, ...timeoutArg, selector: Selector }),
  output: z.strictObject({
    /** What the field holds afterwards; `null` for a secret or other sensitive field. */
    value: z.string().nullable(),
    empty: z.boolean(),
  }),
  targetsOf: (args) => [{ selector: args.selector, readiness: 'editable' }],
});
