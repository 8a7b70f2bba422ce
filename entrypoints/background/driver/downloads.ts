import { FaultError, raise } from '../../../shared/faults.ts';
import { left, pause } from './deadline.ts';
import { downloadFault } from './download-faults.ts';
import {
  apartMsMax,
  type Begun,
  type Item,
  type Opening,
  originOfItem,
  safeFileName,
  shownUrl,
} from './download-join.ts';

export type DownloadsApi = {
  download(options: { url: string; saveAs: boolean }): Promise<number>;
  search(query: { id: number }): Promise<readonly Item[]>;
  cancel(id: number): Promise<void>;
  removeFile(id: number): Promise<void>;
  erase(query: { id: number }): Promise<unknown>;
};

export type FinishedDownload = {
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
  readonly mime: string;
  readonly source_url: string;
};

type Parts = {
  readonly api: DownloadsApi;
  /** The page is the agent's to answer for: it opened it, or a run works in it. */
  readonly isAgents: (tabId: number) => boolean;
  readonly onRefused: (download: { readonly url: string; readonly filename: string }) => void;
};

export type Taken = { readonly id: number; readonly filename: string | null };

/** What an act that waits for a download sees of it, until it calls `disarm`. */
export type Arm = {
  readonly taken: () => Taken | null;
  /** Names of further downloads that the act set off; they were stopped. */
  readonly stopped: () => readonly string[];
  /** The page opened this tab; what begins there is the act's, too. */
  readonly include: (tabId: number) => void;
  readonly disarm: () => void;
};
type Armed = {
  readonly origin: string;
  readonly tabs: Set<number>;
  taken: Taken | null;
  readonly stopped: string[];
};
type Waiting = { readonly item: Item; readonly at: number };

/**
 * A download whose page stays unknown is left alone after this; by the site alone it is joined to an armed
 * act.
 */
const joinMs = 1_000;
/** Tellings that are kept for joining. */
const keptMax = 50;
const pollMs = 100;
/** A file that has no place on disk by then has a person asked for one. */
const askMs = 4_000;
/** Longest name that every usual file system takes. */
const nameBytesMax = 240;

/**
 * Downloads of the agent's pages. One that a permitted `download` act waits for is handed to it; any other is
 * cancelled and told. What a person downloads in pages of their own is never touched.
 */
export class Downloads {
  readonly #parts: Parts;
  readonly #arms = new Set<Armed>();
  readonly #expected = new Set<string>();
  #begun: readonly Begun[] = [];
  #openings: readonly Opening[] = [];
  #waiting: readonly Waiting[] = [];

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The debugger saw a download begin in the tab. */
  begun(tabId: number, url: string, filename: string): void {
    this.#begun = [...this.#begun, { tabId, url, filename, at: Date.now() }].slice(-keptMax);
    this.#join();
  }

  /** A page of the tab opened another tab, which may turn out to be nothing but a download. */
  opened(openerTabId: number, url: string): void {
    if (url === '') return;
    this.#openings = [...this.#openings, { openerTabId, url, at: Date.now() }].slice(-keptMax);
    this.#join();
  }

