import { z } from 'zod';
import { urlCharactersMax } from '../limits.ts';
import { defineTool, pageArg, Selector } from './define-tool.ts';

export const download = defineTool({
  name: 'download',
  title: 'Download a file',
  summary: 'Clicks the element, or opens the URL, that starts a download, and waits until the file is there.',
  category: 'files',
  group: 'more',
  buckets: ['admin'],
  acts: true,
  input: z
    .strictObject({
      ...pageArg,
      selector: Selector.optional(),
      url: z.string().max(urlCharactersMax).optional(),
      /** Milliseconds until the file must be complete: default 60 s, up to 10 min. */
      timeout_ms: z.int().min(1000).max(600_000).default(60_000),
    })
    .refine(({ selector, url }) => (selector === undefined) !== (url === undefined), {
      message: 'give either "selector" or "url"',
    }),
  output: z.strictObject({
    /** Name made safe for any file system. */
    name: z.string(),
    /** Where the file lies: the run's own folder once the host has taken it over. */
    path: z.string(),
    bytes: z.int().nonnegative(),
    /** SHA-256 (hex), from the host; null until the host has read the file. */
    sha256: z.string().nullable(),
    mime: z.string(),
    source_url: z.string(),
    /** Names of further files that the click set off, if any; each needs a download of its own. */
    others_stopped: z.array(z.string()).optional(),
  }),
  targetsOf: (args) =>
    args.selector === undefined ? [] : [{ selector: args.selector, readiness: 'enabled' }],
  destinationOf: (args) => args.url ?? null,
});
