import type { StoredEntry } from './cron-store.ts';
import { lateMs } from './cron-store.ts';

// Instants that were decided and are not answered yet. They are kept as deliveries of the channel, so a worker or an
// authority that is ended in between loses none.

const separator = '@';

/** An instant of an entry, and the key of its job. */
export type Instant = { readonly id: string; readonly at: number; readonly key: string };

/** The key of an entry's jobs begins so. */
export function keyStart(id: string): string {
  return `${id}${separator}`;
}

export function instantOf(id: string, at: number): Instant {
  return { id, at, key: `${keyStart(id)}${new Date(at).toISOString()}` };
}

export function readInstant(key: string): Instant | null {
  const [id = '', written = ''] = key.split(separator);
  const at = Date.parse(written);
  return Number.isNaN(at) ? null : { id, at, key };
}

export type Sorted = {
  /** Oldest first, one of an entry. */
  readonly due: readonly { readonly entry: StoredEntry['entry']; readonly key: string }[];
  /** Never begun, and by the rules of their entry not made up for. */
  readonly missed: readonly Instant[];
  /** Of entries that are gone or paused. */
  readonly over: readonly Instant[];
};

/** Of instants that were kept and never begun: which are handed out now, and which never. The newest of an entry stands for all. */
export function sortInstants(kept: readonly Instant[], entries: readonly StoredEntry[], now: number): Sorted {
  const stored = new Map(entries.map((one) => [one.entry.id, one]));
  const newest = new Map<string, Instant>();
  for (const instant of kept) {
    const before = newest.get(instant.id);
    if (before === undefined || before.at < instant.at) newest.set(instant.id, instant);
  }
  const due: { at: number; entry: StoredEntry['entry']; key: string }[] = [];
  const missed: Instant[] = [];
  const over: Instant[] = [];
  for (const instant of kept) {
    const { id, at, key } = instant;
    const found = stored.get(id);
    if (found === undefined || found.paused) over.push(instant);
    else if (newest.get(id) !== instant) missed.push(instant);
    else if (found.entry.missed === 'skip' && now - at > lateMs) missed.push(instant);
    else due.push({ at, entry: found.entry, key });
  }
  return { due: due.sort((one, other) => one.at - other.at), missed, over };
}
