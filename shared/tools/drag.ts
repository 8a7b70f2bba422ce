import { z } from 'zod';
import { defineTool, pageArg, Selector, timeoutArg } from './define-tool.ts';
import { writeOrDelete } from './delete-words.ts';

const Offset = z.strictObject({
  x: z.number().min(-20_000).max(20_000),
  y: z.number().min(-20_000).max(20_000),
});

export const drag = defineTool({
  name: 'drag',
  title: 'Drag',
  summary:
    'Drags from one element to another (`to`), by an offset (`by`) or along points (`path`) with real mouse events: drag and drop, sliders, drawing, selecting text. Tells where the drop arrived and what changed.',
  category: 'input',
  group: 'more',
  buckets: ['write', 'delete'],
  bucketOf: (_args, { targets }) => writeOrDelete(targets),
  acts: true,
  input: z
    .strictObject({
      ...pageArg,
      ...timeoutArg,
      /** What is taken hold of. */
      selector: Selector,
      /** Where to take hold, in CSS pixels from the element's top left corner; default: where it gets events, the middle if it can be. */
      position: Offset.optional(),
      /** Where to drop it. */
      to: Selector.optional(),
      /** Where on `to`, in CSS pixels from its top left corner; default: its middle. */
      to_position: Offset.optional(),
      /** How far to drag from where it was taken hold of, in CSS pixels. */
      by: Offset.optional(),
      /** Points to drag through, in CSS pixels from the top left corner of `selector`: the first is where to take hold (unless `position` says so), the last where to let go. */
      path: z.array(Offset).min(1).max(200).optional(),
      modifiers: z
        .array(z.enum(['Alt', 'Control', 'Meta', 'Shift']))
        .max(4)
        .default([]),
    })
    .refine(({ to, by, path }) => [to, by, path].filter((way) => way !== undefined).length === 1, {
      message: 'give one of "to", "by" and "path"',
    })
    .refine(({ path, position }) => path === undefined || position !== undefined || path.length > 1, {
      message: 'a "path" of one point needs "position"',
    })
    .refine(({ to, to_position }) => to_position === undefined || to !== undefined, {
      message: '"to_position" needs "to"',
    }),
  output: z.strictObject({
    /** The press was seen at the element, and the release by the page. */
    delivered: z.boolean(),
    /** `native`: the page's own drag and drop data; `pointer`: the page follows the pointer; `selection`: text was selected. */
    kind: z.enum(['native', 'pointer', 'selection']),
    /** `native` alone: whether an element took the drop. */
    dropped: z.boolean().nullable(),
    /** What lies where it was let go. */
    on: z.strictObject({ ref: z.string(), role: z.string(), name: z.string() }).nullable(),
    /** Text that is selected afterwards, at most 1000 characters; only where the selection changed. */
    selected: z.string().nullable(),
    /** What changed, in short words: `moved`, `value changed`, `page changed`; empty when nothing was seen. */
    effects: z.array(z.string()),
  }),
  targetsOf: (args) => [
    { selector: args.selector, readiness: 'enabled' },
    ...(args.to === undefined ? [] : [{ selector: args.to, readiness: 'receives-events' } as const]),
  ],
});
