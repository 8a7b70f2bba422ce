import { z } from 'zod';

// What the extension's worker asks of the page that reaches the clipboard for it, and what comes back.

export const ClipboardRequest = z.discriminatedUnion('clipboard', [
  z.strictObject({ clipboard: z.literal('read') }),
  z.strictObject({ clipboard: z.literal('write'), text: z.string() }),
]);
export type ClipboardRequest = z.infer<typeof ClipboardRequest>;

/** The text that the clipboard holds, after writing too; `done` is false when the browser refused. */
export const ClipboardAnswer = z.strictObject({ done: z.boolean(), text: z.string() });
export type ClipboardAnswer = z.infer<typeof ClipboardAnswer>;
