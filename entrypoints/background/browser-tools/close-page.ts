import type { z } from 'zod';
import { raise } from '../../../shared/faults.ts';
import type { closePage as declaration } from '../../../shared/tools/close-page.ts';
import { left, pause } from '../driver/deadline.ts';
import type { BrowserBehaviour } from './browser-behaviour.ts';

type Args = z.output<typeof declaration.input>;
type Result = z.output<typeof declaration.output>;

const lookMs = 20;
/** A page that has not closed by then asks something, or hangs. */
const closeMs = 5_000;

export const closePage: BrowserBehaviour<Args, Result> = async (call) => {
  const { driver, page } = call;
  if (page === null) raise('no-page', 'There is no page to close.', 'List the pages and choose one.');
  const { tabId } = page;
  const end = Date.now() + left(call.deadline, closeMs);
  // Does not wait for the answer: a page that asks before it closes gives none until the question is
  // answered.
  const removal = chrome.tabs.remove(tabId);
  removal.catch((error: unknown) => console.info('The page did not close.', error));
  while (Date.now() < end && !call.signal.aborted) {
    if (driver.pages.peek(tabId) === null) return { result: { closed: true }, verified: true, tabId: null };
    if (driver.dialogs.get(tabId) !== null) return { result: { closed: false }, verified: false, tabId };
    await pause(lookMs);
  }
  return { result: { closed: false }, verified: false, tabId };
};
