import { z } from 'zod';
import { defineTool, Position, pageArg, Selector, timeoutArg } from './define-tool.ts';
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
    position: Position.optional(),
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
    /**
     * What changed, in short words: `focused`, `checked`, `navigated`, `appeared dialog "Delete?"`, `changed status
     * "3 rows"`; after `then`, what came later and may have another cause; empty when nothing was seen.
     */
    effects: z.array(z.string()),
    /** What was odd about the click. */
    note: z.string().optional(),
  }),
  targetsOf: ({ selector, position }) => [{ selector, readiness: 'enabled', ...(position && { position }) }],
});
