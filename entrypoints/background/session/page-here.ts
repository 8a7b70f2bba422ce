import type { PageInfo } from '../../../shared/actions.ts';
import { type PageHere, selectionCharactersMax } from '../../../shared/protocol/panel-messages.ts';

/** The browser as far as it is asked for the page in front. */
export type HereParts = {
  readonly activeTab: (windowId: number) => Promise<{ readonly id?: number | undefined } | undefined>;
  /** The page of a tab by its name for agents; null when it has none. */
  readonly pageOf: (tabId: number) => PageInfo | null;
  /** What is selected in the tab's top document; rejects where no script may run. */
  readonly selectionIn: (tabId: number) => Promise<string>;
};

const nothing: PageHere = { page: null, url: '', title: '', selection: '' };

/** The page in front in a window. It is looked at only because the person opened the panel beside it. */
export async function pageHere(parts: HereParts, windowId: number): Promise<PageHere> {
  const tab = await parts.activeTab(windowId);
  const info = tab?.id === undefined ? null : parts.pageOf(tab.id);
  if (tab?.id === undefined || info === null) return nothing;
  const { url, title } = info;
  if (!/^https?:/.test(url)) return { ...nothing, url, title };
  const selection = await parts.selectionIn(tab.id).catch(() => '');
  return { page: info.page, url, title, selection: selection.trim().slice(0, selectionCharactersMax) };
}

/** Runs in the page, in a world of our own. */
function selectedText(): string {
  return String(getSelection() ?? '');
}

/** The browser itself. */
export function hereParts(pageOf: HereParts['pageOf']): HereParts {
  return {
    activeTab: async (windowId) => (await chrome.tabs.query({ active: true, windowId }))[0],
    pageOf,
    selectionIn: async (tabId) => {
      const [frame] = await chrome.scripting.executeScript({ target: { tabId }, func: selectedText });
      return typeof frame?.result === 'string' ? frame.result : '';
    },
  };
}
