import { raise } from '../../../shared/faults.ts';
import type { FrameHandle } from '../page.ts';
import { within } from './deadline.ts';

/** Frames of one page that are looked at; an advertisement page has dozens, a hostile one thousands. */
const framesMax = 200;
/** Wait for the frames to say their own origins; one that is busy keeps its URL's. */
const originsMs = 500;

/** The page's frames as they are now, the page itself first. Raises `no-page` when the tab is gone. */
export async function framesOf(tabId: number): Promise<readonly FrameHandle[]> {
  const [found, origins] = await Promise.all([
    chrome.webNavigation.getAllFrames({ tabId }),
    within(originsOf(tabId), originsMs, new Map<string, string>()),
  ]);
  if (found === null) raise('no-page', 'The page is gone.', 'List the pages and choose one.');
  return found
    .filter(({ documentLifecycle, errorOccurred }) => documentLifecycle === 'active' && !errorOccurred)
    .sort((a, b) => a.frameId - b.frameId)
    .slice(0, framesMax)
    .map((frame) => ({
      id: frame.frameId,
      parent: frame.parentFrameId < 0 ? null : frame.parentFrameId,
      url: frame.url,
      origin: origins.get(frame.documentId) ?? originOfUrl(frame.url),
      document_id: frame.documentId,
    }));
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

/**
 * What the frames themselves say: a sandboxed frame's origin is opaque and an `about:` frame has its
 * parent's.
 */
async function originsOf(tabId: number): Promise<ReadonlyMap<string, string>> {
  try {
    const answers = await chrome.scripting.executeScript({
      target: { tabId, allFrames: true },
      injectImmediately: true,
      func: () => globalThis.origin,
    });
    return new Map(
      answers.flatMap(({ documentId, result }) =>
        typeof result === 'string' && documentId !== undefined ? [[documentId, result]] : [],
      ),
    );
  } catch (error) {
    // Error pages and pages that policy protects cannot be scripted; their URL has to do.
    console.info('The frames did not say their origins.', error);
    return new Map();
  }
}
