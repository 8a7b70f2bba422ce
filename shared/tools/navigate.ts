import { z } from 'zod';
import { urlCharactersMax } from '../limits.ts';
import { defineTool, pageArg, SecretName } from './define-tool.ts';

export const navigate = defineTool({
  name: 'navigate',
  title: 'Go to a URL',
  summary:
    'Opens a URL in the page, or goes back, forward or reloads. Tells the final URL, the HTTP status and the redirects. `auth` answers an HTTP password prompt.',
  category: 'navigation',
  buckets: ['read', 'write'],
  bucketOf: ({ auth }) => (auth === undefined ? 'read' : 'write'),
  acts: true,
  page: 'optional',
  input: z
    .strictObject({
      ...pageArg,
      url: z.string().max(urlCharactersMax).optional(),
      action: z.enum(['back', 'forward', 'reload']).optional(),
      /** For HTTP authentication; the password is a stored secret, given to the URL's own origin alone. */
      auth: z.strictObject({ username: z.string().max(500), password: SecretName }).optional(),
      /** Milliseconds until the page must have loaded: default 30 s, from 1 s to 2 min. */
      timeout_ms: z.int().min(1000).max(120_000).default(30_000),
    })
    .refine((args) => (args.url === undefined) !== (args.action === undefined), {
      message: 'give either "url" or "action"',
    })
    .refine((args) => args.auth === undefined || args.url !== undefined, { message: '"auth" needs "url"' }),
  output: z.strictObject({
    /** HTTP status of the document; null when it came from cache history or is not HTTP. */
    status: z.int().nullable(),
    /** 4xx and 5xx: the page is an error page, whatever it shows. */
    http_error: z.boolean(),
    /** URLs that were passed through before the final one. */
    redirects: z.array(z.string()),
    /** The document is there; frames or pictures in it were still on their way when the call ended. */
    still_loading: z.literal(true).optional(),
    /** Only where a password was asked for, or given. `wanted`: give `auth`; `refused`: it was wrong; asked once only. */
    http_auth: z
      .strictObject({ state: z.enum(['accepted', 'refused', 'not-asked', 'wanted']), hint: z.string() })
      .optional(),
  }),
  destinationOf: (args) => args.url ?? null,
});
