import { z } from 'zod';
import { defineTool } from './define-tool.ts';

export const uploadArtifact = defineTool({
  name: 'upload_artifact',
  title: 'Store a file for others',
  summary:
    "Puts a file of this run into the artifact store (a folder or an S3 bucket, as config.yaml says) under its content's hash.",
  category: 'files',
  group: 'more',
  runs_in: 'host',
  buckets: ['admin'],
  acts: true,
  page: 'none',
  input: z.strictObject({
    /** Path of a file that this run downloaded. */
    from: z.string().max(4096),
    /** Its name there; left out: as it is called here. */
    name: z.string().min(1).max(200).optional(),
  }),
  output: z.strictObject({
    key: z.string(),
    uri: z.string(),
    bytes: z.int().nonnegative(),
    sha256: z.string(),
    state: z.enum(['stored', 'already']),
    /** Whoever has it can read the file until it expires; null unless config.yaml gives links a time. */
    link: z.string().nullable(),
  }),
});
