import type { z } from 'zod';
import type { selectPage as declaration } from '../../../shared/tools/select-page.ts';
import { showLent } from '../driver/tab-group.ts';
import type { BrowserBehaviour } from './browser-behaviour.ts';

type Args = z.output<typeof declaration.input>;
type Result = z.output<typeof declaration.output>;

/**
 * Whose current page it becomes is the authority's to remember; here it is only shown, if that is asked for.
 */
export const selectPage: BrowserBehaviour<Args, Result> = async ({ driver, caller }, args) => {
  const tabId = driver.pages.tabOf(args.page);
  if (driver.pages.ownerOf(tabId) === null) await showLent(tabId, caller);
  if (args.raise) {
    const tab = await chrome.tabs.update(tabId, { active: true });
    if (tab !== undefined) await chrome.windows.update(tab.windowId, { focused: true });
  }
  const info = await driver.pages.refresh(tabId);
  return { result: {}, verified: !args.raise || info.active, tabId };
};
