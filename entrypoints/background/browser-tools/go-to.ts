import type { BlockedHop } from '../../../shared/actions.ts';
import { raise } from '../../../shared/faults.ts';
import { left, within } from '../driver/deadline.ts';
import type { Driver } from '../driver/driver.ts';
import { nextFrame } from '../driver/next-frame.ts';
import {
  type Navigation,
  type NavigationResult,
  navigating,
  navigationResult,
  notYet,
} from './navigation-fold.ts';

/** Longest wait for pictures, frames and the like, once the document itself is there. */
const loadMs = 3_000;
/** A page that leads on by script asks for it by its first frame after loading; where the browser tells of it, it begins within this. */
const leadOnMs = 500;
/** The same where no debugger tells what a page asks for. */
const untoldLeadOnMs = 50;
const downloadMs = 150;
const fenceMs = 300;
const leadOnMax = 5;
/** Documents taken from the browser's own memory are told of by no event; so the tab is looked at, too. */
const lookMs = 100;

/**
 * Starts a navigation of the tab and waits until its document has loaded, a dialog opens, or it fails.
 * `start` is called once, when everything listens.
 */
export async function goTo(
  driver: Driver,
  tabId: number,
  start: () => Promise<unknown>,
  deadline: number,
  signal: AbortSignal,
): Promise<NavigationResult> {
  const navigation = follow(driver, tabId, signal);
  const { state, until } = navigation;
  try {
    await start();
    const stopped = () => state().dialog || state().closed || state().download;
    const decided = () => state().committed !== null || (state().failed !== null && state().pending === 0);
    await until(() => stopped() || decided(), left(deadline));
    // A download aborts its navigation, and is told a moment after.
    if (state().committed === null) await until(stopped, left(deadline, downloadMs));
    for (let hop = 0; hop < leadOnMax; hop++) {
      raiseFailure(state(), signal);
      if (stopped() || state().committed?.sameDocument === true) break;
      if (state().committed === null && answeredWithoutDocument(state())) break;
      if (state().committed === null) raiseTimeout();
      await loaded(driver, tabId, navigation, deadline);
      await ledOn(driver, tabId, navigation, deadline);
      if (state().pending === 0) break;
      await until(() => state().pending === 0 || stopped(), left(deadline));
    }
    const { committed, loaded: isLoaded, dialog, download } = state();
    const inPage = committed?.sameDocument === false && !dialog && !download;
    const result = navigationResult(state());
    const untold = inPage && result.status === null && !driver.debuggee(tabId).attached;
    const status = untold ? await statusInPage(tabId) : result.status;
    const http_error = status !== null && status >= 400;
    return { ...result, status, http_error, ...(inPage && !isLoaded ? { still_loading: true } : {}) };
  } finally {
    navigation.stop();
  }
}

/** Waits until the page goes on to another address, or has shown that it stays. */
async function ledOn(driver: Driver, tabId: number, following: Following, deadline: number): Promise<void> {
  const { state, until, untilDone } = following;
  const goesOn = () => state().pending > 0 || state().dialog || state().closed || state().download;
  const debuggee = driver.debuggee(tabId);
  if (!debuggee.attached) return until(goesOn, left(deadline, untoldLeadOnMs));
  // Any command that the page's process answers: all that it asked for before has been told by then.
  const told = async (): Promise<void> => {
    await nextFrame(tabId);
    await debuggee.send('Page.getFrameTree', {}, { timeoutMs: fenceMs });
  };
  await untilDone(told(), goesOn, left(deadline, fenceMs));
  await until(() => goesOn() || !state().asked, left(deadline, leadOnMs));
}

type Following = {
  readonly state: () => Navigation;
  readonly until: (met: () => boolean, ms: number) => Promise<void>;
  /** The same, and ends with the work, however that ends. */
  readonly untilDone: (work: Promise<void>, met: () => boolean, ms: number) => Promise<void>;
  readonly stop: () => void;
};

