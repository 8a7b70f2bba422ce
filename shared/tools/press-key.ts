import { z } from 'zod';
import { defineTool, pageArg, Selector, timeoutArg } from './define-tool.ts';
import { writeOrDelete } from './delete-words.ts';

export const pressKey = defineTool({
  name: 'press_key',
  title: 'Press a key',
  summary:
    'Presses a key or combination (`Enter`, `Control+A`), or types text, at an element or where the focus is. Tells what changed and where the focus is then.',
  category: 'input',
  buckets: ['write', 'delete'],
  bucketOf: (_args, { targets }) => writeOrDelete(targets),
  acts: true,
  input: z
    .strictObject({
      ...pageArg,
      ...timeoutArg,
      /** A key name or code of the UI Events standard, or a character, with modifiers before it: `Shift+Tab`. */
      key: z.string().min(1).max(60).optional(),
      /** How often to press the key. */
      count: z.int().min(1).max(100).default(1),
      /** Text to type at the caret, letter by letter; a long one is put in at once. Not for secrets. */
      text: z.string().min(1).max(10_000).optional(),
      selector: Selector.optional(),
    })
    .refine(({ key, text }) => (key === undefined) !== (text === undefined), {
      message: 'give either "key" or "text"',
    })
    .refine(({ count, text }) => text === undefined || count === 1, {
      message: '"count" is for "key"',
    }),
  output: z.strictObject({
    /** The first event was seen where it was meant to arrive. */
    delivered: z.boolean(),
    /** What changed, in short words, at the element that had the focus; empty when nothing was seen. */
    effects: z.array(z.string()),
    /** What has the focus afterwards; null when nothing but the page has it. */
    focused: z.strictObject({ ref: z.string(), role: z.string(), name: z.string() }).nullable(),
  }),
  targetsOf: (args) =>
    args.selector === undefined ? [] : [{ selector: args.selector, readiness: 'enabled' }],
});
