import { z } from 'zod';
import { elementsMax } from '../limits.ts';
import { defineTool, pageArg, Selector, timeoutArg } from './define-tool.ts';

export const PageElement = z.strictObject({
  ref: z.string(),
  tag: z.string(),
  role: z.string(),
  name: z.string(),
  /** The text that shows in it, white space made single; empty for fields and for what does not show. */
  text: z.string(),
  /** What a field holds now; null for other elements, and for passwords and other secrets. */
  value: z.string().nullable(),
  /** For boxes and switches; null for what cannot be checked. */
  checked: z.boolean().nullable(),
  /** As the page wrote them, long values cut; handlers, and what a secret field holds, are left out. */
  attributes: z.record(z.string(), z.string()),
  /** Where it is drawn, in CSS pixels from the top left corner of its frame's viewport. */
  box: z.strictObject({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
  /** It is drawn with some size and not hidden; it may still lie outside the viewport or under something else. */
  visible: z.boolean(),
  /** Computed styles that were asked for. */
  styles: z.record(z.string(), z.string()),
});
export type PageElement = z.infer<typeof PageElement>;

const StyleName = z
  .string()
  .regex(/^[a-z][a-z-]{0,49}$/, 'use the name of a CSS property, like "background-color"');

export const getElements = defineTool({
  name: 'get_elements',
  title: 'Look at elements',
  summary:
    'Gives every element that a selector means, with tag, text, value, attributes, place and size, and computed styles: for drawings (SVG), colours, positions and lists that an outline does not tell.',
  category: 'extraction',
  group: 'more',
  buckets: ['read'],
  acts: false,
  input: z.strictObject({
    ...pageArg,
    ...timeoutArg,
    selector: Selector,
    /** CSS properties whose computed values to tell, such as `background-color`, `fill` or `transform`. */
    styles: z.array(StyleName).max(20).default([]),
    /** Only those that show. */
    visible_only: z.boolean().default(false),
    max: z.int().min(1).max(elementsMax).default(100),
  }),
  output: z.strictObject({
    /** In the order of the page. */
    elements: z.array(PageElement),
    /** How many the selector means; more than `elements` when some were left out. */
    count: z.int(),
  }),
});
