// Which page opened which tab. A new tab's `openerTabId` names the tab that was in front, which is the wrong
// one when a page in the background opens it. webNavigation names the right one, a moment later, except for
// tabs that go nowhere; for those, the page that last asked for a window is taken.

type Parts = {
  /** A page of `source` opened `tabId`, which goes to `url` (empty: nowhere yet). Called once a tab. */
  readonly onOpened: (source: number, tabId: number, url: string) => void;
};

/** How long webNavigation may take to name the source. */
const nameMs = 150;
/** How long after a page asked for a window a new tab can be that window. */
const askedMs = 1_000;
/** New tabs that are remembered. */
const tabsMax = 200;

export class Openings {
  readonly #parts: Parts;
  readonly #settled = new Set<number>();
  #asked: { readonly tabId: number; readonly at: number } | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The debugger saw the page of a tab ask for a window. */
  windowAsked(tabId: number): void {
    this.#asked = { tabId, at: Date.now() };
  }

  targetCreated(source: number, tabId: number, url: string): void {
    this.#settle(source, tabId, url);
  }

  tabCreated(tabId: number, url: string): void {
    const asked = this.#asked;
    if (asked === null || Date.now() - asked.at > askedMs) return;
    setTimeout(() => this.#settle(asked.tabId, tabId, url), nameMs);
  }

  #settle(source: number, tabId: number, url: string): void {
    if (this.#settled.has(tabId) || source === tabId) return;
    this.#settled.add(tabId);
    for (const oldest of this.#settled) {
      if (this.#settled.size <= tabsMax) break;
      this.#settled.delete(oldest);
    }
    if (this.#asked?.tabId === source) this.#asked = null;
    this.#parts.onOpened(source, tabId, url);
  }
}
