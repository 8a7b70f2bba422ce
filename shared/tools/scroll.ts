import { z } from 'zod';
import { defineTool, pageArg, Selector, timeoutArg } from './define-tool.ts';

const distance = z.number().min(-1_000_000).max(1_000_000);

export const scroll = defineTool({
  name: 'scroll',
  title: 'Scroll',
  summary:
    'Scrolls an element into view; or, with `by` or `to`, scrolls the area that it is or lies in (the page without a selector). Tells how far it went and what is left to scroll.',
  category: 'navigation',
  group: 'more',
  buckets: ['read'],
  acts: true,
  input: z
    .strictObject({
      ...pageArg,
      ...timeoutArg,
      selector: Selector.optional(),
      /** CSS pixels to the right and down; negative to the left and up. */
      by: z.strictObject({ x: distance.default(0), y: distance.default(0) }).optional(),
      to: z.enum(['top', 'bottom', 'left', 'right']).optional(),
    })
    .refine(({ by, to }) => by === undefined || to === undefined, {
      message: 'give either "by" or "to"',
    })
    .refine(({ selector, by, to }) => selector !== undefined || by !== undefined || to !== undefined, {
      message: 'give "selector", "by" or "to"',
    }),
  output: z.strictObject({
    /** What was scrolled: `page`, the area's ref, or null when nothing there scrolls that way. */
    scroller: z.string().nullable(),
    /** How far its content went, in CSS pixels. */
    moved: z.strictObject({ x: z.number(), y: z.number() }),
    /** What is left in each direction, in CSS pixels, after the page has answered. */
    remaining: z.strictObject({ up: z.number(), down: z.number(), left: z.number(), right: z.number() }),
    /** The page added content while it was scrolled, so there is more than before. */
    grew: z.boolean(),
    /** Whether the selector's element shows in the viewport now; null without a selector. */
    in_view: z.boolean().nullable(),
    /** The wheel was turned over the element, because the page scrolls it by script; what came of it is in `moved` only where it can be measured. */
    by_wheel: z.boolean(),
  }),
  targetsOf: (args) =>
    args.selector === undefined ? [] : [{ selector: args.selector, readiness: 'attached' }],
});
