import { z } from 'zod';
import { defineTool, Position, pageArg, Selector, timeoutArg } from './define-tool.ts';

export const hover = defineTool({
  name: 'hover',
  title: 'Hover',
  summary: 'Moves the pointer over an element and tells what appeared.',
  category: 'input',
  buckets: ['read'],
  acts: true,
  input: z.strictObject({ ...pageArg, ...timeoutArg, selector: Selector, position: Position.optional() }),
  output: z.strictObject({
    delivered: z.boolean(),
    /** Role and name of what was not visible before, 20 at most. */
    appeared: z.array(z.string()).max(20),
  }),
  targetsOf: ({ selector, position }) => [
    { selector, readiness: 'receives-events', ...(position && { position }) },
  ],
});
