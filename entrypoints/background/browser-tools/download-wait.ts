import { type Fault, fault } from '../../../shared/faults.ts';
import type { TabEvent } from '../driver/tab-events.ts';
import { nothingSeen, type Seen, seeing } from '../driver/watch.ts';

// What a page does while a download is awaited. Pure: a fold over the tab's events. A server may take minutes to
// make a file, and a page may count down before it fetches one; but where nothing is under way any more and
// nothing has come for a while, nothing will.

/** Longest quiet before the click counts as one that starts no download. */
export const quietMs = 12_000;

export type DownloadWait = {
  readonly seen: Seen;
  /** Milliseconds since the epoch of the last sign of life. */
  readonly at: number;
  readonly committed: boolean;
  readonly url: string;
  readonly opened: readonly number[];
  /** HTTP status of the error page that came instead of a file. */
  readonly httpError: number | null;
  readonly documents: Readonly<Record<string, number>>;
};

export function nothingYet(now: number): DownloadWait {
  return {
    seen: nothingSeen,
    at: now,
    committed: false,
    url: '',
    opened: [],
    httpError: null,
    documents: {},
  };
}

const documentsMax = 20;

export function awaitedDownload(wait: DownloadWait, event: TabEvent, now: number): DownloadWait {
  const next = { ...wait, seen: seeing(wait.seen, event), at: now };
  if (event.type === 'opened') return { ...next, opened: [...wait.opened, event.tabId] };
  if (event.type === 'document-response') {
    const kept = Object.entries(wait.documents).slice(-documentsMax);
    return { ...next, documents: { ...Object.fromEntries(kept), [bare(event.url)]: event.status } };
  }
  if (event.type !== 'committed' || event.sameDocument) return next;
  const status = wait.documents[bare(event.url)] ?? 0;
  return { ...next, committed: true, url: event.url, httpError: status >= 400 ? status : null };
}

function bare(url: string): string {
  return url.split('#', 1)[0] ?? url;
}

export function isQuiet({ seen, at }: DownloadWait, now: number): boolean {
  return seen.pending === 0 && seen.opening === 0 && seen.requests.size === 0 && now - at >= quietMs;
}

/** Why nothing was downloaded, as far as the page's doings tell. */
export function noDownloadFault(wait: DownloadWait): Fault {
  const { httpError, committed, url, opened, seen } = wait;
  const detail = { url: url.slice(0, 2000), opened: opened.length };
  if (httpError !== null) {
    return fault(
      'not-found',
      `The click opened an error page (HTTP ${httpError}) instead of giving a file.`,
      'Go back, and look for another link.',
      { ...detail, status: httpError },
    );
  }
  if (committed) {
    const hint = 'Look at the page that is open now; the file may be behind another link there.';
    return fault('timeout', 'The click opened a page and started no download.', hint, detail);
  }
  if (opened.length > 0) {
    const hint = 'See list_pages, and look at the page that was opened.';
    return fault('timeout', 'The click opened another tab and started no download.', hint, detail);
  }
  if (seen.pending > 0 || seen.requests.size > 0) {
    const hint = 'Give timeout_ms more: the server may still be making the file.';
    return fault('timeout', 'The server had not answered in time, and no download had begun.', hint, detail);
  }
  return fault(
    'timeout',
    'The click arrived and started no download.',
    'Look at what the page says, and take the element that gives the file.',
    detail,
  );
}
