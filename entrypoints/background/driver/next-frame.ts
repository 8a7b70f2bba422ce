import { within } from './deadline.ts';

/** Longest wait for the page to draw one frame; a page that draws none is not waited for. */
const frameMs = 200;

/** Resolves once a tab's documents have drawn and what they had set off by then has run. Never fails. */
export async function nextFrame(tabId: number, frameIds: readonly number[] = [0]): Promise<void> {
  const drawn = chrome.scripting.executeScript({
    target: { tabId, frameIds: [...frameIds] },
    injectImmediately: true,
    func: () => new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done))),
  });
  const ended = drawn.then(
    () => undefined,
    () => undefined,
  );
  await within(ended, frameMs, undefined);
}
