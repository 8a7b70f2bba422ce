import { z } from 'zod';
import { graphqlBucket } from '../graphql-operation.ts';
import { defineTool, pageArg, timeoutArg } from './define-tool.ts';

export const graphql = defineTool({
  name: 'graphql',
  title: 'Ask the page’s GraphQL',
  summary:
    "Sends a GraphQL query to the page's own origin with the page's session, and gives data and errors. A mutation is a write.",
  category: 'code mode',
  group: 'more',
  buckets: ['read', 'write'],
  bucketOf: ({ query }) => graphqlBucket(query),
  acts: true,
  input: z.strictObject({
    ...pageArg,
    ...timeoutArg,
    query: z.string().min(1).max(20_000),
    variables: z.record(z.string().max(200), z.json()).default({}),
    /** A path of the page's own origin. */
    endpoint: z
      .string()
      .regex(/^\/(?![/\\])[^\s\\]{0,500}$/, 'must be a path of this site, such as /graphql')
      .default('/graphql'),
  }),
  output: z.strictObject({
    status: z.int(),
    /** What the site answered under `data`; null where it gave none. */
    data: z.json(),
    errors: z.json(),
  }),
});
