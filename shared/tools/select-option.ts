import { z } from 'zod';
import { defineTool, pageArg, Selector, timeoutArg } from './define-tool.ts';

const Choice = z.string().max(2_000);
const Place = z.int().min(0).max(10_000);

export const selectOption = defineTool({
  name: 'select_option',
  title: 'Choose an option',
  summary:
    'Chooses exactly the given options of a drop-down or list, native or drawn by the page; by value or label, or by place. When none fits, the fault lists the options.',
  category: 'input',
  group: 'more',
  buckets: ['write'],
  acts: true,
  input: z
    .strictObject({
      ...pageArg,
      ...timeoutArg,
      selector: Selector,
      /** Value or label of the option; several for a multiple choice, none of them to choose nothing. */
      values: z.union([Choice, z.array(Choice).max(200)]).optional(),
      /** Place of the option, counted from 0. */
      index: z.union([Place, z.array(Place).max(200)]).optional(),
    })
    .refine(({ values, index }) => (values === undefined) !== (index === undefined), {
      message: 'give either "values" or "index"',
    }),
  output: z.strictObject({
    /** Values and labels that are chosen afterwards, read back after the page answered. */
    values: z.array(z.string()),
    labels: z.array(z.string()),
    /** Exactly what was asked for is chosen. */
    matches: z.boolean(),
  }),
  targetsOf: (args) => [{ selector: args.selector, readiness: 'editable' }],
});
