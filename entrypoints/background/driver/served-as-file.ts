import { z } from 'zod';
import type { Debuggee } from './debuggee.ts';

// A browser shows a PDF, a picture or a text in a viewer of its own instead of storing it. While a download is
// awaited, such an answer to the page's own navigation is told to be an attachment before the browser looks at
// it; so the very bytes that the act asked for become the file, and nothing is asked of the server twice.

type Header = { readonly name: string; readonly value: string };
const TargetInfo = z.object({ targetInfo: z.object({ targetId: z.string() }) });

const documents = { urlPattern: '*', resourceType: 'Document', requestStage: 'Response' } as const;
/** What a browser shows as a page; an answer that names no type is looked into, and may be one. */
const pageTypes = /^\s*(?:$|(?:text\/html|application\/xhtml\+xml|multipart\/x-mixed-replace)\b)/i;

/** The headers of an answer made an attachment; null for pages, errors and what is an attachment already. */
export function attachmentHeaders(status: number, headers: readonly Header[]): readonly Header[] | null {
  const headerOf = (name: string): string =>
    headers.find((header) => header.name.toLowerCase() === name)?.value ?? '';
  const disposition = headerOf('content-disposition');
  if (status < 200 || status > 299 || pageTypes.test(headerOf('content-type'))) return null;
  if (/^\s*attachment\b/i.test(disposition)) return null;
  const parameters = disposition.replace(/^[^;]*/, '');
  const others = headers.filter(({ name }) => name.toLowerCase() !== 'content-disposition');
  return [...others, { name: 'Content-Disposition', value: `attachment${parameters}` }];
}

/** From now on, until the returned function is called, what the page goes to is stored unless it is a page. */
export async function serveAsFiles(
  debuggee: Pick<Debuggee, 'send' | 'requests'>,
): Promise<() => Promise<void>> {
  const { targetInfo } = TargetInfo.parse(await debuggee.send('Target.getTargetInfo', {}));
  return debuggee.requests.add({
    patterns: [documents],
    frames: false,
    onPaused({ frameId, responseStatusCode, responseHeaders = [] }) {
      if (responseStatusCode === undefined || frameId !== targetInfo.targetId) return null;
      const headers = attachmentHeaders(responseStatusCode, responseHeaders);
      return headers === null
        ? null
        : { kind: 'answer', responseCode: responseStatusCode, responseHeaders: headers };
    },
  });
}
