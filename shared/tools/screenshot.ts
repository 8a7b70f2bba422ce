import { z } from 'zod';
import { defineTool, pageArg, Selector, timeoutArg } from './define-tool.ts';

export const screenshot = defineTool({
  name: 'screenshot',
  title: 'Take a screenshot',
  summary: 'Pictures the viewport, the whole page or one element. Fields that hold secrets are painted over.',
  category: 'extraction',
  buckets: ['read'],
  acts: false,
  input: z.strictObject({
    ...pageArg,
    ...timeoutArg,
    selector: Selector.optional(),
    full_page: z.boolean().default(false),
    format: z.enum(['png', 'jpeg', 'webp']).default('png'),
    /** CSS pixels; a wider picture is scaled down. Default 1568, which is what vision models take whole. */
    max_width: z.int().min(16).max(8192).default(1568),
  }),
  output: z.strictObject({
    /** Base64 of the picture. */
    image: z.string(),
    mime: z.enum(['image/png', 'image/jpeg', 'image/webp']),
    width: z.int(),
    height: z.int(),
    size_bytes: z.int(),
    masked: z.int(),
  }),
});
