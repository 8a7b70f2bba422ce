import type { BlockedHop, Caused, PageInfo } from '../../../shared/actions.ts';
import { blockedHopsMax } from '../../../shared/limits.ts';
import type { OpenDialog, Watch } from '../page.ts';
import { left, within } from './deadline.ts';
import { shownUrl } from './download-join.ts';
import type { TabEvent } from './tab-events.ts';

/** Longest wait for the first frame after the act, and for the page's word that all it had to tell is told. */
const frameMs = 200;
const fenceMs = 300;
/** A navigation that was asked for begins within this, or was dropped. */
const askedMs = 500;
/** Its beginning is told by another road than its asking. */
const begunMs = 60;
/** A navigation that ends in a file is told to have failed first. */
const downloadMs = 150;
/** Longest wait for the requests that an act fired. */
const requestsMs = 2_000;
/** Quiet after the last answer before the page counts as settled: answers lead to further requests. */
const quietMs = 30;
/** Navigations in a row that are followed: a page may lead on by script. */
const hopsMax = 5;
/** Longest wait for a window that the page asked for: the browser may have kept it back, and says so to nobody. */
const openedMs = 2_500;
/** Longest wait for a window that is there to have an address; a busy machine takes its time. */
const addressMs = 15_000;
/** Requests that change what a page shows; images, media, beacons and streams are not waited for. */
const awaited: ReadonlySet<string> = new Set(['Document', 'Stylesheet', 'Script', 'XHR', 'Fetch']);
const requestsMax = 2_000;
const openedMax = 20;

type Begun = { readonly guid: string; readonly filename: string; readonly url: string };

/** What has been seen so far. Pure: a fold over the tab's events. */
export type Seen = {
  readonly pending: number;
  /** Frames whose documents the page wants elsewhere, by their id; and whether that would be the case for long. */
  readonly asked: ReadonlySet<string>;
  readonly wasAsked: boolean;
  readonly failed: boolean;
  readonly answeredEmpty: boolean;
  readonly navigated: boolean;
  readonly loading: boolean;
  readonly dialog: OpenDialog | null;
  /** Windows that the page asked for and has not got yet. */
  readonly opening: number;
  readonly opened: readonly number[];
  readonly download: Begun | null;
  readonly requests: ReadonlySet<string>;
  readonly blocked: readonly BlockedHop[];
  readonly gone: boolean;
};

export const nothingSeen: Seen = {
  pending: 0,
  asked: new Set(),
  wasAsked: false,
  failed: false,
  answeredEmpty: false,
  navigated: false,
  loading: false,
  dialog: null,
  opening: 0,
  opened: [],
  download: null,
  requests: new Set(),
  blocked: [],
  gone: false,
};

export function seeing(seen: Seen, event: TabEvent): Seen {
  switch (event.type) {
    case 'navigation-asked':
      if (!/^https?:|^about:|^blob:/.test(event.url) || seen.asked.size >= requestsMax) return seen;
      return { ...seen, asked: new Set([...seen.asked, event.frame]), wasAsked: true };
    case 'navigation-cleared':
      return { ...seen, asked: without(seen.asked, event.frame) };
    case 'navigation-started':
      return { ...seen, pending: seen.pending + 1, failed: false };
    case 'committed':
      if (event.sameDocument) return { ...seen, navigated: true };
      return {
        ...seen,
        ...{ pending: 0, asked: new Set(), navigated: true, requests: new Set() },
        // Of a page that a page has written itself the browser tells no more than that it is there.
        loading: !event.url.startsWith('blob:'),
      };
    case 'dom-ready':
    case 'loaded':
      return { ...seen, loading: false };
    case 'navigation-failed':
      return { ...seen, pending: Math.max(0, seen.pending - 1), asked: new Set(), failed: true };
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
      return { ...seen, download: { guid: event.guid, filename: event.filename, url: shownUrl(event.url) } };
    case 'request-started':
      if (!awaited.has(event.kind) || seen.requests.size >= requestsMax) return seen;
      return { ...seen, requests: new Set([...seen.requests, event.id]) };
    // The rest of a frame's document may arrive in another process, whose requests are not listened to.
    case 'document-response':
      return {
        ...seen,
        answeredEmpty: event.status === 204 || event.status === 205,
        requests: without(seen.requests, event.id),
      };
    case 'request-ended':
      return { ...seen, requests: without(seen.requests, event.id) };
    case 'hop-blocked':
      return { ...seen, blocked: [...seen.blocked, event.hop].slice(0, blockedHopsMax) };
    case 'closed':
      return { ...seen, gone: true };
    default:
      return seen;
  }
}

