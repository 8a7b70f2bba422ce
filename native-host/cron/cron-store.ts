import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { CronEntry } from '../../shared/protocol/cron-messages.ts';
import { countBetween, readSchedule } from './schedule.ts';

/** An entry that is looked at later than this after its instant was missed, and not just late. */
export const lateMs = 60_000;
/** Entries of one data folder. */
export const entriesMax = 200;

const Row = z.object({
  entry: z.string(),
  paused: z.int(),
  created_at: z.string(),
  decided_until: z.string(),
});

export type StoredEntry = {
  readonly entry: CronEntry;
  readonly paused: boolean;
  readonly createdAt: number;
  /** Everything up to here was decided: begun, missed or passed over. */
  readonly decidedUntil: number;
};

/** What is due of one entry, and how many instants were not made up for. */
export type Due = { readonly entry: CronEntry; readonly at: number | null; readonly missed: number };

/** The schedule of this data folder. */
export class CronStore {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** False: there is one of this name already, or there are too many. */
  add(entry: CronEntry, now: number): boolean {
    if (this.list().length >= entriesMax) return false;
    const at = new Date(now).toISOString();
    const { changes } = this.#database
      .prepare(
        'INSERT INTO cron (id, entry, paused, created_at, decided_until) VALUES (?, ?, 0, ?, ?) ON CONFLICT DO NOTHING',
      )
      .run(entry.id, JSON.stringify(entry), at, at);
    return changes === 1;
  }

  list(): readonly StoredEntry[] {
    return this.#database
      .prepare('SELECT entry, paused, created_at, decided_until FROM cron ORDER BY id')
      .all()
      .map((row) => {
        const { entry, paused, created_at, decided_until } = Row.parse(row);
        return {
          entry: CronEntry.parse(JSON.parse(entry)),
          paused: paused === 1,
          createdAt: Date.parse(created_at),
          decidedUntil: Date.parse(decided_until),
        };
      });
  }

  remove(id: string): boolean {
    return this.#database.prepare('DELETE FROM cron WHERE id = ?').run(id).changes === 1;
  }

  /** What falls into a pause is neither made up for nor missed. */
  pause(id: string, paused: boolean, now: number): boolean {
    const { changes } = this.#database
      .prepare('UPDATE cron SET paused = ?, decided_until = ? WHERE id = ?')
      .run(paused ? 1 : 0, new Date(now).toISOString(), id);
    return changes === 1;
  }

  /**
   * Decides what is due up to now, once: at most one instant of an entry, however long nobody looked. `isRunning` says of
   * an entry that its last run goes on; then its instant counts as missed. `keep` puts an instant where a crash does not
   * lose it, and is called before it counts as decided: after a crash in between it is kept once more, under the same key.
   */
  take(
    now: number,
    isRunning: (id: string) => boolean,
    keep: (id: string, at: number) => void,
  ): readonly Due[] {
    return this.list().flatMap((stored) => {
      if (stored.paused) return [];
      // A clock that was ahead for a while must not silence an entry until then; what ran meanwhile has its key.
      const decidedUntil = Math.min(stored.decidedUntil, now);
      const due = dueOf({ ...stored, decidedUntil }, now, isRunning(stored.entry.id));
      if (due === null && stored.decidedUntil <= now) return [];
      if (due !== null && due.at !== null) keep(stored.entry.id, due.at);
      return this.#decided(stored, now) && due !== null ? [due] : [];
    });
  }

  // Only from where it stood when it was looked at: of two that look at once, one decides.
  #decided({ entry, decidedUntil }: StoredEntry, now: number): boolean {
    const { changes } = this.#database
      .prepare('UPDATE cron SET decided_until = ? WHERE id = ? AND decided_until = ?')
      .run(new Date(now).toISOString(), entry.id, new Date(decidedUntil).toISOString());
    return changes === 1;
  }
}

/** What is due of an entry that was decided up to some time; null: nothing was since. */
export function dueOf(
  { entry, createdAt, decidedUntil }: StoredEntry,
  now: number,
  isRunning: boolean,
): Due | null {
  const schedule = readSchedule(entry.schedule, entry.zone, createdAt);
  if (!schedule.ok) return null;
  const at = schedule.value.last(decidedUntil, now);
  if (at === null) return null;
  const count = countBetween(schedule.value, decidedUntil, now);
  const isLate = now - at > lateMs;
  const runs = !isRunning && (!isLate || entry.missed === 'once');
  return { entry, at: runs ? at : null, missed: runs ? count - 1 : count };
}

/** When an entry is due next; null: never again. */
export function nextOf({ entry, createdAt }: StoredEntry, now: number): number | null {
  const schedule = readSchedule(entry.schedule, entry.zone, createdAt);
  return schedule.ok ? schedule.value.next(now) : null;
}
