import type { Caller, PageId, PageInfo } from '../../shared/actions.ts';
import { type Fault, fault } from '../../shared/faults.ts';
import type { LeaseClaim, Leases } from '../gate/ports.ts';

/** Milliseconds that a lease outlives the last act of its holder. */
export const idleMs = 5 * 60_000;

/** Leases above which those that have run out are looked for. */
const leasesMax = 1_000;

/** Callers that hold what they work in. A command line is the person's own hand: it comes and goes, and holds nothing. */
const holding: ReadonlySet<Caller['kind']> = new Set<Caller['kind']>([
  'agent',
  'workflow',
  'code',
  'mcp',
  'job',
]);
/** Callers that may be guided by a model: they ask for the person's own tabs by name. */
const borrowing: ReadonlySet<Caller['kind']> = new Set<Caller['kind']>(['agent', 'code', 'mcp']);

type Lease = { readonly holder: string; readonly until: number };

/**
 * Who acts in which page. A lease is taken with an act and given back with `release`, or by itself when its holder has done nothing for
 * a while. Everything here happens in one turn of the event loop, so of two that want a page at once exactly one gets it.
 */
export class PageLeases implements Leases {
  readonly #leases = new Map<string, Lease>();
  readonly #clock: () => number;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  claim({ caller, profile, page, tool, timeoutMs }: LeaseClaim): Fault | null {
    const key = keyOf(profile, page.page);
    const lease = this.#live(key);
    if (lease !== null && lease.holder !== caller.id) return heldBy(lease, page.page);
    if (lease === null && !page.owned && borrowing.has(caller.kind) && tool !== 'select_page') {
      return notBorrowed(page.page);
    }
    if (holding.has(caller.kind)) this.#set(key, caller.id, timeoutMs);
    return null;
  }

  take(caller: Caller, profile: string, pages: readonly PageInfo[]): void {
    if (!holding.has(caller.kind)) return;
    for (const { page } of pages) {
      const key = keyOf(profile, page);
      const lease = this.#live(key);
      if (lease === null || lease.holder === caller.id) this.#set(key, caller.id, 0);
    }
  }

  /** Who holds the page now; null: nobody. */
  holderOf(profile: string, page: PageId): string | null {
    return this.#live(keyOf(profile, page))?.holder ?? null;
  }

  /** The caller is done: everything it held is free. */
  release(callerId: string): void {
    for (const [key, lease] of this.#leases) if (lease.holder === callerId) this.#leases.delete(key);
  }

  #live(key: string): Lease | null {
    const lease = this.#leases.get(key);
    if (lease === undefined) return null;
    if (lease.until > this.#clock()) return lease;
    this.#leases.delete(key);
    return null;
  }

  #set(key: string, holder: string, timeoutMs: number): void {
    // Pages that were closed are asked about by nobody, so their leases are looked through now and then.
    if (this.#leases.size >= leasesMax) for (const known of [...this.#leases.keys()]) this.#live(known);
    this.#leases.set(key, { holder, until: this.#clock() + idleMs + timeoutMs });
  }
}

// A profile's name holds no space, so no two pages share a key.
function keyOf(profile: string, page: PageId): string {
  return `${profile} ${page}`;
}

function heldBy({ holder, until }: Lease, page: PageId): Fault {
  const time = new Date(until).toISOString();
  return fault(
    'denied',
    `The page ${page} is in use by ${holder}, until ${time} at the latest. Nothing was done.`,
    'Work in a page of your own: new_page, or navigate in the page that is yours. Reading this one is allowed.',
    { policies: ['page.lease'], page, held_by: holder, until: time },
  );
}

function notBorrowed(page: PageId): Fault {
  return fault(
    'denied',
    `The page ${page} is the person's own tab, and it was not borrowed. Nothing was done.`,
    `Call select_page with "${page}" first if the person wants you to work in it, or open a page of your own.`,
    { policies: ['page.lease'], page },
  );
}
