import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';

const Job = z.object({ payload_sha256: z.string(), run_id: z.string().nullable() });
const Begun = z.object({ key: z.string(), run_id: z.string() });
const Owner = z.object({ channel: z.string(), key: z.string() });
const Open = z.object({ key: z.string(), token: z.string() });

/** Deliveries that are given back at once after a worker was ended. */
const openMax = 1_000;

/** Which jobs were received, which run each began, and which deliveries still wait for an answer. */
export class JobStore {
  readonly #database: DatabaseSync;
  readonly #now: () => number;

  constructor(database: DatabaseSync, now: () => number) {
    this.#database = database;
    this.#now = now;
  }

  /**
   * Notes a delivery and its job. `conflict`: the job was received before with other work. Then nothing is noted, so that
   * no worker that finds the delivery open answers it with what came of that other work.
   */
  receive(delivery: {
    readonly channel: string;
    readonly key: string;
    readonly payload_sha256: string;
    readonly token: string;
  }): 'noted' | 'conflict' {
    const { channel, key, payload_sha256, token } = delivery;
    const known = this.#get(channel, key);
    if (known !== null && known.payload_sha256 !== payload_sha256) return 'conflict';
    this.noteDelivery(channel, key, token);
    this.#database
      .prepare(
        'INSERT INTO jobs (channel, key, payload_sha256, received_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
      )
      .run(channel, key, payload_sha256, this.#at());
    return 'noted';
  }

  /** Notes that a delivery waits for an answer; one that was noted before stays as it is, also where it was answered. */
  noteDelivery(channel: string, key: string, token: string): void {
    this.#database
      .prepare(
        `INSERT INTO job_deliveries (channel, token_sha256, key, token, received_at) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT DO NOTHING`,
      )
      .run(channel, tokenHash(token), key, token, this.#at());
  }

  /** The run that a job has begun, or was about to; null: none. */
  runOf(channel: string, key: string): string | null {
    return this.#get(channel, key)?.run_id ?? null;
  }

  /** The job that was begun last among those whose key begins so. */
  lastOf(channel: string, start: string): { readonly key: string; readonly run_id: string } | null {
    const row = this.#database
      .prepare(
        `SELECT key, run_id FROM jobs WHERE channel = ? AND substr(key, 1, length(?)) = ? AND run_id IS NOT NULL
         ORDER BY claimed_at DESC, key DESC LIMIT 1`,
      )
      .get(channel, start, start);
    return row === undefined ? null : Begun.parse(row);
  }

  /** Whether a run was begun for a job. */
  isJob(runId: string): boolean {
    return this.#database.prepare('SELECT 1 FROM jobs WHERE run_id = ?').get(runId) !== undefined;
  }

  /** The job that a run belongs to; null: none. */
  jobOf(runId: string): { readonly channel: string; readonly key: string } | null {
    const row = this.#database.prepare('SELECT channel, key FROM jobs WHERE run_id = ?').get(runId);
    return row === undefined ? null : Owner.parse(row);
  }

  isKnown(channel: string, key: string): boolean {
    return this.#get(channel, key) !== null;
  }

  /**
   * Gives a job to a run; false: another run has it already. `abandoned` is a run that claimed it and never began,
   * whose place may be taken.
   */
  claim(channel: string, key: string, runId: string, abandoned: string | null): boolean {
    const { changes } = this.#database
      .prepare('UPDATE jobs SET run_id = ?, claimed_at = ? WHERE channel = ? AND key = ? AND run_id IS ?')
      .run(runId, this.#at(), channel, key, abandoned);
    return changes === 1;
  }

  /** Ends a delivery; its token is forgotten. */
  settle(channel: string, token: string, how: string): void {
    this.#database
      .prepare(
        `UPDATE job_deliveries SET token = NULL, settled_at = ?, settled_how = ?
         WHERE channel = ? AND token_sha256 = ? AND settled_at IS NULL`,
      )
      .run(this.#at(), how, channel, tokenHash(token));
  }

  /** Deliveries that were not answered, oldest first. */
  open(channel: string): readonly z.infer<typeof Open>[] {
    return this.#database
      .prepare(
        `SELECT key, token FROM job_deliveries WHERE channel = ? AND settled_at IS NULL
         ORDER BY received_at LIMIT ?`,
      )
      .all(channel, openMax)
      .map((row) => Open.parse(row));
  }

  #get(channel: string, key: string): z.infer<typeof Job> | null {
    const row = this.#database
      .prepare('SELECT payload_sha256, run_id FROM jobs WHERE channel = ? AND key = ?')
      .get(channel, key);
    return row === undefined ? null : Job.parse(row);
  }

  #at(): string {
    return new Date(this.#now()).toISOString();
  }
}

/** SHA-256 of a token, in hex: what is kept of it once its delivery is answered. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
