import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { LedgerCheckpoint } from '../../shared/ledger-checkpoint.ts';
import type { CheckpointKey } from './checkpoint.ts';
import { checkpointOf, checkpointsSql } from './ledger-head.ts';
import { Frontier } from './merkle.ts';
import type { Problem } from './verify.ts';

/** Compares every checkpoint with the rows as they pass by, in order. */
export class CheckpointWatch {
  /** What is wrong before the first row. */
  readonly problem: Problem | null;
  readonly baseHash: string | null;
  readonly #key: CheckpointKey;
  readonly #found: IterableIterator<Record<string, SQLOutputValue>>;
  #frontier = Frontier.empty();
  #next: Record<string, SQLOutputValue> | undefined;
  #count = 0;

  constructor(database: DatabaseSync, key: CheckpointKey, base: number) {
    this.#key = key;
    this.#found = database.prepare(`${checkpointsSql} order by seq`).iterate();
    this.#next = this.#found.next().value;
    const begun = base === 0 ? { hash: null } : this.#begin(base);
    this.problem = 'reason' in begun ? begun : null;
    this.baseHash = 'hash' in begun ? begun.hash : null;
  }

  get count(): number {
    return this.#count;
  }

  row(seq: number, hash: string): Problem | null {
    this.#frontier.push(hash);
    return this.#next?.['seq'] === seq ? this.#pass(seq, hash) : null;
  }

  /** A checkpoint that no row was met for speaks of rows that are not there. */
  atEnd(seq: number): Problem | null {
    const next = this.#next?.['seq'];
    if (next === undefined) return null;
    if (typeof next !== 'number' || next <= seq) return broken(null, 'A checkpoint stands out of order.');
    const reason = `Rows ${seq + 1} to ${next} are missing at the end: checkpoint ${next} covers them.`;
    return { kind: 'truncated', at: seq + 1, reason };
  }

  // The checkpoint at the base stands for the rows that were removed: its peaks carry the tree on.
  #begin(base: number): Problem | { readonly hash: string } {
    const row = this.#next ?? {};
    const checkpoint = checkpointOf(row);
    const frontier = Frontier.from(base, String(row['peaks']));
    if (checkpoint?.seq !== base || frontier === null) {
      return broken(base, `The checkpoint that stands for the rows up to ${base} is not there.`);
    }
    this.#frontier = frontier;
    return this.#pass(base, checkpoint.hash) ?? { hash: checkpoint.hash };
  }

  #pass(seq: number, hash: string): Problem | null {
    const row = this.#next ?? {};
    this.#next = this.#found.next().value;
    this.#count += 1;
    const checkpoint = checkpointOf(row);
    if (checkpoint === null) return broken(seq, `Checkpoint ${seq} was changed after it was written.`);
    const problem = signatureProblem(this.#key, checkpoint, `Checkpoint ${seq}`);
    if (problem !== null) return problem;
    const fits =
      checkpoint.hash === hash &&
      checkpoint.root === this.#frontier.root() &&
      row['peaks'] === this.#frontier.peaks;
    return fits ? null : broken(seq, `The rows up to ${seq} are not those that checkpoint ${seq} signs.`);
  }
}

/** What is wrong with a checkpoint's signature, in a sentence about `what`. */
export function signatureProblem(
  key: CheckpointKey,
  checkpoint: LedgerCheckpoint,
  what: string,
): Problem | null {
  const found = key.problemOf(checkpoint);
  if (found === null) return null;
  if (found === 'bad-signature')
    return broken(checkpoint.seq, `The signature of ${lower(what)} does not fit.`);
  const reason = `${what} is signed with a key that is not known: ${checkpoint.key_id}.`;
  return { kind: 'unknown_key', at: checkpoint.seq, reason };
}

function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function broken(at: number | null, reason: string): Problem {
  return { kind: 'broken', at, reason };
}
