import type { z } from 'zod';
import { FaultError, raise } from '../../../shared/faults.ts';
import { click } from '../../../shared/tools/click.ts';
import type { download as declaration } from '../../../shared/tools/download.ts';
import { left, pause } from '../driver/deadline.ts';
import type { Arm, Taken } from '../driver/downloads.ts';
import { serveAsFiles } from '../driver/served-as-file.ts';
import { type ShownFile, shownFile, storeShown } from '../driver/shown-file.ts';
import type { TabPage } from '../driver/tab-page.ts';
import { pageBehaviours } from '../tools/index.ts';
import type { BrowserCall } from './browser-behaviour.ts';
import { awaitedDownload, type DownloadWait, isQuiet, noDownloadFault, nothingYet } from './download-wait.ts';

type Result = z.output<typeof declaration.output>;

const lookMs = 30;

/** Clicks, and waits for the file that comes of it: at once, later, in a tab of its own, or shown instead of stored. */
export async function downloadByClick(call: BrowserCall, page: TabPage, selector: string): Promise<Result> {
  const { driver, deadline, signal } = call;
  const { origin } = await page.info();
  const arm = driver.downloads.arm(page.tabId, origin);
  const stopServing = await serveAsFiles(driver.debuggee(page.tabId));
  let wait: DownloadWait = nothingYet(Date.now());
  const unsubscribe = driver.events.on(page.tabId, (event) => {
    wait = awaitedDownload(wait, event, Date.now());
    if (event.type === 'opened') arm.include(event.tabId);
  });
  const releaseNetwork = driver.debuggee(page.tabId).holdNetwork();
  try {
    await clickOnce(call, page, selector);
    const taken = await firstFile(call, page, arm, () => wait);
    const file = await driver.downloads.finish(taken, deadline, signal);
    const stopped = [...arm.stopped()];
    return { ...file, sha256: null, ...(stopped.length === 0 ? {} : { others_stopped: stopped }) };
  } finally {
    arm.disarm();
    unsubscribe();
    releaseNetwork();
    await stopServing();
  }
}

async function firstFile(
  call: BrowserCall,
  page: TabPage,
  arm: Arm,
  waited: () => DownloadWait,
): Promise<Taken> {
  const seen = new Set<string>();
  while (left(call.deadline) > 0 && !call.signal.aborted) {
    const taken = arm.taken();
    if (taken !== null) return taken;
    const dialog = page.dialog();
    if (dialog !== null) {
      raise(
        'dialog-open',
        `The page asked something instead (${dialog.kind}).`,
        'Answer it, then try again.',
        { dialog: dialog.message.slice(0, 2000) },
      );
    }
    const wait = waited();
    const shown = await shownIn(page.tabId, wait, seen);
    const stored = shown === null ? null : await storeShown(call.driver, page.tabId, shown);
    if (stored !== null) return stored;
    if (shown === null && (wait.httpError !== null || isQuiet(wait, Date.now())))
      throw new FaultError(noDownloadFault(wait));
    await pause(lookMs);
  }
  if (call.signal.aborted) return raise('cancelled', 'The download was stopped.', 'Nothing was kept.');
  throw new FaultError(noDownloadFault(waited()));
}

/** A file that came to be shown, here or in a tab that was opened. */
async function shownIn(tabId: number, wait: DownloadWait, seen: Set<string>): Promise<ShownFile | null> {
  for (const candidate of wait.committed ? [tabId, ...wait.opened] : wait.opened) {
    const shown = await shownFile(candidate, seen);
    if (shown !== null) return shown;
  }
  return null;
}

/** A page that the click leads elsewhere cannot say what the click did; the file is what counts here. */
async function clickOnce(call: BrowserCall, page: TabPage, selector: string): Promise<void> {
  try {
    await pageBehaviours.click(page, click.input.parse({ selector }), call.targets, call);
  } catch (error) {
    const left =
      error instanceof FaultError && ['stale-ref', 'dialog-open', 'no-page'].includes(error.fault.code);
    if (!left) throw error;
  }
}
