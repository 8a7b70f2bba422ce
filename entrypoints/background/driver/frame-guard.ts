import { guardedEvents } from '../../../shared/guarded-events.ts';
import { within } from './deadline.ts';

// An act reaches one frame. While it is under way every other frame of the page stops trusted input: one that is laid over
// the target, or that takes the focus, gets nothing.

/** A frame that input came to though none was meant for it, in words. */
export type StrayFrame = { readonly url: string; readonly tag: string };

/** Frames that are guarded; a page with more is a page in which nothing is done without looking at each. */
const framesMax = 100;
/** Longest wait for frames that are busy. */
const armMs = 500;

const nobody = async (): Promise<StrayFrame | null> => null;

/** Stops input in all frames but one, until the returned function is called; that tells where some was stopped. */
export async function guardOtherFrames(
  tabId: number,
  frameId: number,
  token: string,
): Promise<() => Promise<StrayFrame | null>> {
  const frames = (await chrome.webNavigation.getAllFrames({ tabId })) ?? [];
  const others = frames
    .filter((frame) => frame.frameId !== frameId && frame.documentLifecycle === 'active')
    .slice(0, framesMax);
  if (others.length === 0) return nobody;
  const target = { tabId, documentIds: others.map(({ documentId }) => documentId) };
  const begin = chrome.scripting.executeScript({
    target,
    injectImmediately: true,
    args: [token, guardedEvents],
    func: stopInput,
  });
  await within(quietly(begin), armMs, null);
  return async () => {
    const end = chrome.scripting.executeScript({
      target,
      injectImmediately: true,
      args: ['__localagentStop'],
      func: endStop,
    });
    const told = (await within(quietly(end), armMs, null)) ?? [];
    const stray = told.find(({ result }) => typeof result === 'string');
    if (typeof stray?.result !== 'string') return null;
    const url = others.find(({ documentId }) => documentId === stray.documentId)?.url ?? '';
    return { url, tag: stray.result };
  };
}

/** Runs in each of the frames; nothing outside it can be named in here. */
function stopInput(token: string, types: readonly string[]): void {
  const key = '__localagentStop';
  const known: unknown = Reflect.get(globalThis, key);
  if (typeof known === 'function') known();
  let stray: string | null = null;
  const see = (event: Event): void => {
    if (!event.isTrusted && !event.type.startsWith(token)) return;
    const { target } = event;
    stray ??= target instanceof Element ? target.tagName.toLowerCase() : 'document';
    event.stopImmediatePropagation();
    event.preventDefault();
  };
  const names = types.flatMap((type) => [type, `${token}?${type}`]);
  for (const name of names) addEventListener(name, see, { capture: true, passive: false });
  dispatchEvent(new Event(`${token}+`));
  Reflect.set(globalThis, key, (): string | null => {
    for (const name of names) removeEventListener(name, see, { capture: true });
    dispatchEvent(new Event(`${token}-`));
    Reflect.deleteProperty(globalThis, key);
    return stray;
  });
}

function endStop(key: string): string | null {
  const end: unknown = Reflect.get(globalThis, key);
  return typeof end === 'function' ? end() : null;
}

/** A frame that went away meanwhile fails the call for all; the others were reached. */
async function quietly<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    console.info('Not every frame could be guarded.', error);
    return null;
  }
}
