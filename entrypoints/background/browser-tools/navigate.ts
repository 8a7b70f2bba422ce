import { z } from 'zod';
import { FaultError, raise } from '../../../shared/faults.ts';
import type { navigate as declaration } from '../../../shared/tools/navigate.ts';
import type { Driver } from '../driver/driver.ts';
import { destination, reachOf } from '../driver/restricted-target.ts';
import type { BrowserBehaviour, BrowserCall } from './browser-behaviour.ts';
import { goTo, raiseBlocked } from './go-to.ts';
import { withSignIn } from './with-sign-in.ts';

type Args = z.output<typeof declaration.input>;
type Result = z.output<typeof declaration.output>;

const emptyMs = 5_000;

export const navigate: BrowserBehaviour<Args, Result> = async (call, args) => {
  const { driver } = call;
  const url = args.url === undefined ? null : destination(args.url, chrome.runtime.id);
  if (call.page === null && url === null) {
    raise('no-page', `There is no page to go ${args.action ?? ''} in.`, 'Navigate to a URL first.');
  }
  const tabId = call.page?.tabId ?? (await driver.openOwnedTab(call.caller));
  const start = () => starting(call, tabId, url, args.action);
  const go = () => goTo(driver, tabId, start, call.deadline, call.signal);
  const result = await withSignIn(call, tabId, args, go).catch(async (error: unknown) => {
    if (error instanceof FaultError && error.fault.code === 'restricted-target') await empty(call, tabId);
    throw error;
  });
  // The page has drawn since: that is how it was seen that it stays.
  if (result.still_loading !== true) call.noteDrawn?.();
  return { result, verified: result.status !== null && !result.http_error, tabId };
};

/**
 * A page of ours that was led to an address which may not be opened shows the browser's error under that
 * address, where no call may begin: it is made empty, so that it can be led elsewhere.
 */
async function empty({ driver, signal }: BrowserCall, tabId: number): Promise<void> {
  const url = driver.pages.peek(tabId)?.url ?? '';
  if (driver.pages.ownerOf(tabId) === null || reachOf(url, chrome.runtime.id) === 'web') return;
  await goTo(
    driver,
    tabId,
    () => chrome.tabs.update(tabId, { url: 'about:blank' }),
    Date.now() + emptyMs,
    signal,
  );
}

async function starting(
  { driver, caller }: BrowserCall,
  tabId: number,
  url: string | null,
  action: Args['action'],
): Promise<unknown> {
  if (url !== null) return chrome.tabs.update(tabId, { url });
  if (action === 'reload') return chrome.tabs.reload(tabId);
  return throughHistory(driver, tabId, caller, action === 'back' ? -1 : 1);
}

const History = z.object({
  currentIndex: z.int(),
  entries: z.array(z.object({ id: z.int(), url: z.string() })),
});

/**
 * Goes to the neighbouring entry itself. `chrome.tabs.goBack` passes over every page that no person has
 * touched, so for the agent's own pages it finds nothing.
 */
async function throughHistory(driver: Driver, tabId: number, caller: string, step: -1 | 1): Promise<unknown> {
  const debuggee = driver.debuggee(tabId);
  const { currentIndex, entries } = History.parse(await debuggee.send('Page.getNavigationHistory', {}));
  const entry = entries[currentIndex + step];
  if (entry === undefined || reachOf(entry.url, chrome.runtime.id) !== 'web') {
    const where = step === -1 ? 'back' : 'forward';
    return raise('not-found', `The page has nothing to go ${where} to.`, 'Navigate to a URL.');
  }
  // A document that the browser kept is shown without a request that could be judged.
  const from = entries[currentIndex]?.url ?? '';
  const { allowed, reason } = await driver.hops.judge(caller, from, entry.url);
  if (!allowed) raiseBlocked({ from, to: entry.url, reason });
  return debuggee.send('Page.navigateToHistoryEntry', { entryId: entry.id });
}
