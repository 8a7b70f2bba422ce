import { z } from 'zod';
import { urlCharactersMax } from '../limits.ts';
import { defineTool, pageArg, Selector, timeoutArg } from './define-tool.ts';

export const wait = defineTool({
  name: 'wait',
  title: 'Wait',
  summary:
    'Waits until an element is in a state, a text is on the page or gone from it, the URL matches, the page has loaded, or a download is done.',
  category: 'navigation',
  buckets: ['read'],
  acts: false,
  input: z
    .strictObject({
      ...pageArg,
      ...timeoutArg,
      selector: Selector.optional(),
      /** With `selector` or `text`: what to wait for; `hidden` also means gone. A text is `visible` or `hidden`. */
      state: z.enum(['visible', 'hidden', 'enabled', 'attached']).default('visible'),
      text: z.string().min(1).max(2000).optional(),
      /** A whole URL, or a pattern with `*` for any run of characters. */
      url: z.string().min(1).max(urlCharactersMax).optional(),
      load: z.literal(true).optional(),
      download: z.literal(true).optional(),
    })
    .refine(
      ({ selector, text, url, load, download }) =>
        [selector, text, url, load, download].filter((condition) => condition !== undefined).length === 1,
      { message: 'give exactly one of "selector", "text", "url", "load", "download"' },
    )
    .refine(({ text, state }) => text === undefined || state === 'visible' || state === 'hidden', {
      message: 'a text is "visible" or "hidden"',
    }),
  output: z.strictObject({
    elapsed_ms: z.int(),
    met: z.string(),
    /** Name of the file, for a download. */
    filename: z.string().optional(),
  }),
});
