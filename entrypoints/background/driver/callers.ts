import { z } from 'zod';
import { raise } from '../../../shared/faults.ts';
import { readStored, type StorageArea } from './session-store.ts';

const Stored = z.strictObject({
  /** Caller → ids of the tabs it works in. */
  holds: z.record(z.string(), z.array(z.int())),
  stopped: z.array(z.string()),
});

const stoppedMax = 500;

/**
 * Which caller works in which tabs, and which callers the person has stopped. Kept in `storage.session`: a
 * worker that dies must not make a stopped run go on.
 */
export class Callers {
  readonly #area: StorageArea;
  readonly #holds = new Map<string, Set<number>>();
  #stopped: readonly string[] = [];

  constructor(area: StorageArea) {
    this.#area = area;
  }

  async load(): Promise<void> {
    const stored = await readStored(this.#area, 'callers', Stored, { holds: {}, stopped: [] });
    for (const [caller, tabs] of Object.entries(stored.holds)) this.#holds.set(caller, new Set(tabs));
    this.#stopped = stored.stopped;
  }

  /** Raises `cancelled` for a caller that the person has stopped. */
  refuseStopped(caller: string): void {
    if (this.#stopped.includes(caller)) raiseStopped();
  }

  /** Raises `cancelled` where everybody who worked has been stopped: the person wants no debugger there. */
  refuseStoppedTab(tabId: number): void {
    const holders = [...this.#holds].filter(([, tabs]) => tabs.has(tabId)).map(([caller]) => caller);
    if (holders.length > 0 && holders.every((caller) => this.#stopped.includes(caller))) raiseStopped();
  }

  hold(caller: string, tabId: number): void {
    const tabs = this.#holds.get(caller) ?? new Set();
    this.#holds.set(caller, tabs);
    if (tabs.has(tabId)) return;
    tabs.add(tabId);
    this.#save();
  }

  isHeld(tabId: number): boolean {
    return [...this.#holds.values()].some((tabs) => tabs.has(tabId));
  }

  /** One of the callers that work in the tab; null without any. */
  holderOf(tabId: number): string | null {
    return [...this.#holds].find(([, tabs]) => tabs.has(tabId))?.[0] ?? null;
  }

  isActive(caller: string): boolean {
    return this.#holds.has(caller);
  }

  get activeCount(): number {
    return this.#holds.size;
  }

  /** The caller is done. Gives the tabs that nobody works in any more. */
  release(caller: string): readonly number[] {
    const tabs = [...(this.#holds.get(caller) ?? [])];
    this.#holds.delete(caller);
    this.#save();
    return tabs.filter((tabId) => !this.isHeld(tabId));
  }

  /** The callers that work somewhere and are not among those named. */
  otherThan(callers: readonly string[]): readonly string[] {
    return [...this.#holds.keys()].filter((caller) => !callers.includes(caller));
  }

  tabClosed(tabId: number): void {
    for (const tabs of this.#holds.values()) tabs.delete(tabId);
    this.#save();
  }

  /**
   * The person pressed the browser's own stop: everyone who works now is stopped for good. False: nobody was
   * left.
   */
  stopAll(): boolean {
    const working = [...this.#holds.keys()].filter((caller) => !this.#stopped.includes(caller));
    this.#stopped = [...this.#stopped, ...working].slice(-stoppedMax);
    this.#save();
    return working.length > 0;
  }

  #save(): void {
    const holds = Object.fromEntries([...this.#holds].map(([caller, tabs]) => [caller, [...tabs]]));
    this.#area.set({ callers: { holds, stopped: this.#stopped } }).catch((error: unknown) => {
      console.warn('Who works where could not be noted.', error);
    });
  }
}

function raiseStopped(): never {
  raise(
    'cancelled',
    'The person stopped this run in the browser.',
    'Start a new run, or a new session of the client, to go on.',
  );
}
