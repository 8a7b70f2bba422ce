import type { z } from 'zod';
import type { newPage as declaration } from '../../../shared/tools/new-page.ts';
import { destination } from '../driver/restricted-target.ts';
import type { BrowserBehaviour } from './browser-behaviour.ts';
import { goTo } from './go-to.ts';

type Args = z.output<typeof declaration.input>;
type Result = z.output<typeof declaration.output>;

export const newPage: BrowserBehaviour<Args, Result> = async (call, args) => {
  const url = destination(args.url, chrome.runtime.id);
  const tabId = await call.driver.openOwnedTab(call.caller);
  const start = () => chrome.tabs.update(tabId, { url });
  const result = await goTo(call.driver, tabId, start, call.deadline, call.signal);
  return { result, verified: result.status !== null && !result.http_error, tabId };
};
