import { z } from 'zod';
import { defineTool, pageArg, Selector, timeoutArg } from './define-tool.ts';

const Cell = z.strictObject({
  text: z.string(),
  /** The number that the text says, if it says one; null otherwise. */
  number: z.number().nullable(),
  /** Where the cell's first link leads; null without one. */
  href: z.string().nullable(),
});
export const Table = z.strictObject({
  caption: z.string(),
  /** One a column: header texts from top to bottom joined by ` / `, made unique by ` (2)`. */
  headers: z.array(z.string()),
  /** Each row as an object, header to text. */
  rows: z.array(z.record(z.string(), z.string())),
  /** Each row as cells, every place of a merged cell filled. */
  cells: z.array(z.array(Cell)),
  row_count: z.int(),
  /** False when rows were left out (`max_rows`, or rows that the page has not loaded). */
  complete: z.boolean(),
});
export type Table = z.infer<typeof Table>;

export const extractTable = defineTool({
  name: 'extract_table',
  title: 'Read a table',
  summary:
    'Reads a table (the main one, unless a selector names another) with headers, rows and merged cells resolved.',
  category: 'extraction',
  buckets: ['read'],
  acts: false,
  input: z.strictObject({
    ...pageArg,
    ...timeoutArg,
    selector: Selector.optional(),
    /** Also give every other table of the page, in `tables`. */
    all: z.boolean().default(false),
    max_rows: z.int().min(1).max(10_000).default(1000),
  }),
  output: z.strictObject({ ...Table.shape, tables: z.array(Table).max(100) }),
});
