import { z } from 'zod';
import { valueCharactersMax } from '../limits.ts';
import { defineTool, timeoutArg } from './define-tool.ts';

export const writeClipboard = defineTool({
  name: 'write_clipboard',
  title: 'Write the clipboard',
  summary:
    "Puts a text into this computer's clipboard, in place of what was there, and reads it back. Not for secrets.",
  category: 'pages',
  group: 'more',
  buckets: ['admin'],
  acts: true,
  page: 'none',
  input: z.strictObject({ ...timeoutArg, text: z.string().max(valueCharactersMax) }),
  output: z.strictObject({
    characters: z.int().nonnegative(),
    /** The clipboard was read back and holds the text. */
    matches: z.boolean(),
  }),
});
