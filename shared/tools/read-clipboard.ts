import { z } from 'zod';
import { defineTool, timeoutArg } from './define-tool.ts';

export const readClipboard = defineTool({
  name: 'read_clipboard',
  title: 'Read the clipboard',
  summary:
    "Reads the text in this computer's clipboard, whoever put it there. Pictures and files are not read.",
  category: 'pages',
  group: 'more',
  buckets: ['admin'],
  acts: true,
  page: 'none',
  input: z.strictObject({ ...timeoutArg }),
  output: z.strictObject({
    /** The beginning, where the text is longer than 100,000 characters. */
    text: z.string(),
    /** Characters of the whole text; 0 when the clipboard holds none. */
    characters: z.int().nonnegative(),
  }),
});
