import type { z } from 'zod';
import { raise } from '../../../shared/faults.ts';
import type { navigate as declaration } from '../../../shared/tools/navigate.ts';
import { destination } from '../driver/restricted-target.ts';
import type { BrowserBehaviour } from './browser-behaviour.ts';
import { goTo } from './go-to.ts';

type Args = z.output<typeof declaration.input>;
type Result = z.output<typeof declaration.output>;

export const navigate: BrowserBehaviour<Args, Result> = async (call, args) => {
  const { driver } = call;
  const url = args.url === undefined ? null : destination(args.url, chrome.runtime.id);
  if (call.page === null && url === null) {
    raise('no-page', `There is no page to go ${args.action ?? ''} in.`, 'Navigate to a URL first.');
  }
  const tabId = call.page?.tabId ?? (await driver.openOwnedTab(call.caller));
  const result = await goTo(
    driver,
    tabId,
    () => starting(tabId, url, args.action),
    call.deadline,
    call.signal,
  );
  return { result, verified: result.status !== null && !result.http_error, tabId };
};

async function starting(tabId: number, url: string | null, action: Args['action']): Promise<unknown> {
  if (url !== null) return chrome.tabs.update(tabId, { url });
  if (action === 'reload') return chrome.tabs.reload(tabId);
  try {
    return await (action === 'back' ? chrome.tabs.goBack(tabId) : chrome.tabs.goForward(tabId));
  } catch (error) {
    const detail = { browser_said: String(error).slice(0, 300) };
    return raise('not-found', `The page has nothing to go ${action ?? ''} to.`, 'Navigate to a URL.', detail);
  }
}
