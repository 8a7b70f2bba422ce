import { z } from 'zod';
import { uploadBytesMax, uploadFilesMax } from '../limits.ts';
import { defineTool, pageArg, Selector } from './define-tool.ts';

/** Base64 is a third longer than what it stands for. */
const contentCharactersMax = Math.ceil(uploadBytesMax / 3) * 4;

/** One file: by `path`, which the host reads, or by `name` with `text` or `content_base64`. */
export const UploadedFile = z
  .strictObject({
    /** A file of this machine; `~` is the person's home. Its folder must be allowed by the policy. */
    path: z.string().min(1).max(4_096).optional(),
    name: z.string().min(1).max(255).optional(),
    mime_type: z.string().max(200).optional(),
    text: z.string().max(uploadBytesMax).optional(),
    content_base64: z.string().max(contentCharactersMax).optional(),
  })
  .refine(
    ({ path, name, text, content_base64 }) =>
      [path, text, content_base64].filter((one) => one !== undefined).length === 1 &&
      (path !== undefined || name !== undefined),
    { message: 'give "path", or "name" with either "text" or "content_base64"' },
  );
export type UploadedFile = z.infer<typeof UploadedFile>;

export const uploadFile = defineTool({
  name: 'upload_file',
  title: 'Upload files',
  summary:
    'Puts files into a file field (hidden ones too), through the button that asks for files, or onto a drop zone. Files come by path or with their content.',
  category: 'files',
  group: 'more',
  buckets: ['admin'],
  acts: true,
  input: z.strictObject({
    ...pageArg,
    selector: Selector,
    files: z.array(UploadedFile).min(1).max(uploadFilesMax),
    /** Milliseconds for the whole call: default 30 s, up to 2 min. */
    timeout_ms: z.int().min(1000).max(120_000).default(30_000),
  }),
  output: z.strictObject({
    /** `field`: a file field; `chooser`: the field behind a button; `drop`: dropped on the element. */
    via: z.enum(['field', 'chooser', 'drop']),
    /** What the page was given, as the host read and hashed it (SHA-256, hex). */
    files: z.array(z.strictObject({ name: z.string(), bytes: z.int().nonnegative(), sha256: z.string() })),
    /** Read back after the page answered: the field holds exactly these files. Null for a drop, which holds nothing. */
    held: z.boolean().nullable(),
  }),
  targetsOf: ({ selector }) => [{ selector, readiness: 'attached' }],
});
