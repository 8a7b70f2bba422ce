import type { BlockedHop } from '../../../shared/actions.ts';
import type { OpenDialog } from '../page.ts';

// What happens in and around a tab, from webNavigation, the debugger, tabs and downloads, in one vocabulary.
// The hub hands events to whoever watches a tab; it keeps nothing.

export type TabEvent =
  | { readonly type: 'navigation-started'; readonly url: string }
  /** A page's script or link wants a frame elsewhere; `cleared` follows when that has begun or been dropped. */
  | { readonly type: 'navigation-asked'; readonly frame: string; readonly url: string }
  | { readonly type: 'navigation-cleared'; readonly frame: string }
  | {
      readonly type: 'committed';
      readonly url: string;
      readonly documentId: string;
      /** A hash or history change: the document stayed. */
      readonly sameDocument: boolean;
    }
  | { readonly type: 'dom-ready' }
  | { readonly type: 'loaded' }
  | { readonly type: 'navigation-failed'; readonly error: string; readonly url: string }
  | { readonly type: 'dialog-opened'; readonly dialog: OpenDialog; readonly given: string }
  | { readonly type: 'dialog-closed' }
  /** The page asked for a new window; `opened` follows if it gets one. */
  | { readonly type: 'opening'; readonly url: string }
  | { readonly type: 'opened'; readonly tabId: number }
  /** The policy kept a navigation of the page, or of a window that it opened, from being sent. */
  | { readonly type: 'hop-blocked'; readonly hop: BlockedHop }
  | { readonly type: 'request-started'; readonly id: string; readonly kind: string }
  | { readonly type: 'redirected'; readonly id: string; readonly from: string; readonly status: number }
  | {
      readonly type: 'document-response';
      readonly id: string;
      readonly status: number;
      readonly url: string;
    }
  | { readonly type: 'request-ended'; readonly id: string }
  | {
      readonly type: 'download-begun';
      readonly guid: string;
      readonly url: string;
      readonly filename: string;
    }
  | { readonly type: 'download-ended'; readonly guid: string; readonly state: 'complete' | 'canceled' }
  | { readonly type: 'detached'; readonly reason: string }
  | { readonly type: 'closed' };

export type TabListener = (event: TabEvent) => void;

export class TabEvents {
  readonly #listeners = new Map<number, Set<TabListener>>();

  /** Calls `listener` for each event of the tab until the returned function is called. */
  on(tabId: number, listener: TabListener): () => void {
    const listeners = this.#listeners.get(tabId) ?? new Set();
    listeners.add(listener);
    this.#listeners.set(tabId, listeners);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(tabId);
    };
  }

  emit(tabId: number, event: TabEvent): void {
    for (const listener of [...(this.#listeners.get(tabId) ?? [])]) listener(event);
  }
}
