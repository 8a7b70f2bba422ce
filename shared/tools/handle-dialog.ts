import { z } from 'zod';
import { defineTool, pageArg } from './define-tool.ts';

export const handleDialog = defineTool({
  name: 'handle_dialog',
  title: 'Answer a dialog',
  summary: "Accepts or dismisses the page's open alert, confirm, prompt or leave-page question.",
  category: 'input',
  buckets: ['write', 'delete'],
  /** Accepting a question that a deleting act raised is that deletion. */
  bucketOf: (args, { dialogOfDelete }) => (args.accept && dialogOfDelete ? 'delete' : 'write'),
  acts: true,
  input: z.strictObject({
    ...pageArg,
    accept: z.boolean(),
    prompt_text: z.string().max(10_000).optional(),
  }),
  output: z.strictObject({ kind: z.string(), message: z.string(), accepted: z.boolean() }),
});