  /** Chrome has a new download. One that an act of ours started by its address is that act's own. */
  created(item: Item): void {
    if (this.#expected.delete(item.url)) return;
    this.#waiting = [...this.#waiting, { item, at: Date.now() }].slice(-keptMax);
    this.#join();
    setTimeout(() => this.#giveUp(item.id), joinMs);
  }

  /**
   * Has the browser fetch an address; with the profile's session, and without asking where to put the file.
   */
  async start(url: string): Promise<Taken> {
    this.#expected.add(url);
    try {
      return { id: await this.#parts.api.download({ url, saveAs: false }), filename: null };
    } finally {
      this.#expected.delete(url);
    }
  }

  /**
   * The next download of the tab is wanted, until `disarm` is called. `origin` is the page's.
   */
  arm(tabId: number, origin: string): Arm {
    const armed: Armed = { origin, tabs: new Set([tabId]), taken: null, stopped: [] };
    this.#arms.add(armed);
    return {
      taken: () => armed.taken,
      stopped: () => armed.stopped,
      include: (opened) => void armed.tabs.add(opened),
      disarm: () => void this.#arms.delete(armed),
    };
  }

  /** A name that is too long for a disk makes the browser ask a person; while an act waits, a shorter one is given. */
  fittingName(item: Item): string | null {
    if (this.#arms.size === 0 && !this.#expected.has(item.url)) return null;
    return byteLength(item.filename) > nameBytesMax ? safeFileName(item.filename) : null;
  }

  /** Waits until the file is whole. Raises what kept it from being so. */
  async finish(taken: Taken, deadline: number, signal: AbortSignal): Promise<FinishedDownload> {
    const askedBy = Date.now() + askMs;
    let received = 0;
    while (left(deadline) > 0 && !signal.aborted) {
      const [item] = await this.#parts.api.search({ id: taken.id });
      if (item === undefined) raise('not-found', 'The download was removed.', 'Start it again.');
      if (item.state === 'complete') return finished(item, taken.filename);
      received = item.bytesReceived;
      const problem = downloadFault(item, Date.now() > askedBy);
      if (problem !== null) {
        await this.#drop(taken.id);
        throw new FaultError(problem);
      }
      await pause(pollMs);
    }
    await this.#drop(taken.id);
    if (signal.aborted) raise('cancelled', 'The download was stopped.', 'Nothing was kept.');
    return raise('timeout', 'The download was not complete in time.', 'Give timeout_ms more.', {
      bytes_received: received,
    });
  }

  #join(): void {
    const recent = Date.now() - apartMsMax;
    this.#begun = this.#begun.filter(({ at }) => at > recent);
    this.#openings = this.#openings.filter(({ at }) => at > recent);
    for (const { item, at } of this.#waiting) {
      const origin = originOfItem(item, at, this.#begun, this.#openings);
      if (origin === null) continue;
      this.#forget(item.id);
      this.#begun = this.#begun.filter((begun) => begun !== origin.told);
      this.#openings = withoutFirst(this.#openings, origin.told.url);
      this.#settle(item, origin.tabId, origin.filename);
    }
  }

  #settle(item: Item, tabId: number, filename: string | null): void {
    const armed = [...this.#arms].find(({ tabs }) => tabs.has(tabId));
    if (armed !== undefined && armed.taken === null) {
      armed.taken = { id: item.id, filename };
    } else if (this.#parts.isAgents(tabId)) {
      armed?.stopped.push(nameOf(item, filename));
      this.#refuse(item, filename);
    }
  }

  /**
   * Nothing named the page. An act that waits for a file takes one from its own site; all others are left
   * alone.
   */
  #giveUp(id: number): void {
    const waiting = this.#waiting.find(({ item }) => item.id === id);
    if (waiting === undefined) return;
    this.#forget(id);
    const { referrer, url, finalUrl } = waiting.item;
    const sites = [referrer, url, finalUrl]
      .filter((text) => URL.canParse(text))
      .map((text) => new URL(text).origin);
    const armed = [...this.#arms].find(({ taken, origin }) => taken === null && sites.includes(origin));
    if (armed !== undefined) armed.taken = { id, filename: null };
  }

  #forget(id: number): void {
    this.#waiting = this.#waiting.filter(({ item }) => item.id !== id);
  }

  #refuse(item: Item, filename: string | null): void {
    void this.#drop(item.id);
    this.#parts.onRefused({ url: shownUrl(item.finalUrl || item.url), filename: nameOf(item, filename) });
  }

  /** Cancels, and takes away what had been written by then. */
  async #drop(id: number): Promise<void> {
    try {
      await this.#parts.api.cancel(id);
      const [item] = await this.#parts.api.search({ id });
      if (item?.state === 'complete') await this.#parts.api.removeFile(id);
      await this.#parts.api.erase({ id });
    } catch (error) {
      console.warn('A refused download could not be taken away.', error);
    }
  }
}

/** A tab that the debugger and webNavigation both told of is told of once more than it has downloads. */
function withoutFirst(openings: readonly Opening[], url: string): readonly Opening[] {
  const index = openings.findIndex((opening) => opening.url === url);
  return openings.filter((_, at) => at !== index);
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

const bareId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A launcher that takes downloads for itself names files by a bare id; then the address has to give the name. */
function nameOf(item: Item, filename: string | null): string {
  const stored = safeFileName(filename ?? item.filename);
  if (!bareId.test(stored) || !URL.canParse(item.finalUrl)) return stored;
  return safeFileName(new URL(item.finalUrl).pathname);
}

function finished(item: Item, filename: string | null): FinishedDownload {
  return {
    name: nameOf(item, filename),
    path: item.filename,
    bytes: Math.max(item.fileSize, item.bytesReceived, 0),
    mime: item.mime,
    source_url: shownUrl(item.finalUrl || item.url),
  };
}
