import { z } from 'zod';
import { urlCharactersMax } from '../limits.ts';
import { defineTool } from './define-tool.ts';

export const newPage = defineTool({
  name: 'new_page',
  title: 'Open a page',
  summary: "Opens a new tab in the background, in the agent's own tab group, and makes it the current page.",
  category: 'pages',
  group: 'more',
  buckets: ['read'],
  acts: true,
  page: 'none',
  input: z.strictObject({
    url: z.string().max(urlCharactersMax),
    timeout_ms: z.int().min(1000).max(120_000).default(30_000),
  }),
  output: z.strictObject({
    status: z.int().nullable(),
    http_error: z.boolean(),
    redirects: z.array(z.string()),
    still_loading: z.literal(true).optional(),
  }),
  destinationOf: (args) => args.url,
});
