import { z } from 'zod';
import { urlCharactersMax } from '../limits.ts';
import { defineTool, pageArg, SecretCode, SecretName, Selector } from './define-tool.ts';

export const login = defineTool({
  name: 'login',
  title: 'Sign in',
  summary:
    'Signs in on a page with a user name and a stored secret, and checks that the sign-in worked. Finds the fields itself unless told.',
  category: 'patterns',
  group: 'pattern',
  runs_in: 'host',
  buckets: ['write'],
  acts: true,
  page: 'optional',
  input: z.strictObject({
    ...pageArg,
    /** Opened first, unless the page is there already. */
    url: z.string().max(urlCharactersMax).optional(),
    username: z.string().max(500),
    password: SecretName,
    username_field: Selector.optional(),
    password_field: Selector.optional(),
    /** A stored source of codes, for a site that asks for one after the password: `secret:NAME#totp`. */
    code: SecretCode.optional(),
    code_field: Selector.optional(),
    submit: Selector.optional(),
    /** What shows that the sign-in worked; without it: the password field is gone. */
    success: Selector.optional(),
    timeout_ms: z.int().min(1000).max(120_000).default(30_000),
  }),
  output: z.strictObject({ signed_in: z.boolean(), already: z.boolean(), message: z.string() }),
  destinationOf: (args) => args.url ?? null,
});
