import { z } from 'zod';
import { defineTool, pageArg, Selector } from './define-tool.ts';

export const select = defineTool({
  name: 'select',
  title: 'Choose from results',
  summary:
    'Opens the entry of a list or table whose text holds all the given words; several such entries are a fault.',
  category: 'patterns',
  group: 'pattern',
  runs_in: 'host',
  buckets: ['write', 'delete'],
  acts: true,
  input: z.strictObject({
    ...pageArg,
    /** Texts that the entry must hold, all of them. */
    match: z.array(z.string().min(1).max(500)).min(1).max(10),
    /** Where the entries are; default: the rows of the main table, else list items. */
    within: Selector.optional(),
    /** What to click in the entry, by its visible text; default: its first link or button. */
    action: z.string().max(200).optional(),
    /** Pages of results to go through, by the control `next`. */
    next: Selector.optional(),
    pages_max: z.int().min(1).max(50).default(20),
    timeout_ms: z.int().min(1000).max(120_000).default(30_000),
  }),
  output: z.strictObject({ entry: z.string(), page_number: z.int() }),
});
