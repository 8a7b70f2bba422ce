import {
  type RecordedAct,
  RecorderMessage,
  recordedActsMax,
  recordedPagesMax,
} from '../../../shared/recording.ts';

// One tab at a time is recorded for the studio. The worker holds nothing but which; what was done goes to the studio's page at once.

export type RecordingParts = {
  readonly openTab: (url: string) => Promise<number>;
  readonly inject: (tabId: number) => Promise<void>;
  readonly tell: (act: RecordedAct) => void;
  readonly ended: (why: 'finished' | 'closed' | 'full') => void;
  readonly report: (problem: unknown) => void;
};

/** The recorder's line in one document. */
export type RecorderLine = { readonly close: () => void };

/** How a navigation came about, as far as it says who wanted it. */
export type Navigated = {
  readonly tabId: number;
  readonly url: string;
  readonly transition: string;
  readonly qualifiers: readonly string[];
};

/** Navigations that a person makes past the page: by the address bar, a bookmark or the like. */
const byHand = new Set(['typed', 'auto_bookmark', 'generated', 'keyword', 'keyword_generated']);

type TakenLine = { readonly page: number };

export class Recording {
  readonly #parts: RecordingParts;
  readonly #lines = new Map<RecorderLine, TakenLine>();
  /** The recorded tabs and the number of each, the one that it began in first. */
  readonly #pages = new Map<number, number>();
  #pagesOpened = 0;
  #page = 0;
  #acts = 0;
  #last: RecordedAct | null = null;

  constructor(parts: RecordingParts) {
    this.#parts = parts;
  }

  async start(url: string): Promise<void> {
    this.stop();
    const tabId = await this.#parts.openTab(url);
    this.#acts = 0;
    this.#page = 0;
    this.#pagesOpened = 0;
    this.#pages.set(tabId, 0);
    this.#told({ type: 'open', url });
    this.loaded(tabId);
  }

  /** Ends without a word; the studio asked for it. */
  stop(): void {
    this.#pages.clear();
    this.#last = null;
    for (const line of this.#lines.keys()) line.close();
    this.#lines.clear();
  }

  /** A document of a tab can be written into. */
  loaded(tabId: number): void {
    if (!this.#pages.has(tabId)) return;
    this.#parts.inject(tabId).catch(this.#parts.report);
  }

  navigated({ tabId, url, transition, qualifiers }: Navigated): void {
    const page = this.#pages.get(tabId);
    if (page === undefined || !isWeb(url)) return;
    const isPersons = byHand.has(transition) || qualifiers.includes('from_address_bar');
    if (isPersons && this.#acts > 1) this.#done(page, { type: 'open', url });
  }

  /** A recorded page has opened another one, into which the recording follows. */
  opened(fromTabId: number, tabId: number, url: string): void {
    if (!this.#pages.has(fromTabId) || this.#last === null || this.#pagesOpened >= recordedPagesMax) return;
    this.#pagesOpened += 1;
    this.#pages.set(tabId, this.#pagesOpened);
    this.#told({ type: 'opened', url: isWeb(url) ? url : this.#last.url, page: this.#pagesOpened });
  }

  closed(tabId: number): void {
    if (!this.#pages.delete(tabId) || this.#pages.size > 0) return;
    this.stop();
    this.#parts.ended('closed');
  }

  /** A file began to come, from whatever tab; it is one of these if the last thing done here was a click. */
  downloaded(name: string, url: string): void {
    if (this.#last?.type === 'click' && isWeb(url)) this.#told({ type: 'download', url, name });
  }

  /** Takes the line of a recorder; one of another tab is refused. */
  take(tabId: number | undefined, line: RecorderLine): boolean {
    const page = tabId === undefined ? undefined : this.#pages.get(tabId);
    if (page === undefined) return false;
    this.#lines.set(line, { page });
    return true;
  }

  lost(line: RecorderLine): void {
    this.#lines.delete(line);
  }

  hear(line: RecorderLine, message: unknown): void {
    const taken = this.#lines.get(line);
    if (taken === undefined) return;
    const parsed = RecorderMessage.safeParse(message);
    if (!parsed.success) {
      this.#parts.report(parsed.error);
    } else if (parsed.data.type === 'finished') {
      this.stop();
      this.#parts.ended('finished');
    } else {
      this.#done(taken.page, parsed.data);
    }
  }

  #done(page: number, act: RecordedAct): void {
    if (page !== this.#page) this.#told({ type: 'page', url: act.url, page });
    this.#page = page;
    this.#told(act);
  }

  #told(act: RecordedAct): void {
    if (this.#pages.size === 0) return;
    this.#acts += 1;
    this.#last = act;
    this.#parts.tell(act);
    if (this.#acts < recordedActsMax) return;
    this.stop();
    this.#parts.ended('full');
  }
}

function isWeb(url: string): boolean {
  return /^https?:/.test(url);
}
