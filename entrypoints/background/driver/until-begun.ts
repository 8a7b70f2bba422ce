import { within } from './deadline.ts';
import type { TabEvents } from './tab-events.ts';

/** Longest wait for the first document of a page that has just been opened. */
export const begunMs = 5_000;

type TabView = { readonly status?: string | undefined; readonly url?: string | undefined };

/**
 * Waits while a page that was just opened still shows the empty document it began with: what is judged is the site that it is on
 * its way to, and not nobody's. A page that stays empty is left as it is.
 */
export async function untilBegun(
  events: Pick<TabEvents, 'on'>,
  tabId: number,
  look: (tabId: number) => Promise<TabView>,
  ms: number,
): Promise<void> {
  let stop = (): void => undefined;
  // Heard from before it is looked at, so that nothing comes between the two.
  const begun = new Promise<void>((resolve) => {
    stop = events.on(tabId, ({ type }) => {
      if (type === 'committed' || type === 'navigation-failed' || type === 'closed') resolve();
    });
  });
  try {
    const { status, url = '' } = await look(tabId);
    const isEmpty = url === '' || url === 'about:blank';
    if (status === 'loading' && isEmpty) await within(begun, ms, undefined);
  } catch (error) {
    // It is gone; whoever asks for it next says so.
    console.info('A page was closed before it began.', error);
  } finally {
    stop();
  }
}
