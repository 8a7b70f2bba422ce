import type { z } from 'zod';
import type { Caused, PageInfo } from '../../../shared/actions.ts';
import { type Fault, FaultError } from '../../../shared/faults.ts';
import type { Outcome } from '../../../shared/protocol/browser-messages.ts';
import type { BrowserCall } from '../browser-tools/browser-behaviour.ts';
import type { Driver } from './driver.ts';
import { interruptedResult } from './interrupted.ts';
import type { Runnable } from './runnable.ts';
import type { TabPage } from './tab-page.ts';

type OutcomeValue = z.infer<typeof Outcome>;

export const nothingCaused: Caused = { navigated: false, opened: [], dialog: null, download: null };

/** Faults by which an act that went through looks as if it had not: it took its page away, or silenced it. */
const interrupting: ReadonlySet<Fault['code']> = new Set(['dialog-open', 'stale-ref', 'no-page']);

/** Runs an act once and tells what it set off. `info` is the page as it was when the act began. */
export async function actWatched(
  driver: Driver,
  tool: string,
  runnable: Runnable,
  call: BrowserCall,
  info: PageInfo | null,
): Promise<OutcomeValue> {
  const { page } = call;
  if (page === null) return actWithoutPage(driver, runnable, call);
  driver.acting.add(page.tabId);
  const watch = page.watch(call.targets.map(({ description }) => description.frame.id));
  try {
    const settled = () => watch.settle(call.deadline);
    const noteDrawn = () => watch.noteDrawn();
    const { result, verified, tabId } = await runnable.run({ ...call, settled, noteDrawn });
    const caused = tabId === null ? watch.stop() : await watch.settle(call.deadline);
    return { page: await pageAfter(driver, page), caused, result, observed: observedAt(info), verified };
  } catch (error) {
    if (!(error instanceof FaultError) || !interrupting.has(error.fault.code)) throw error;
    const caused = page.dialog() === null ? await watch.settle(call.deadline) : watch.stop();
    const after = await pageAfter(driver, page);
    // A page that left by itself before anything was sent to it has not answered anything.
    const { code, detail } = error.fault;
    const arrived = code !== 'stale-ref' || detail?.['delivered'] === true;
    const result = page.inputSent ? interruptedResult(tool, caused, after === null, arrived) : null;
    if (result === null) throw error;
    return { page: after, caused, result, observed: observedAt(info), verified: false };
  } finally {
    watch.stop();
    driver.acting.delete(page.tabId);
  }
}

async function actWithoutPage(driver: Driver, runnable: Runnable, call: BrowserCall): Promise<OutcomeValue> {
  const { result, verified, tabId } = await runnable.run(call);
  if (tabId === null) return { page: null, caused: nothingCaused, result, observed: null, verified };
  const page = await driver.pages.refresh(tabId);
  const caused = { ...nothingCaused, navigated: true, dialog: driver.dialogs.get(tabId) };
  return { page, caused, result, observed: observedAt(page), verified };
}

/** Null when the act closed the page. */
async function pageAfter(driver: Driver, page: TabPage): Promise<PageInfo | null> {
  if (driver.pages.peek(page.tabId) === null) return null;
  try {
    return await driver.pages.refresh(page.tabId);
  } catch (error) {
    if (error instanceof FaultError && error.fault.code === 'no-page') return null;
    throw error;
  }
}

export function observedAt(info: PageInfo | null): OutcomeValue['observed'] {
  return info === null ? null : { origin: info.origin, document_id: info.document_id };
}
