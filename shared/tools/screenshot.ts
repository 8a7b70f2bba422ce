import { z } from 'zod';
import { defineTool, pageArg, Selector, timeoutArg } from './define-tool.ts';

export const screenshot = defineTool({
  name: 'screenshot',
  title: 'Take a screenshot',
  summary:
    'Pictures the viewport, the whole page or one element, small enough for a model to take in whole. ' +
    'Fields that hold secrets are painted over.',
  category: 'extraction',
  buckets: ['read'],
  acts: false,
  input: z.strictObject({
    ...pageArg,
    ...timeoutArg,
    selector: Selector.optional(),
    full_page: z.boolean().default(false),
    /** A picture of more than a million bytes comes as JPEG whatever was asked for. */
    format: z.enum(['png', 'jpeg', 'webp']).default('png'),
    /** CSS pixels, instead of the usual bounds: 1568 pixels a side and 1.15 million in all. */
    max_width: z.int().min(16).max(8192).optional(),
  }),
  output: z.strictObject({
    /** Base64 of the picture. */
    image: z.string(),
    mime: z.enum(['image/png', 'image/jpeg', 'image/webp']),
    width: z.int(),
    height: z.int(),
    /** Pixels of the picture for one CSS pixel of the page. */
    scale: z.number(),
    size_bytes: z.int(),
    masked: z.int(),
  }),
});
