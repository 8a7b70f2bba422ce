import { z } from 'zod';
import { PageId } from '../actions.ts';
import { defineTool } from './define-tool.ts';

export const selectPage = defineTool({
  name: 'select_page',
  title: 'Select a page',
  summary: "Makes a page the caller's current one. Shows it to the person only if `raise` is true.",
  category: 'pages',
  buckets: ['read'],
  acts: true,
  input: z.strictObject({ page: PageId, raise: z.boolean().default(false) }),
  output: z.strictObject({}),
});
