import { eventsOf, sessionChangeOf } from './cdp-events.ts';
import type { Driver } from './driver.ts';
import { reachOf } from './restricted-target.ts';
import type { TabEvent } from './tab-events.ts';
import { wakeFrom } from './wake.ts';

// Everything Chrome tells is taken in here, in the first turn of the worker: a listener added later would
// miss the very event that woke it.

/** Longest time after Chrome dropped a session until it is made anew, so that no dialog opens unheard. */
const reattachMs = 100;

export function listenToBrowser(driver: Driver, onHumanStopped: () => void): void {
  listenToNavigation(driver);
  listenToTabs(driver);
  listenToDebugger(driver, onHumanStopped);
  chrome.downloads.onCreated.addListener((item) => driver.downloads.created(item));
  chrome.downloads.onDeterminingFilename.addListener((item, suggest) => {
    const filename = driver.downloads.fittingName(item);
    if (filename !== null) suggest({ filename });
  });
}

/** What must not bring the worker down: the tab may be gone before its event is worked off. */
function quietly(work: Promise<unknown>): void {
  work.catch((error: unknown) => console.info('An event came too late to matter.', error));
}

function listenToNavigation(driver: Driver): void {
  const { webNavigation } = chrome;
  const tell = (tabId: number, event: TabEvent) => driver.events.emit(tabId, event);
  webNavigation.onBeforeNavigate.addListener(({ tabId, frameId, url }) => {
    if (frameId === 0) tell(tabId, { type: 'navigation-started', url });
  });
  webNavigation.onCommitted.addListener(({ tabId, frameId, url, documentId }) => {
    if (frameId !== 0) return;
    letGoOfRestricted(driver, tabId, url);
    tell(tabId, { type: 'committed', url, documentId: documentId ?? '', sameDocument: false });
    quietly(driver.ready.then(() => driver.pages.refresh(tabId)));
    quietly(keepWaking(driver, tabId));
  });
  const sameDocument = ({ tabId, frameId, url, documentId }: SameDocument) => {
    if (frameId !== 0) return;
    tell(tabId, { type: 'committed', url, documentId: documentId ?? '', sameDocument: true });
    quietly(driver.ready.then(() => driver.pages.refresh(tabId)));
  };
  webNavigation.onHistoryStateUpdated.addListener(sameDocument);
  webNavigation.onReferenceFragmentUpdated.addListener(sameDocument);
  webNavigation.onDOMContentLoaded.addListener(({ tabId, frameId }) => {
    if (frameId === 0) tell(tabId, { type: 'dom-ready' });
  });
  webNavigation.onCompleted.addListener(({ tabId, frameId }) => {
    if (frameId === 0) tell(tabId, { type: 'loaded' });
  });
  webNavigation.onErrorOccurred.addListener(({ tabId, frameId, error, url }) => {
    if (frameId === 0) tell(tabId, { type: 'navigation-failed', error, url });
  });
  webNavigation.onCreatedNavigationTarget.addListener(({ sourceTabId, tabId, url }) => {
    quietly(driver.ready.then(() => driver.openings.targetCreated(sourceTabId, tabId, url)));
  });
}

type SameDocument = {
  readonly tabId: number;
  readonly frameId: number;
  readonly url: string;
  readonly documentId?: string | undefined;
};

/** A tab that shows something else than a web page is nobody's to work in; its session ends at once. */
function letGoOfRestricted(driver: Driver, tabId: number, url: string): void {
  const reach = reachOf(url, chrome.runtime.id);
  if (reach === 'own' || reach === 'other')
    quietly(driver.knownDebuggee(tabId)?.detach() ?? Promise.resolve());
}

function listenToTabs(driver: Driver): void {
  const { tabs } = chrome;
  tabs.onCreated.addListener(({ id, pendingUrl, url }) => {
    if (id === undefined) return;
    quietly(driver.ready.then(() => driver.openings.tabCreated(id, pendingUrl ?? url ?? '')));
    quietly(driver.ready.then(() => driver.pages.refresh(id)));
  });
  tabs.onUpdated.addListener((tabId, { url, title, status }) => {
    if (url !== undefined || title !== undefined || status !== undefined) {
      quietly(driver.ready.then(() => driver.pages.refresh(tabId)));
    }
  });
  tabs.onActivated.addListener(({ windowId }) => {
    quietly(driver.ready.then(() => refreshWindow(driver, windowId)));
  });
  tabs.onRemoved.addListener((tabId) => quietly(driver.ready.then(() => driver.tabClosed(tabId))));
  tabs.onReplaced.addListener((added, removed) => {
    quietly(driver.ready.then(() => driver.pages.replaced(added, removed)));
  });
}

async function refreshWindow(driver: Driver, windowId: number): Promise<void> {
  const inWindow = await chrome.tabs.query({ windowId });
  for (const { id } of inWindow) if (id !== undefined) await driver.pages.refresh(id);
}

/** While a run works in the tab, its document calls a worker that died back to life. */
async function keepWaking(driver: Driver, tabId: number): Promise<void> {
  await driver.ready;
  if (driver.callers.isHeld(tabId)) await wakeFrom(tabId);
}

function listenToDebugger(driver: Driver, onHumanStopped: () => void): void {
  chrome.debugger.onEvent.addListener(({ tabId, sessionId }, method, params) => {
    if (tabId === undefined) return;
    driver.overheard(tabId, sessionId, method, params);
    const change = sessionChangeOf(method, params);
    const debuggee = driver.debuggee(tabId);
    if (change?.type === 'attached')
      debuggee.childAttached(sessionId ?? null, change.sessionId, change.targetId);
    if (change?.type === 'detached') debuggee.childDetached(change.sessionId);
    for (const event of eventsOf(method, params)) {
      if (sessionId === undefined || fromFrames.has(event.type)) takeEvent(driver, tabId, event);
    }
  });
  chrome.debugger.onDetach.addListener(({ tabId }, reason) => {
    if (tabId === undefined) return;
    driver.knownDebuggee(tabId)?.forget();
    driver.dialogs.closed(tabId);
    driver.events.emit(tabId, { type: 'detached', reason });
    if (reason === 'canceled_by_user') quietly(driver.ready.then(onHumanStopped));
    else setTimeout(() => quietly(attachAgain(driver, tabId)), reattachMs);
  });
}

/** What frames in other processes tell for the page; the rest is told by the page's own session, too. */
const fromFrames: ReadonlySet<TabEvent['type']> = new Set([
  'download-begun',
  'download-ended',
  'navigation-asked',
  'navigation-cleared',
  'request-started',
  'request-ended',
]);

function takeEvent(driver: Driver, tabId: number, event: TabEvent): void {
  if (event.type === 'dialog-opened') driver.dialogs.opened(tabId, event.dialog, event.given);
  if (event.type === 'dialog-closed') driver.dialogs.closed(tabId);
  if (event.type === 'opening') driver.openings.windowAsked(tabId);
  if (event.type === 'download-begun') driver.downloads.begun(tabId, event.url, event.filename);
  driver.downloadStates.take(tabId, event);
  driver.events.emit(tabId, event);
}

/**
 * `target_closed` also means that the tab went to a PDF or another scheme; where a run works in it, it goes
 * on.
 */
async function attachAgain(driver: Driver, tabId: number): Promise<void> {
  await driver.ready;
  if (driver.callers.isHeld(tabId) && driver.pages.peek(tabId) !== null) {
    await driver.debuggee(tabId).ensureAttached();
  }
}
