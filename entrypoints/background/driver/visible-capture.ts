import { type Fault, FaultError, raise } from '../../../shared/faults.ts';
import type { Page } from '../page.ts';
import { base64Of, bytesOf } from '../tools/picture.ts';

type CaptureOptions = Parameters<Page['capture']>[0];

/** The browser takes two such pictures a second and refuses more. */
const againMs = 600;

/**
 * A picture of what the window shows of a tab, for where the debugger is refused: `refused` is why. It can only be taken of
 * the tab that is in front, and of what of it is in view.
 */
export async function captureVisible(
  tabId: number,
  { format, clip }: CaptureOptions,
  refused: Fault,
): Promise<string> {
  const { active, windowId } = await chrome.tabs.get(tabId);
  if (!active) {
    throw new FaultError({
      ...refused,
      hint: `Without the debugger only the page in front can be pictured: select_page with raise brings it there. ${refused.hint}`,
    });
  }
  const shot = await pictured(windowId, refused);
  const [view] = await chrome.scripting.executeScript({
    target: { tabId },
    injectImmediately: true,
    func: () => ({ x: scrollX, y: scrollY, ratio: devicePixelRatio, width: innerWidth, height: innerHeight }),
  });
  const seen = view?.result ?? { x: 0, y: 0, ratio: 1, width: 0, height: 0 };
  const x = clip.x - seen.x;
  const y = clip.y - seen.y;
  if (x < -1 || y < -1 || x + clip.width > seen.width + 1 || y + clip.height > seen.height + 1) {
    raise(
      'attach-refused',
      `Without the debugger only what is in view can be pictured. ${refused.message}`,
      'Leave full_page out, and scroll to the part that is wanted.',
      refused.detail,
    );
  }
  const area = {
    x: x * seen.ratio,
    y: y * seen.ratio,
    width: clip.width * seen.ratio,
    height: clip.height * seen.ratio,
  };
  return cutOut(shot, area, clip.scale, format);
}

async function pictured(windowId: number, refused: Fault): Promise<Blob> {
  for (let again = false; ; again = true) {
    try {
      const url = await chrome.tabs.captureVisibleTab(windowId, { format: 'png' });
      return new Blob([bytesOf(url.slice(url.indexOf(',') + 1))], { type: 'image/png' });
    } catch (error) {
      const detail = { ...refused.detail, picture_said: String(error).slice(0, 300) };
      if (again || !/quota|MAX_CAPTURE/i.test(String(error))) throw new FaultError({ ...refused, detail });
    }
    await new Promise((resolve) => setTimeout(resolve, againMs));
  }
}

async function cutOut(
  shot: Blob,
  area: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  scale: number,
  format: CaptureOptions['format'],
): Promise<string> {
  const image = await createImageBitmap(shot);
  const width = Math.max(1, Math.round(area.width * scale));
  const height = Math.max(1, Math.round(area.height * scale));
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('no canvas in the worker');
  context.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, width, height);
  const cut = await canvas.convertToBlob({ type: `image/${format}` });
  return base64Of(new Uint8Array(await cut.arrayBuffer()));
}
