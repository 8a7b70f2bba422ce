import { z } from 'zod';
import { defineTool } from './define-tool.ts';

export const findFiled = defineTool({
  name: 'find_filed',
  title: 'Look for a filed document',
  summary:
    'Tells whether a document was filed before under this name in this folder and is still there unchanged.',
  category: 'files',
  group: 'more',
  runs_in: 'host',
  buckets: ['read'],
  acts: false,
  page: 'none',
  input: z.strictObject({
    folder: z.string().min(1).max(4096),
    name: z.string().min(1).max(200),
  }),
  output: z.strictObject({
    found: z.boolean(),
    path: z.string(),
    bytes: z.int().nonnegative(),
    sha256: z.string(),
  }),
});
