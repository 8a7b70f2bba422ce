import { expect, test } from 'vitest';
import {
  awaitedDownload,
  isQuiet,
  noDownloadFault,
  nothingYet,
  quietMs,
} from '../../../../entrypoints/background/browser-tools/download-wait.ts';
import type { TabEvent } from '../../../../entrypoints/background/driver/tab-events.ts';

const after = (...events: readonly TabEvent[]) =>
  events.reduce((wait, event) => awaitedDownload(wait, event, 1_000), nothingYet(0));
const url = 'https://a.example/r';
const committed: TabEvent = { type: 'committed', url, documentId: 'd', sameDocument: false };

test('a page at rest is given up after a while, and one with work under way is not', () => {
  const resting = after({ type: 'loaded' });
  expect(isQuiet(resting, 1_000 + quietMs - 1)).toBe(false);
  expect(isQuiet(resting, 1_000 + quietMs)).toBe(true);
  const busy = after({ type: 'request-started', id: '1', kind: 'XHR' });
  expect(isQuiet(busy, 1_000 + 10 * quietMs)).toBe(false);
  expect(noDownloadFault(busy).message).toContain('had not answered');
});

test('an error page is known by the status of the document that came, whatever its fragment', () => {
  const answered: TabEvent = { type: 'document-response', id: '1', status: 404, url };
  const wait = after(answered, { ...committed, url: `${url}#top` });
  expect(wait.httpError).toBe(404);
  expect(noDownloadFault(wait)).toMatchObject({ code: 'not-found', detail: { status: 404 } });
  // The error of a frame inside is not the page's.
  expect(after({ ...answered, url: 'https://a.example/frame' }, committed).httpError).toBeNull();
});

test('what came instead of a file is named', () => {
  expect(noDownloadFault(after()).message).toContain('started no download');
  expect(noDownloadFault(after(committed)).message).toContain('opened a page');
  expect(noDownloadFault(after({ type: 'opened', tabId: 7 })).message).toContain('another tab');
});
