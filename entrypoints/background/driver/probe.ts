import type { browserRequests } from '../../../shared/protocol/browser-messages.ts';
import type { Answer } from '../../../shared/protocol/messages.ts';
import { cdpMessage } from './cdp-errors.ts';
import { within } from './deadline.ts';

type Probed = Answer<typeof browserRequests, 'browser.probe'>;

const stepMs = 5_000;

/**
 * What this browser lets the extension do, found out by doing it to an empty tab of our own: the policies
 * DeveloperToolsAvailability, runtime_blocked_hosts (in its strict form) and DisableScreenshots refuse even
 * that, and their words are what the browser says. The tab is closed again; no page of the person's is
 * touched.
 */
export async function probe(bootId: string, attach: boolean): Promise<Probed> {
  const known = { boot_id: bootId, extension_version: chrome.runtime.getManifest().version };
  if (!attach) return { ...known, attach: 'not-tried', attach_error: '', screenshot_error: '' };
  const { id: tabId } = await chrome.tabs.create({ url: 'about:blank', active: false });
  if (tabId === undefined)
    return { ...known, attach: 'failed', attach_error: 'no tab', screenshot_error: '' };
  try {
    const attachError = await errorOf(chrome.debugger.attach({ tabId }, '1.3'));
    if (attachError !== '') {
      return { ...known, attach: 'failed', attach_error: attachError, screenshot_error: '' };
    }
    return { ...known, attach: 'ok', attach_error: '', screenshot_error: await errorOf(picture(tabId)) };
  } finally {
    await chrome.tabs.remove(tabId);
  }
}

async function picture(tabId: number): Promise<unknown> {
  const send = (method: string, params: Record<string, unknown>) =>
    chrome.debugger.sendCommand({ tabId }, method, params);
  await send('Page.enable', {});
  await send('Emulation.setFocusEmulationEnabled', { enabled: true });
  await send('Page.startScreencast', { format: 'jpeg', quality: 1, maxWidth: 16, maxHeight: 16 });
  return send('Page.captureScreenshot', { format: 'png' });
}

/** Empty when `work` ends well in time; what the browser said otherwise. */
async function errorOf(work: Promise<unknown>): Promise<string> {
  const outcome = work.then(
    () => '',
    (error: unknown) => cdpMessage(error).slice(0, 500) || 'refused',
  );
  return within(outcome, stepMs, 'the browser did not answer');
}
