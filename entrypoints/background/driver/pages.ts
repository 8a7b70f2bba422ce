import { z } from 'zod';
import type { PageId, PageInfo } from '../../../shared/actions.ts';
import { raise } from '../../../shared/faults.ts';
import { originOfPage } from './frames.ts';
import { readStored, type StorageArea } from './session-store.ts';

const Row = z.strictObject({ number: z.int().positive(), owner: z.string().nullable() });
const Rows = z.record(z.string(), Row);
type Row = z.infer<typeof Row>;

/** The part of a tab that is read. */
export type TabView = {
  readonly id?: number | undefined;
  readonly url?: string | undefined;
  readonly pendingUrl?: string | undefined;
  readonly title?: string | undefined;
  readonly active: boolean;
};

export type PagesParts = {
  readonly local: StorageArea;
  readonly session: StorageArea;
  readonly tabs: () => Promise<readonly TabView[]>;
  readonly tab: (tabId: number) => Promise<TabView>;
  readonly documentOf: (tabId: number) => Promise<string>;
  readonly onChange: (pages: readonly PageInfo[]) => void;
};

/** Changes within this are told together. */
const gatherMs = 50;

const goneHint = 'List the pages and choose one.';

/**
 * Names every tab `t<n>`. The counter is in `storage.local`, so that a name is never given twice in a
 * profile; which tab has which is in `storage.session`, as the browser's own tab ids end with the browser. A
 * tab with an owner was opened by the agent (or by a page of the agent's); the owner is the caller that
 * opened it.
 */
export class Pages {
  readonly #parts: PagesParts;
  readonly #rows = new Map<number, Row>();
  readonly #infos = new Map<number, PageInfo>();
  #queue: Promise<unknown> = Promise.resolve();
  #gathering: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: PagesParts) {
    this.#parts = parts;
  }

  /** Takes up what a former worker knew and looks at every tab. */
  async load(): Promise<void> {
    const rows = await readStored(this.#parts.session, 'pages', Rows, {});
    for (const [tabId, row] of Object.entries(rows)) this.#rows.set(Number(tabId), row);
    const open = (await this.#parts.tabs()).flatMap(({ id }) => id ?? []);
    for (const tabId of this.#rows.keys()) if (!open.includes(tabId)) this.#rows.delete(tabId);
    for (const tabId of open) await this.#parts.tab(tabId).then(() => this.refresh(tabId), ignoreClosed);
  }

  list(): readonly PageInfo[] {
    return [...this.#infos.values()];
  }

  /** What was last seen of a tab, without asking the browser. */
  peek(tabId: number): PageInfo | null {
    return this.#infos.get(tabId) ?? null;
  }

  tabOf(page: PageId): number {
    const number = Number(page.slice(1));
    for (const [tabId, row] of this.#rows) if (row.number === number) return tabId;
    return raise('no-page', `There is no page ${page}.`, goneHint);
  }

  ownerOf(tabId: number): string | null {
    return this.#rows.get(tabId)?.owner ?? null;
  }

  /** Marks the tab as opened by the agent for `owner`. */
  async own(tabId: number, owner: string): Promise<PageInfo> {
    const row = await this.#rowOf(tabId);
    this.#rows.set(tabId, { ...row, owner });
    await this.#save();
    return this.refresh(tabId);
  }

  async disown(tabId: number): Promise<void> {
    const row = this.#rows.get(tabId);
    if (row === undefined || row.owner === null) return;
    this.#rows.set(tabId, { ...row, owner: null });
    await this.#save();
  }

  ownedBy(owner: string): readonly number[] {
    return [...this.#rows].filter(([, row]) => row.owner === owner).map(([tabId]) => tabId);
  }

  /** Reads the tab anew and tells a change. Raises `no-page` when it is gone. */
  async refresh(tabId: number): Promise<PageInfo> {
    const row = await this.#rowOf(tabId);
    const [tab, documentId] = await Promise.all([this.#tab(tabId), this.#parts.documentOf(tabId)]);
    // It was closed while it was looked at; noted now, it would stay in the list for good.
    if (this.#rows.get(tabId)?.number !== row.number) raise('no-page', 'The page is gone.', goneHint);
    const url = tab.url ?? '';
    const info: PageInfo = {
      page: `t${row.number}`,
      url: url === '' ? (tab.pendingUrl ?? '') : url,
      title: tab.title ?? '',
      origin: originOfPage(url),
      document_id: documentId,
      active: tab.active,
      owned: (this.#rows.get(tabId)?.owner ?? null) !== null,
    };
    const before = this.#infos.get(tabId);
    this.#infos.set(tabId, info);
    if (JSON.stringify(before) !== JSON.stringify(info)) this.#changed();
    return info;
  }

  removed(tabId: number): void {
    if (!this.#rows.delete(tabId)) return;
    this.#infos.delete(tabId);
    this.#changed();
    void this.#save();
  }

  /** Chrome swapped one tab id for another (a prerendered page was shown): it is the same page. */
  replaced(newTabId: number, oldTabId: number): void {
    const row = this.#rows.get(oldTabId);
    if (row === undefined) return;
    this.#rows.set(newTabId, row);
    this.removed(oldTabId);
  }

  async #tab(tabId: number): Promise<TabView> {
    try {
      return await this.#parts.tab(tabId);
    } catch (error) {
      this.removed(tabId);
      const detail = { browser_said: String(error).slice(0, 300) };
      return raise('no-page', 'The page is gone.', goneHint, detail);
    }
  }

  /** One new number at a time, noted before it is used. */
  #rowOf(tabId: number): Promise<Row> {
    const known = this.#rows.get(tabId);
    if (known !== undefined) return Promise.resolve(known);
    const work = this.#queue.then(async () => {
      const again = this.#rows.get(tabId);
      if (again !== undefined) return again;
      const number = await readStored(this.#parts.local, 'next_page', z.int().positive(), 1);
      await this.#parts.local.set({ next_page: number + 1 });
      const row: Row = { number, owner: null };
      this.#rows.set(tabId, row);
      await this.#save();
      return row;
    });
    this.#queue = work.catch(() => undefined);
    return work;
  }

  async #save(): Promise<void> {
    await this.#parts.session.set({ pages: Object.fromEntries(this.#rows) });
  }

  /** Tells at once what was gathered, so that whoever hears of an act's end has heard before where it left the pages. */
  tellGathered(): void {
    if (this.#gathering === undefined) return;
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    this.#parts.onChange(this.list());
  }

  #changed(): void {
    this.#gathering ??= setTimeout(() => this.tellGathered(), gatherMs);
  }
}

/** A tab may close between being listed and being looked at. */
function ignoreClosed(error: unknown): void {
  console.info('A tab closed while it was looked at.', error);
}