function follow(driver: Driver, tabId: number, signal: AbortSignal): Following {
  let state = notYet;
  let wake = () => {};
  const unsubscribe = driver.events.on(tabId, (event) => {
    state = navigating(state, event);
    wake();
  });
  const onAbort = () => wake();
  signal.addEventListener('abort', onAbort);
  const releaseNetwork = driver.debuggee(tabId).holdNetwork();
  const until = async (met: () => boolean, ms: number): Promise<void> => {
    const over = () => met() || signal.aborted;
    if (over()) return;
    const event = new Promise<void>((done) => {
      wake = () => {
        if (over()) done();
      };
    });
    await within(event, ms, undefined);
  };
  return {
    state: () => state,
    until,
    async untilDone(work, met, ms) {
      let done = false;
      const end = (): void => {
        done = true;
        wake();
      };
      work.then(end, end);
      await until(() => done || met(), ms);
    },
    stop() {
      unsubscribe();
      signal.removeEventListener('abort', onAbort);
      releaseNetwork();
    },
  };
}

async function loaded(driver: Driver, tabId: number, following: Following, deadline: number): Promise<void> {
  const { state, until } = following;
  const over = () => state().loaded || state().dialog || state().closed;
  let loadedBy = Number.POSITIVE_INFINITY;
  while (!over() && Date.now() < Math.min(deadline, loadedBy)) {
    await until(over, left(deadline, lookMs));
    if (state().domReady && loadedBy === Number.POSITIVE_INFINITY) loadedBy = Date.now() + loadMs;
    const tab = await within(chrome.tabs.get(tabId), lookMs, null);
    if (tab?.status === 'complete') break;
  }
  if (!over() && !state().domReady && Date.now() >= deadline) raiseTimeout();
  await driver.pages.refresh(tabId);
}

/** What the document itself knows of its answer, where no debugger tells of the network. */
async function statusInPage(tabId: number): Promise<number | null> {
  const asked = chrome.scripting.executeScript({
    target: { tabId },
    injectImmediately: true,
    func: () => {
      const [entry] = performance.getEntriesByType('navigation');
      return entry instanceof PerformanceNavigationTiming ? entry.responseStatus : 0;
    },
  });
  const answered = asked.then(
    ([answer]) => answer?.result ?? 0,
    () => 0,
  );
  return (await within(answered, lookMs * 2, 0)) || null;
}

function answeredWithoutDocument(state: Navigation): boolean {
  return Object.values(state.documents).some(({ status }) => status === 204 || status === 205);
}

function raiseFailure(state: Navigation, signal: AbortSignal): void {
  if (signal.aborted) raise('cancelled', 'The navigation was stopped.', 'Look at the page before going on.');
  if (state.closed) raise('no-page', 'The page was closed.', 'List the pages and choose one.');
  if (state.download) {
    raise('not-found', 'The address gave a file instead of a page.', 'Use the download tool for files.');
  }
  if (state.failed === null || state.pending > 0 || state.committed !== null) return;
  if (answeredWithoutDocument(state)) return;
  if (state.blocked !== null) raiseBlocked(state.blocked);
  const detail = { browser_said: state.failed };
  if (/UNSAFE_REDIRECT|UNKNOWN_URL_SCHEME|BLOCKED_BY/i.test(state.failed)) {
    raise(
      'restricted-target',
      'The address led to something that may not be opened.',
      'Use another URL.',
      detail,
    );
  }
  raise(
    'not-found',
    'The page could not be opened.',
    'Check the URL and that the site can be reached.',
    detail,
  );
}

/** The page stays what it was; nothing was sent to where it was led. */
export function raiseBlocked({ from, to, reason }: BlockedHop): never {
  const where = `${from.slice(0, 500)} led to ${to.slice(0, 500)}`;
  const message = `${where}, which the policy does not let be opened. Nothing was sent there. ${reason}`;
  raise('denied', message, 'Use another address.', { from, to });
}

function raiseTimeout(): never {
  raise('timeout', 'The page had not loaded in time.', 'Give timeout_ms more, or look at what is there.');
}
