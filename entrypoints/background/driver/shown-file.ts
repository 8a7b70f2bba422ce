import { z } from 'zod';
import { within } from './deadline.ts';
import type { Taken } from './downloads.ts';
import type { Driver } from './driver.ts';

/** A file that the browser shows in a tab instead of storing it. */
export type ShownFile = { readonly tabId: number; readonly url: string };

const lookMs = 2_000;
const pageTypes: readonly string[] = ['text/html', 'application/xhtml+xml', ''];

const Shown = z.object({ url: z.string(), type: z.string() });

/**
 * The file that a tab shows; null for a page, and while nothing is there yet. `seen` keeps what was looked at, by tab
 * and address: a page may lead on to a file later.
 */
export async function shownFile(tabId: number, seen: Set<string>): Promise<ShownFile | null> {
  const tab = await within(chrome.tabs.get(tabId), lookMs, null).catch(() => null);
  if (tab === null || seen.has(`${tabId} ${tab.url ?? ''}`)) return null;
  const answers = await within(
    chrome.scripting
      .executeScript({
        target: { tabId },
        injectImmediately: true,
        func: () => ({ url: location.href, type: document.contentType }),
      })
      .catch(() => []),
    lookMs,
    [],
  );
  const shown = Shown.safeParse(answers[0]?.result).data;
  if (shown === undefined || !/^(https?|blob):/.test(shown.url)) return null;
  seen.add(`${tabId} ${shown.url}`);
  return pageTypes.includes(shown.type) ? null : { tabId, url: shown.url };
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
