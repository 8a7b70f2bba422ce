import { z } from 'zod';
import { defineTool, pageArg, Selector } from './define-tool.ts';

export const submit = defineTool({
  name: 'submit',
  title: 'Send a form',
  summary:
    'Presses the button that sends a form or starts a process, answers its question if told how, and waits for the outcome.',
  category: 'patterns',
  group: 'pattern',
  runs_in: 'host',
  buckets: ['write', 'delete'],
  acts: true,
  input: z.strictObject({
    ...pageArg,
    button: Selector,
    /** What to do with a question that the page asks: without this, a question is a fault. */
    confirm: z.enum(['accept', 'dismiss']).optional(),
    /** What shows that it worked. */
    success: Selector.optional(),
    /** What shows that it did not. */
    failure: Selector.optional(),
    timeout_ms: z.int().min(1000).max(120_000).default(60_000),
  }),
  output: z.strictObject({ submitted: z.boolean(), confirmed: z.boolean(), message: z.string() }),
});