function without(set: ReadonlySet<string>, one: string): ReadonlySet<string> {
  return new Set([...set].filter((id) => id !== one));
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
  /** Resolves once everything has arrived that the page had to tell by now. */
  readonly fence: () => Promise<void>;
};

export function createWatch(parts: WatchParts): Watch {
  let seen = nothingSeen;
  let told: Caused | null = null;
  let drawn = false;
  const waiters = new Set<() => void>();
  const wake = (): void => {
    for (const waiter of [...waiters]) waiter();
  };
  const unsubscribe = parts.subscribe((event) => {
    seen = seeing(seen, event);
    wake();
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

  const untilDone = async (work: Promise<void>, ms: number): Promise<void> => {
    let done = false;
    const end = (): void => {
      done = true;
      wake();
    };
    work.then(end, end);
    await until(() => done || isNavigating(seen), ms);
  };

  const end = (): Caused => {
    unsubscribe();
    releaseNetwork();
    told ??= causedOf(seen, parts.infoOf);
    return told;
  };

  const untilQuiet = async (deadline: number): Promise<void> => {
    const requestsBy = Math.min(deadline, Date.now() + requestsMs);
    const askedBy = Math.min(deadline, Date.now() + askedMs);
    const isAsked = () => seen.asked.size > 0 && left(askedBy) > 0;
    for (let hop = 0; hop < hopsMax && seen.dialog === null && !seen.gone; hop++) {
      await until(() => !isAsked() || isNavigating(seen), left(askedBy));
      if (seen.wasAsked && !seen.navigated && !seen.failed) {
        await until(() => isNavigating(seen) || seen.navigated, left(deadline, begunMs));
      }
      await until(() => !isNavigating(seen), left(deadline));
      if (seen.requests.size > 0) {
        await until(() => seen.requests.size === 0 || isNavigating(seen), left(requestsBy));
        const more = () => seen.requests.size > 0 || isAsked() || isNavigating(seen);
        await until(more, left(requestsBy, quietMs));
      }
      const over = seen.requests.size === 0 || left(requestsBy) === 0;
      if (!isNavigating(seen) && !isAsked() && over) break;
    }
    if (seen.failed && !seen.navigated && !seen.answeredEmpty) {
      await until(() => seen.download !== null, left(deadline, downloadMs));
    }
  };

  /** Every window that was opened has an address by now. */
  const isAddressed = (): boolean => seen.opened.every((tabId) => (parts.infoOf(tabId)?.url ?? '') !== '');

  const isStill = (): boolean =>
    seen.requests.size === 0 &&
    seen.asked.size === 0 &&
    seen.opening === 0 &&
    isAddressed() &&
    !isNavigating(seen) &&
    !seen.failed;

  return {
    stop: end,
    noteDrawn() {
      drawn = true;
    },
    noteInput() {
      drawn = false;
    },
    async settle(deadline) {
      if (told !== null) return told;
      try {
        if (!drawn) await untilDone(parts.nextFrame(), left(deadline, frameMs));
        await untilDone(parts.fence(), left(deadline, fenceMs));
        if (isStill()) return end();
        await until(() => seen.opening === 0, left(deadline, openedMs));
        await untilQuiet(deadline);
        await poll(isAddressed, left(deadline, addressMs));
        await untilDone(parts.nextFrame(), left(deadline, frameMs));
      } finally {
        end();
      }
      return end();
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
    ...(seen.blocked.length === 0 ? {} : { blocked: [...seen.blocked] }),
  };
}
