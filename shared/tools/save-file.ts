import { z } from 'zod';
import { FiledFile } from '../run.ts';
import { defineTool } from './define-tool.ts';

/** What a file must be before it is filed; a check that does not hold is a fault and nothing is filed. */
export const FileChecks = z.strictObject({
  type: z.enum(['csv', 'pdf', 'xlsx', 'json', 'zip']).optional(),
  /** Data rows without the header (CSV only). */
  rows_min: z.int().nonnegative().optional(),
  rows: z.int().nonnegative().optional(),
  /** Every date of the column (CSV) must lie in the period `YYYY-MM`, `YYYY-Qn` or `YYYY`. */
  period: z.strictObject({ column: z.string(), is: z.string() }).optional(),
  bytes_min: z.int().nonnegative().optional(),
});
export type FileChecks = z.infer<typeof FileChecks>;

export const saveFile = defineTool({
  name: 'save_file',
  title: 'File a document',
  summary:
    'Checks a downloaded file and files it under a name in a folder. The same content filed before is recognised and not written again.',
  category: 'files',
  group: 'more',
  runs_in: 'host',
  buckets: ['write'],
  acts: true,
  page: 'none',
  input: z.strictObject({
    /** Path of a file that this run downloaded. */
    from: z.string().max(4096),
    /** Folder; `~` is the person's home. Made if it is missing. */
    folder: z.string().min(1).max(4096),
    /** File name without any folder. */
    name: z.string().min(1).max(200),
    checks: FileChecks.default({}),
  }),
  output: z.strictObject({ file: FiledFile, checked: z.array(z.string()) }),
});
