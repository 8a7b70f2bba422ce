import type { z } from 'zod';
import { FaultError, raise } from '../../../shared/faults.ts';
import { click } from '../../../shared/tools/click.ts';
import type { download as declaration } from '../../../shared/tools/download.ts';
import { left, pause } from '../driver/deadline.ts';
import { destination } from '../driver/restricted-target.ts';
import { pageBehaviours } from '../tools/index.ts';
import type { BrowserBehaviour, BrowserCall } from './browser-behaviour.ts';

type Args = z.output<typeof declaration.input>;
type Result = z.output<typeof declaration.output>;
type Taken = { readonly id: number; readonly filename: string | null };

const lookMs = 30;

export const download: BrowserBehaviour<Args, Result> = async (call, args) => {
  const { page, driver } = call;
  if (page === null) raise('no-page', 'There is no page to download from.', 'Navigate to a URL first.');
  const taken =
    args.url === undefined
      ? await byClick(call, args.selector ?? '')
      : await driver.downloads.start(destination(args.url, chrome.runtime.id));
  const file = await driver.downloads.finish(taken, call.deadline, call.signal);
  return { result: { ...file, sha256: null }, verified: true, tabId: page.tabId };
};

async function byClick(call: BrowserCall, selector: string): Promise<Taken> {
  const { page, driver } = call;
  if (page === null)
    return raise('no-page', 'There is no page to download from.', 'Navigate to a URL first.');
  const { origin } = await page.info();
  const arm = driver.downloads.arm(page.tabId, origin);
  try {
    await clickOnce(call, selector);
    while (left(call.deadline) > 0 && !call.signal.aborted) {
      const taken = arm.taken();
      if (taken !== null) return taken;
      const dialog = page.dialog();
      if (dialog !== null) {
        raise(
          'dialog-open',
          `The page asked something instead (${dialog.kind}).`,
          'Answer it, then try again.',
          {
            dialog: dialog.message.slice(0, 2000),
          },
        );
      }
      await pause(lookMs);
    }
  } finally {
    arm.disarm();
  }
  if (call.signal.aborted) return raise('cancelled', 'The download was stopped.', 'Nothing was kept.');
  return raise('timeout', 'The click started no download in time.', 'Look at what the page says.');
}

/** A page that the click leads elsewhere cannot say what the click did; the file is what counts here. */
async function clickOnce(call: BrowserCall, selector: string): Promise<void> {
  if (call.page === null) return;
  try {
    await pageBehaviours.click(call.page, click.input.parse({ selector }), call.targets, call);
  } catch (error) {
    if (
      !(error instanceof FaultError) ||
      !['stale-ref', 'dialog-open', 'no-page'].includes(error.fault.code)
    ) {
      throw error;
    }
  }
}
