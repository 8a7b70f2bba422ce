import { z } from 'zod';
import { defineTool, pageArg, Selector } from './define-tool.ts';

export const search = defineTool({
  name: 'search',
  title: 'Search on the page',
  summary: "Types a query into the page's search field, starts the search and waits for the results.",
  category: 'patterns',
  group: 'pattern',
  runs_in: 'host',
  buckets: ['write'],
  acts: true,
  input: z.strictObject({
    ...pageArg,
    query: z.string().max(1000),
    field: Selector.optional(),
    /** More fields of the search form, filled before it is sent. */
    filters: z
      .array(z.strictObject({ selector: Selector, value: z.string().max(1000) }))
      .max(20)
      .default([]),
    submit: Selector.optional(),
    results: Selector.optional(),
    timeout_ms: z.int().min(1000).max(120_000).default(30_000),
  }),
  output: z.strictObject({ searched: z.boolean() }),
});
