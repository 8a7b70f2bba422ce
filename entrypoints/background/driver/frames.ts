import { raise } from '../../../shared/faults.ts';
import type { FrameHandle } from '../page.ts';
import { within } from './deadline.ts';

/** Frames of one page that are looked at; an advertisement page has dozens, a hostile one thousands. */
const framesMax = 200;
/** Wait for a frame to say its own origin; one that is busy keeps its URL's, and is asked again later. */
const originMs = 500;
const againMs = 2_000;
/** Documents whose origins are remembered. */
const originsMax = 2_000;

type Known = { readonly origin: string | null; readonly at: number };
/** A document keeps its origin for life, so each is asked once. */
const origins = new Map<string, Known>();

/** The page's frames as they are now, the page itself first. Raises `no-page` when the tab is gone. */
export async function framesOf(tabId: number): Promise<readonly FrameHandle[]> {
  const found = await chrome.webNavigation.getAllFrames({ tabId });
  if (found === null) raise('no-page', 'The page is gone.', 'List the pages and choose one.');
  const frames = found
    .filter(({ documentLifecycle, errorOccurred }) => documentLifecycle === 'active' && !errorOccurred)
    .sort((a, b) => a.frameId - b.frameId)
    .slice(0, framesMax);
  return Promise.all(
    frames.map(async ({ frameId, parentFrameId, url, documentId }) => ({
      id: frameId,
      parent: parentFrameId < 0 ? null : parentFrameId,
      url,
      origin: (await originOf(tabId, documentId, url)) ?? originOfUrl(url),
      document_id: documentId,
    })),
  );
}

/** What the frame itself says; null where it does not. */
async function originOf(tabId: number, documentId: string, url: string): Promise<string | null> {
  const key = `${documentId} ${url}`;
  const known = origins.get(key);
  if (known !== undefined && (known.origin !== null || Date.now() - known.at < againMs)) return known.origin;
  const origin = await within(askOrigin(tabId, documentId), originMs, null);
  origins.delete(key);
  origins.set(key, { origin, at: Date.now() });
  const oldest = origins.size > originsMax ? origins.keys().next().value : undefined;
  if (oldest !== undefined) origins.delete(oldest);
  return origin;
}

/**
 * The origin that a URL alone tells; `null`, as an opaque origin is written, for everything but http and
 * https.
 */
export function originOfUrl(url: string): string {
  if (!URL.canParse(url)) return 'null';
  const { protocol, origin } = new URL(url);
  return protocol === 'http:' || protocol === 'https:' ? origin : 'null';
}

/** The same for the page itself: one that another page has written (blob:) has its writer's origin, which its URL tells. */
export function originOfPage(url: string): string {
  return /^blob:https?:/.test(url) ? originOfUrl(url.slice('blob:'.length)) : originOfUrl(url);
}

/** A sandboxed frame's origin is opaque, and an `about:` frame has its parent's: only the frame knows. */
async function askOrigin(tabId: number, documentId: string): Promise<string | null> {
  try {
    const [answer] = await chrome.scripting.executeScript({
      target: { tabId, documentIds: [documentId] },
      injectImmediately: true,
      func: () => globalThis.origin,
    });
    return typeof answer?.result === 'string' ? answer.result : null;
  } catch (error) {
    // Error pages and pages that policy protects cannot be scripted; their URL has to do.
    console.info('A frame did not say its origin.', error);
    return null;
  }
}
