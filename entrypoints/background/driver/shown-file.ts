import { within } from './deadline.ts';
import type { Taken } from './downloads.ts';
import type { Driver } from './driver.ts';

/** A file that the browser shows in a tab instead of storing it. */
export type ShownFile = { readonly tabId: number; readonly url: string };

const lookMs = 2_000;
const pageTypes: readonly string[] = ['text/html', 'application/xhtml+xml', ''];

/** What a tab shows: a page, a file in one of the browser's viewers, or nothing yet. */
export async function shownFile(tabId: number): Promise<ShownFile | 'page' | 'loading'> {
  const tab = await within(chrome.tabs.get(tabId), lookMs, null).catch(() => null);
  if (tab === null) return 'page';
  if (tab.status !== 'complete') return 'loading';
  const url = tab.url ?? '';
  if (!/^(https?|blob):/.test(url)) return 'page';
  const answers = await within(
    chrome.scripting
      .executeScript({ target: { tabId }, injectImmediately: true, func: () => document.contentType })
      .catch(() => []),
    lookMs,
    [],
  );
  const type = answers[0]?.result;
  if (typeof type !== 'string' || pageTypes.includes(type)) return 'page';
  return { tabId, url };
}

/**
 * Has the file that a tab shows stored. Only the page that made a blob can give it away, so that page saves it, and
 * the download comes as one of the page `openerTabId` (null); anything else the browser fetches with its session. A
 * tab that was opened for the file alone is closed.
 */
export async function storeShown(
  driver: Driver,
  openerTabId: number,
  { tabId, url }: ShownFile,
): Promise<Taken | null> {
  const isBlob = url.startsWith('blob:');
  const taken = isBlob ? null : await driver.downloads.start(url);
  if (isBlob) {
    await chrome.scripting.executeScript({
      target: { tabId: openerTabId },
      injectImmediately: true,
      args: [url],
      func: (address: string) => {
        const link = document.createElement('a');
        link.href = address;
        link.download = '';
        link.click();
      },
    });
  }
  if (tabId !== openerTabId && driver.pages.ownerOf(tabId) !== null) await chrome.tabs.remove(tabId);
  return taken;
}
