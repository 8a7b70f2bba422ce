import type { TabEvent } from './tab-events.ts';

// What became of the downloads that each tab's page began, as the debugger tells it, for a caller that waits for
// one. Kept for as long as the worker lives: a caller that waits asks within moments.

export type SeenDownload = {
  readonly guid: string;
  readonly filename: string;
  readonly state: 'running' | 'complete' | 'canceled';
  readonly begunAt: number;
};

const keptMax = 20;
const tabsMax = 200;

export class DownloadStates {
  readonly #byTab = new Map<number, readonly SeenDownload[]>();

  of(tabId: number): readonly SeenDownload[] {
    return this.#byTab.get(tabId) ?? [];
  }

  take(tabId: number, event: TabEvent): void {
    if (event.type === 'closed') this.#byTab.delete(tabId);
    const after = downloadsAfter(this.of(tabId), event, Date.now());
    if (after.length === 0) return;
    this.#byTab.delete(tabId);
    this.#byTab.set(tabId, after);
    const oldest = this.#byTab.size > tabsMax ? this.#byTab.keys().next().value : undefined;
    if (oldest !== undefined) this.#byTab.delete(oldest);
  }

  /** Somebody has been told of it; the next one to wait waits for another. */
  told(tabId: number, guid: string): void {
    this.#byTab.set(
      tabId,
      this.of(tabId).filter((one) => one.guid !== guid),
    );
  }
}

/** A tab's downloads once an event has been heard. */
export function downloadsAfter(
  before: readonly SeenDownload[],
  event: TabEvent,
  now: number,
): readonly SeenDownload[] {
  if (event.type === 'download-begun') {
    const { guid, filename } = event;
    const others = before.filter((one) => one.guid !== guid);
    return [...others, { guid, filename, state: 'running' as const, begunAt: now }].slice(-keptMax);
  }
  if (event.type === 'download-ended') {
    return before.map((one) => (one.guid === event.guid ? { ...one, state: event.state } : one));
  }
  return before;
}
