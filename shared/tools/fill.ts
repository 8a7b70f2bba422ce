import { z } from 'zod';
import { valueCharactersMax } from '../limits.ts';
import { defineTool, pageArg, Selector, timeoutArg } from './define-tool.ts';
import { saysDelete } from './delete-words.ts';

/** Text; a number; true or false for checkbox and switch; several texts for a multiple choice; `secret:NAME` for a stored secret. */
const Value = z.union([
  z.string().max(valueCharactersMax),
  z.number(),
  z.boolean(),
  z.array(z.string().max(2000)).max(200),
]);
const Field = z.strictObject({ selector: Selector, value: Value });

export const fill = defineTool({
  name: 'fill',
  title: 'Fill in',
  summary:
    'Puts a value into a field, replacing what was there, or fills several fields in order. Works for text, choices, boxes, dates and editors; reads back what each field then holds.',
  category: 'input',
  buckets: ['write', 'delete'],
  bucketOf: (_args, { targets }) =>
    targets.some((target) => !target.editable && saysDelete(target.name)) ? 'delete' : 'write',
  acts: true,
  input: z
    .strictObject({
      ...pageArg,
      ...timeoutArg,
      selector: Selector.optional(),
      value: Value.optional(),
      fields: z.array(Field).min(1).max(50).optional(),
    })
    .refine(
      ({ selector, value, fields }) =>
        fields === undefined
          ? selector !== undefined && value !== undefined
          : selector === undefined && value === undefined,
      { message: 'give "selector" and "value", or "fields"' },
    ),
  output: z.strictObject({
    fields: z.array(
      z.strictObject({
        selector: z.string(),
        /** What the field holds afterwards; `null` for a secret or other sensitive field. */
        value: Value.nullable(),
        /** The field holds what was asked for, read back after the page answered. */
        matches: z.boolean(),
        /** Why it does not match, or what the field says of it; left out when there is nothing to say. */
        detail: z.string().optional(),
        /** What the open list under the field offers, when nothing of it was chosen. */
        options: z.array(z.string()).optional(),
      }),
    ),
  }),
  targetsOf: (args) => fieldsOf(args).map(({ selector }) => ({ selector, readiness: 'editable' })),
});

/** The fields of a call in either of its two forms. */
export function fieldsOf(args: {
  readonly selector?: string | undefined;
  readonly value?: z.infer<typeof Value> | undefined;
  readonly fields?: readonly z.infer<typeof Field>[] | undefined;
}): readonly z.infer<typeof Field>[] {
  if (args.fields !== undefined) return args.fields;
  return args.selector === undefined || args.value === undefined
    ? []
    : [{ selector: args.selector, value: args.value }];
}
