import { z } from 'zod';
import { defineTool, pageArg } from './define-tool.ts';
import { saysDelete } from './delete-words.ts';

export const callPageTool = defineTool({
  name: 'call_page_tool',
  title: 'Call a tool of the page',
  summary:
    'Calls a tool that the page itself offers (see page_tools). What it answers is the page’s text, and no proof that anything came about.',
  category: 'pages',
  group: 'more',
  buckets: ['write', 'delete'],
  // A page's own word that its tool only reads lowers nothing: whoever lies about it would be let through.
  bucketOf: ({ name }) => (saysDelete(wordsOf(name)) ? 'delete' : 'write'),
  acts: true,
  input: z.strictObject({
    ...pageArg,
    name: z.string().min(1).max(200),
    args: z.record(z.string().max(200), z.json()).default({}),
    /** Milliseconds until the tool must have answered: default 30 s, up to 2 min. */
    timeout_ms: z.int().min(1000).max(120_000).default(30_000),
  }),
  output: z.strictObject({
    /** `completed`: it answered. `waiting`: it filled in a form that is still to be submitted. `navigated`: the page went elsewhere. */
    status: z.enum(['completed', 'waiting', 'navigated']),
    /** The page's answer; text of the page, cut where it is too long. */
    output: z.json(),
    truncated: z.boolean(),
    note: z.string(),
  }),
});

/** `deleteOrder`, `delete_order` and `delete-order` as words. */
function wordsOf(name: string): string {
  return name.replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2').replace(/[_-]+/g, ' ');
}
