import { z } from 'zod';
import { defineTool, pageArg, Selector, timeoutArg } from './define-tool.ts';
import { writeOrDelete } from './delete-words.ts';

export const pressKey = defineTool({
  name: 'press_key',
  title: 'Press a key',
  summary:
    'Presses a key or combination (`Enter`, `Control+A`), or types text, at an element or where the focus is.',
  category: 'input',
  buckets: ['write', 'delete'],
  bucketOf: (_args, { targets }) => writeOrDelete(targets),
  acts: true,
  input: z
    .strictObject({
      ...pageArg,
      ...timeoutArg,
      /** A key name of the UI Events standard, or a character, with modifiers before it: `Shift+Tab`. */
      key: z.string().min(1).max(60).optional(),
      /** Text to type, letter by letter as text; not for secrets. */
      text: z.string().min(1).max(10_000).optional(),
      selector: Selector.optional(),
    })
    .refine(({ key, text }) => (key === undefined) !== (text === undefined), {
      message: 'give either "key" or "text"',
    }),
  output: z.strictObject({ delivered: z.boolean() }),
  targetsOf: (args) =>
    args.selector === undefined ? [] : [{ selector: args.selector, readiness: 'enabled' }],
});
