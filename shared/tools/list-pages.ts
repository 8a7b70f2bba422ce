import { z } from 'zod';
import { PageInfo } from '../actions.ts';
import { defineTool } from './define-tool.ts';

export const listPages = defineTool({
  name: 'list_pages',
  title: 'List pages',
  summary: 'Lists the open pages with their ids, pop-ups and tabs opened by the person included.',
  category: 'pages',
  buckets: ['read'],
  acts: false,
  page: 'none',
  input: z.strictObject({}),
  output: z.strictObject({ pages: z.array(PageInfo), count: z.int() }),
});
