import { raise } from '../../../shared/faults.ts';
import type { Page } from '../page.ts';
import { base64Of, bytesOf } from '../tools/picture.ts';

// A picture of the tab in front, by the browser's own way that needs no debugger. It shows what a person sees there now: no
// hidden tab, nothing outside of the viewport.

type CaptureOptions = Parameters<Page['capture']>[0];

/** Base64 of the picture of a rectangle of the page. Raises `attach-refused` for what takes the debugger. */
export async function captureVisible(tabId: number, options: CaptureOptions): Promise<string> {
  if (!options.inView)
    raiseOnlyWith('Without the debugger, only what is in view can be pictured.', inViewHint);
  const { windowId } = await tabInFront(tabId);
  const shown = await pictureOf(windowId);
  // Another tab may have come to the front meanwhile: then this is its picture, and nobody's business.
  await tabInFront(tabId);
  return cutOut(new Blob([bytesOf(shown.slice(shown.indexOf(',') + 1))], { type: 'image/png' }), options);
}

async function tabInFront(tabId: number): Promise<chrome.tabs.Tab> {
  const tab = await chrome.tabs.get(tabId);
  return tab.active
    ? tab
    : raiseOnlyWith('Without the debugger, only the tab in front can be pictured.', frontHint);
}

async function pictureOf(windowId: number): Promise<string> {
  try {
    return await chrome.tabs.captureVisibleTab(windowId, { format: 'png' });
  } catch (error) {
    const detail = { browser_said: String(error).slice(0, 300) };
    return raise('attach-refused', 'The browser gave no picture of the tab.', policyHint, detail);
  }
}

async function cutOut(shown: Blob, { clip, view, format }: CaptureOptions): Promise<string> {
  const { pixel_ratio: ratio } = view;
  const [x, y] = [(clip.x - view.x) * ratio, (clip.y - view.y) * ratio];
  const [width, height] = [clip.width * ratio, clip.height * ratio];
  const bitmap = await createImageBitmap(shown);
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(width * clip.scale)),
    Math.max(1, Math.round(height * clip.scale)),
  );
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('the worker has no 2D canvas');
  context.drawImage(bitmap, x, y, width, height, 0, 0, canvas.width, canvas.height);
  const cut = await canvas.convertToBlob({ type: `image/${format}`, quality: format === 'png' ? 1 : 0.85 });
  return base64Of(new Uint8Array(await cut.arrayBuffer()));
}

function raiseOnlyWith(message: string, hint: string): never {
  return raise('attach-refused', message, hint);
}

const inViewHint =
  'Scroll to it and picture the viewport; or have the policy allow the debugger ("localagent doctor" names it).';
const frontHint = 'Bring it to the front with select_page and raise: true.';
const policyHint =
  'An organisation can forbid screenshots (DisableScreenshots) or keep extensions off a site (runtime_blocked_hosts).';
