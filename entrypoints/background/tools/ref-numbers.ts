import { z } from 'zod';
import type { PageId } from '../../../shared/actions.ts';

// Each document counts its refs from where the one before it stopped, so that a ref from an older document
// can never name an element of a newer one. What has been given out is kept in memory, and in
// `storage.session` by the hundred: a worker that is killed leaves a mark that no document has passed, and the
// next worker goes on from there.

const pagesMax = 500;
const blockRefs = 200;
const storageKey = 'ref_marks';

const Marks = z.record(z.string(), z.int().positive());

type Area = {
  get(key: string): Promise<Record<string, unknown>>;
  set(items: Record<string, unknown>): Promise<void>;
};

export class RefNumbers {
  readonly #area: () => Area | null;
  /** The first number that is free, by page and frame; what the area holds is never below. */
  #next: Map<string, number> | null = null;
  #marks = new Map<string, number>();
  #loading: Promise<Map<string, number>> | null = null;

  /** `area` gives none in a test of a behaviour without the extension. */
  constructor(area: () => Area | null) {
    this.#area = area;
  }

  /** The first number that a new document may give out. */
  async firstOf(page: PageId, frameId: number): Promise<number> {
    return (this.#next ?? (await this.#load())).get(`${page}/${frameId}`) ?? 1;
  }

  /** Notes a number that was given out; on return it is on record that it was. */
  async note(page: PageId, frameId: number, number: number): Promise<void> {
    const key = `${page}/${frameId}`;
    const all = this.#next ?? (await this.#load());
    const next = Math.max(all.get(key) ?? 1, number + 1);
    all.delete(key);
    all.set(key, next);
    const oldest = all.size > pagesMax ? all.keys().next().value : undefined;
    if (oldest !== undefined) {
      all.delete(oldest);
      this.#marks.delete(oldest);
    }
    if (next <= (this.#marks.get(key) ?? 1)) return;
    this.#marks.set(key, next + blockRefs);
    await this.#area()?.set({ [storageKey]: Object.fromEntries(this.#marks) });
  }

  /** A former worker's marks, once. */
  #load(): Promise<Map<string, number>> {
    this.#loading ??= (async () => {
      const stored = await this.#area()?.get(storageKey);
      const parsed = Marks.safeParse(stored?.[storageKey]);
      this.#marks = new Map(Object.entries(parsed.success ? parsed.data : {}));
      this.#next = new Map(this.#marks);
      return this.#next;
    })();
    return this.#loading;
  }
}

const ofWorker = new RefNumbers(() =>
  typeof chrome === 'undefined' || chrome.storage === undefined ? null : chrome.storage.session,
);

export function firstRefOf(page: PageId, frameId: number): Promise<number> {
  return ofWorker.firstOf(page, frameId);
}

export function noteRef(page: PageId, frameId: number, number: number): Promise<void> {
  return ofWorker.note(page, frameId, number);
}
