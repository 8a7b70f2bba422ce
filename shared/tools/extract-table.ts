import { z } from 'zod';
import { defineTool, pageArg, Selector, timeoutArg } from './define-tool.ts';

export const TableKind = z.enum(['table', 'grid', 'drawn', 'list']);

export const Cell = z.strictObject({
  text: z.string(),
  /** The number that the text says, if it says one; null otherwise. */
  number: z.number().nullable(),
  /** Where the cell's first link leads; null without one. */
  href: z.string().nullable(),
  /** With an amount: ISO code where sign or language settles it, else the sign as written. */
  currency: z.string().optional(),
  /** "12.5 %" is 12.5 here, and has no `number`. */
  percent: z.number().optional(),
  /** The day that the text says, as `2026-11-30`. */
  date: z.string().optional(),
  /** All links, where there are several. */
  links: z.array(z.strictObject({ text: z.string(), href: z.string() })).optional(),
});
export type Cell = z.infer<typeof Cell>;

export const Table = z.strictObject({
  ref: z.string(),
  kind: TableKind,
  caption: z.string(),
  /** One a column, as shown: texts from top to bottom joined by ` / `; empty where there is none. */
  headers: z.array(z.string()),
  /** The header rows themselves, merged cells in each of their places. */
  header_rows: z.array(z.array(z.string())),
  /** Names of the columns in `rows`: headers made unique by ` (2)`, `Column 3` where one is empty. */
  columns: z.array(z.string()),
  /** Each row as an object, column name to text. */
  rows: z.array(z.record(z.string(), z.string())),
  /** Each row as cells, every place of a merged cell filled. */
  cells: z.array(z.array(Cell)),
  row_count: z.int(),
  /** How many of the last rows are the table's foot. */
  foot_rows: z.int(),
  /** Depth of each row from 1, of a tree; empty otherwise. */
  levels: z.array(z.int()),
  /** True only if nothing speaks of rows or cells that are not here. */
  complete: z.boolean(),
  /** What is not here and how to get it; empty if complete. */
  missing: z.string(),
  /** The control beside the table that brings its next rows. */
  next: z.strictObject({ ref: z.string(), name: z.string() }).nullable(),
  /** The table as text, for the formats `csv` and `markdown`, which leave `rows` and `cells` empty. */
  text: z.string(),
});
export type Table = z.infer<typeof Table>;

export const extractTable = defineTool({
  name: 'extract_table',
  title: 'Read a table',
  summary:
    'Reads a table (the main one, unless a selector names another) with headers, rows and merged cells resolved, scrolling through it where rows load as they are seen. `complete` and `missing` say whether that is all.',
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
    format: z.enum(['json', 'csv', 'markdown']).default('json'),
  }),
  output: z.strictObject({ ...Table.shape, tables: z.array(Table).max(100) }),
});
