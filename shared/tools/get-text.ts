import { z } from 'zod';
import { defineTool, pageArg, Selector, timeoutArg } from './define-tool.ts';

export const getText = defineTool({
  name: 'get_text',
  title: 'Read the text',
  summary:
    'Gives the readable text of the page (also a PDF) or of one element, in parts, with an outline that says which part holds which heading.',
  category: 'extraction',
  buckets: ['read'],
  acts: false,
  input: z.strictObject({
    ...pageArg,
    ...timeoutArg,
    selector: Selector.optional(),
    /** Which part, from 1. */
    part: z.int().min(1).max(10_000).default(1),
    format: z.enum(['text', 'markdown']).default('text'),
  }),
  output: z.strictObject({
    text: z.string(),
    part: z.int(),
    parts: z.int(),
    outline: z.array(z.strictObject({ level: z.int(), heading: z.string(), part: z.int() })).max(500),
    /** Fields of an article, apart from its text; empty when the page names none. */
    heading: z.string(),
    byline: z.string(),
    published: z.string(),
    /** Estimate, four characters a token. */
    tokens: z.int(),
    /** Between browser and host only: the bytes of a PDF page in base64, which the host puts into `text`. */
    pdf: z.string().optional(),
  }),
});
