import type { Caused, PageInfo } from '../../../shared/actions.ts';
import type { OpenDialog, Watch } from '../page.ts';
import { left, within } from './deadline.ts';
import type { TabEvent } from './tab-events.ts';

/**
 * A navigation that an act sets off shows itself within this; most acts set off none, and all of them wait it
 * out.
 */
const noticeMs = 40;
/** Longest wait for the requests that an act fired. */
const requestsMs = 2_000;
/** Quiet after the last answer before the page counts as settled: answers lead to further requests. */
const quietMs = 30;
/** Navigations in a row that are followed: a page may lead on by script. */
const hopsMax = 5;
/** Longest wait for a page opened by the act to have an address. */
const openedMs = 600;
/** Requests that change what a page shows; images, media, beacons and streams are not waited for. */
const awaited: ReadonlySet<string> = new Set(['Document', 'Stylesheet', 'Script', 'XHR', 'Fetch']);
const requestsMax = 2_000;
const openedMax = 20;

type Begun = { readonly guid: string; readonly filename: string; readonly url: string };

/** What has been seen so far. Pure: a fold over the tab's events. */
export type Seen = {
  readonly pending: number;
  readonly navigated: boolean;
  readonly loading: boolean;
  readonly dialog: OpenDialog | null;
  /** Windows that the page asked for and has not got yet. */
  readonly opening: number;
  readonly opened: readonly number[];
  readonly download: Begun | null;
  readonly requests: ReadonlySet<string>;
  readonly gone: boolean;
};

export const nothingSeen: Seen = {
  pending: 0,
  navigated: false,
  loading: false,
  dialog: null,
  opening: 0,
  opened: [],
  download: null,
  requests: new Set(),
  gone: false,
};

export function seeing(seen: Seen, event: TabEvent): Seen {
  switch (event.type) {
    case 'navigation-started':
      return { ...seen, pending: seen.pending + 1 };
    case 'committed':
      if (event.sameDocument) return { ...seen, navigated: true };
      return { ...seen, pending: 0, navigated: true, loading: true, requests: new Set() };
    case 'dom-ready':
    case 'loaded':
      return { ...seen, loading: false };
    case 'navigation-failed':
      return { ...seen, pending: Math.max(0, seen.pending - 1) };
    case 'dialog-opened':
      return { ...seen, dialog: event.dialog };
    case 'dialog-closed':
      return { ...seen, dialog: null };
    case 'opening':
      return { ...seen, opening: seen.opening + 1 };
    case 'opened':
      return {
        ...seen,
        opening: Math.max(0, seen.opening - 1),
        opened: [...seen.opened, event.tabId].slice(0, openedMax),
      };
    case 'download-begun':
      return { ...seen, download: { guid: event.guid, filename: event.filename, url: event.url } };
    case 'request-started':
      if (!awaited.has(event.kind) || seen.requests.size >= requestsMax) return seen;
      return { ...seen, requests: new Set([...seen.requests, event.id]) };
    // The rest of a frame's document may arrive in another process, whose requests are not listened to.
    case 'document-response':
    case 'request-ended':
      return { ...seen, requests: new Set([...seen.requests].filter((id) => id !== event.id)) };
    case 'closed':
      return { ...seen, gone: true };
    default:
      return seen;
  }
}

function isNavigating(seen: Seen): boolean {
  return seen.pending > 0 || seen.loading;
}

export type WatchParts = {
  /** Subscribes to the tab's events. */
  readonly subscribe: (listener: (event: TabEvent) => void) => () => void;
  readonly holdNetwork: () => () => void;
  readonly infoOf: (tabId: number) => PageInfo | null;
  /** Resolves once the page has drawn, or cannot. */
  readonly nextFrame: () => Promise<void>;
};

export function createWatch(parts: WatchParts): Watch {
  let seen = nothingSeen;
  const waiters = new Set<() => void>();
  const unsubscribe = parts.subscribe((event) => {
    seen = seeing(seen, event);
    for (const waiter of [...waiters]) waiter();
  });
  const releaseNetwork = parts.holdNetwork();

  /** Waits until `met`, a dialog or the end of the page, at most `ms`. */
  const until = async (met: () => boolean, ms: number): Promise<void> => {
    const over = () => met() || seen.dialog !== null || seen.gone;
    if (over() || ms <= 0) return;
    let waiter = () => {};
    const event = new Promise<void>((done) => {
      waiter = () => {
        if (over()) done();
      };
      waiters.add(waiter);
    });
    await within(event, ms, undefined);
    waiters.delete(waiter);
  };

  const end = (): Caused => {
    unsubscribe();
    releaseNetwork();
    return causedOf(seen, parts.infoOf);
  };

  return {
    stop: end,
    async settle(deadline) {
      try {
        await until(() => isNavigating(seen) || seen.opening > 0, left(deadline, noticeMs));
        await until(() => seen.opening === 0, left(deadline, openedMs));
        const requestsBy = Math.min(deadline, Date.now() + requestsMs);
        for (let hop = 0; hop < hopsMax && seen.dialog === null && !seen.gone; hop++) {
          await until(() => !isNavigating(seen), left(deadline));
          await until(() => seen.requests.size === 0 || isNavigating(seen), left(requestsBy));
          await until(() => seen.requests.size > 0 || isNavigating(seen), left(requestsBy, quietMs));
          if (!isNavigating(seen) && (seen.requests.size === 0 || left(requestsBy) === 0)) break;
        }
        const known = () => seen.opened.every((tabId) => (parts.infoOf(tabId)?.url ?? '') !== '');
        await poll(known, left(deadline, openedMs));
        if (seen.dialog === null && !seen.gone) await parts.nextFrame();
      } finally {
        end();
      }
      return causedOf(seen, parts.infoOf);
    },
  };
}

/** Looks every 20 ms, at most `ms`. */
async function poll(met: () => boolean, ms: number): Promise<void> {
  const end = Date.now() + ms;
  while (!met() && Date.now() < end) await new Promise((done) => setTimeout(done, 20));
}

function causedOf(seen: Seen, infoOf: (tabId: number) => PageInfo | null): Caused {
  return {
    navigated: seen.navigated,
    opened: seen.opened.flatMap((tabId) => infoOf(tabId) ?? []),
    dialog: seen.dialog,
    download:
      seen.download === null
        ? null
        : { id: seen.download.guid, filename: seen.download.filename, url: seen.download.url },
  };
}
