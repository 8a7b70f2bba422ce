import { raise } from '../../../shared/faults.ts';
import { guardedEvents } from '../../../shared/guarded-events.ts';
import { left, within } from './deadline.ts';

// An act reaches one frame. While it is under way every other frame of the page stops trusted input: one that is laid over
// the target, or that takes the focus, gets nothing.

/** A frame that input came to though none was meant for it, in words. */
export type StrayFrame = { readonly url: string; readonly tag: string };

/** Frames that are guarded; a page with more is a page in which nothing is done without looking at each. */
const framesMax = 100;
/** Frames come and go while they are looked at; so often they are looked at anew. */
const triesMax = 3;
/** Longest wait for frames that are busy, and for what they have to tell in the end. */
const armMs = 5_000;
const endMs = 1_000;

const nobody = async (): Promise<StrayFrame | null> => null;
const late = Symbol('late');

/** Stops input in all frames but one, until the returned function is called; that tells where some was stopped. */
export async function guardOtherFrames(
  tabId: number,
  frameId: number,
  token: string,
  deadline: number,
): Promise<() => Promise<StrayFrame | null>> {
  for (let attempts = 0; attempts < triesMax; attempts += 1) {
    const others = await otherFrames(tabId, frameId);
    if (others.length === 0) return nobody;
    const target = { tabId, documentIds: others.map(({ documentId }) => documentId) };
    const begin = chrome.scripting.executeScript({
      ...{ target, injectImmediately: true },
      args: [token, guardedEvents],
      func: stopInput,
    });
    const begun = await within<unknown, typeof late>(quietly(begin), left(deadline, armMs), late);
    if (begun === late) break;
    if (begun !== null) return () => endIn(tabId, others);
  }
  return raise(
    'timeout',
    'A frame of the page does not answer, so input could not be kept from it. Nothing was done.',
    'Wait and try again; if it stays so, reload the page with navigate (action "reload").',
    { sent: false },
  );
}

async function otherFrames(tabId: number, frameId: number) {
  const frames = (await chrome.webNavigation.getAllFrames({ tabId })) ?? [];
  return frames
    .filter(
      (frame) => frame.frameId !== frameId && frame.documentLifecycle === 'active' && !frame.errorOccurred,
    )
    .slice(0, framesMax);
}

async function endIn(
  tabId: number,
  others: readonly { readonly documentId: string; readonly url: string }[],
): Promise<StrayFrame | null> {
  const ended = others.map(({ documentId, url }) =>
    quietly(
      chrome.scripting.executeScript({
        ...{ target: { tabId, documentIds: [documentId] }, injectImmediately: true },
        args: ['__localagentStop'],
        func: endStop,
      }),
    ).then((told) => ({ url, tag: told?.[0]?.result })),
  );
  const told = await within(Promise.all(ended), endMs, []);
  const stray = told.find(({ tag }) => typeof tag === 'string');
  return typeof stray?.tag === 'string' ? { url: stray.url, tag: stray.tag } : null;
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
