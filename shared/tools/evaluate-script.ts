import { z } from 'zod';
import { defineTool, pageArg, timeoutArg } from './define-tool.ts';

export const evaluateScript = defineTool({
  name: 'evaluate_script',
  title: 'Run a script in the page',
  summary:
    'Runs the body of a function in the page, with `args`, and gives its JSON value. For what no other tool does.',
  category: 'code mode',
  buckets: ['admin'],
  acts: true,
  input: z.strictObject({
    ...pageArg,
    ...timeoutArg,
    /** Body of an async function; `args` is its only parameter; `return` gives the value. */
    script: z.string().min(1).max(100_000),
    args: z.json().default(null),
    /** `isolated` sees the page's DOM and not its scripts; `main` is the page's own world. */
    world: z.enum(['isolated', 'main']).default('isolated'),
  }),
  output: z.strictObject({ value: z.json() }),
});
