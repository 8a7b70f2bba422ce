import { z } from 'zod';
import { defineTool, pageArg, Selector, timeoutArg } from './define-tool.ts';
import { writeOrDelete } from './delete-words.ts';

export const click = defineTool({
  name: 'click',
  title: 'Click',
  summary: 'Clicks one element, once it is visible, stable, enabled and on top. Tells what the click caused.',
  category: 'input',
  buckets: ['write', 'delete'],
  bucketOf: (_args, { targets }) => writeOrDelete(targets),
  acts: true,
  input: z.strictObject({
    ...pageArg,
    ...timeoutArg,
    selector: Selector,
    button: z.enum(['left', 'middle', 'right']).default('left'),
    count: z.int().min(1).max(3).default(1),
    modifiers: z
      .array(z.enum(['Alt', 'Control', 'Meta', 'Shift']))
      .max(4)
      .default([]),
  }),
  output: z.strictObject({
    /** A trusted event was seen at the target itself. */
    delivered: z.boolean(),
    /** What changed, in short words: `focused`, `checked`, `navigated`, `page changed`; empty when nothing was seen. */
    effects: z.array(z.string()),
  }),
  targetsOf: (args) => [{ selector: args.selector, readiness: 'enabled' }],
});
