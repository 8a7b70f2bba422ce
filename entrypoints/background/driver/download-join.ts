// Chrome tells of a download twice and never how the two belong together: the debugger names the page and not
// the file, chrome.downloads names the file and not the page. They are joined by address and time. A download
// that opened a tab of its own is known to the debugger of neither; it is joined through the tab's address
// and its opener.

/** The part of chrome.downloads.DownloadItem that is read. */
export type Item = {
  readonly id: number;
  readonly url: string;
  readonly finalUrl: string;
  readonly referrer: string;
  readonly filename: string;
  readonly mime: string;
  readonly state: string;
  readonly danger: string;
  readonly fileSize: number;
  readonly bytesReceived: number;
  readonly error?: string | undefined;
};

export type Begun = {
  readonly tabId: number;
  readonly url: string;
  readonly filename: string;
  readonly at: number;
};
export type Opening = { readonly openerTabId: number; readonly url: string; readonly at: number };

/** How far apart the two tellings of one download may be, in milliseconds. */
export const apartMsMax = 5_000;

const shownCharactersMax = 2_000;

/** `told` is what said so: it is used up by this item. */
export type Origin = {
  readonly tabId: number;
  readonly filename: string | null;
  readonly told: Begun | Opening;
};

/** The page that an item comes from; null while nothing says so. */
export function originOfItem(
  item: Pick<Item, 'url' | 'finalUrl'>,
  at: number,
  begun: readonly Begun[],
  openings: readonly Opening[],
): Origin | null {
  const near = (other: number) => Math.abs(other - at) <= apartMsMax;
  const same = (url: string) => url !== '' && (url === item.url || url === item.finalUrl);
  const direct = begun.find((candidate) => near(candidate.at) && same(candidate.url));
  if (direct !== undefined) return { tabId: direct.tabId, filename: direct.filename, told: direct };
  const opening = openings.find((candidate) => near(candidate.at) && same(candidate.url));
  return opening === undefined ? null : { tabId: opening.openerTabId, filename: null, told: opening };
}

/**
 * A file name that every file system takes: no folders, control or reserved characters, no trailing dots; 200
 * at most.
 */
export function safeFileName(name: string): string {
  const base = name.split(/[\\/]/).at(-1) ?? '';
  const plain = base
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}<>:"|?*]/gu, '_')
    .replace(/[. ]+$/u, '')
    .replace(/^\.+/u, '');
  const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(plain) ? `_${plain}` : plain;
  if (reserved.length <= 200) return reserved === '' ? 'download' : reserved;
  const dot = reserved.lastIndexOf('.');
  const ending = dot > 0 && reserved.length - dot <= 20 ? reserved.slice(dot) : '';
  return reserved.slice(0, 200 - ending.length) + ending;
}

/** An address as it is told: the data that a data: address carries is the file itself. */
export function shownUrl(url: string): string {
  if (!url.startsWith('data:')) return url.slice(0, shownCharactersMax);
  return `${url.slice(0, url.indexOf(',') + 1).slice(0, shownCharactersMax)}…`;
}
