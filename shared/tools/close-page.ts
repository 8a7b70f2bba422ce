import { z } from 'zod';
import { defineTool, pageArg } from './define-tool.ts';

export const closePage = defineTool({
  name: 'close_page',
  title: 'Close a page',
  summary:
    'Closes a page. A page with unsaved input asks first; the question is then left for handle_dialog.',
  category: 'pages',
  group: 'more',
  buckets: ['write'],
  acts: true,
  input: z.strictObject({ ...pageArg }),
  output: z.strictObject({ closed: z.boolean() }),
});
