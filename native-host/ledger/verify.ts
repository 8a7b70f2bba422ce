import { hash as hashOnce } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { type Anchor, AnchorWatch } from './anchor.ts';
import { CheckpointKey } from './checkpoint.ts';
import { firstPrevHash, hashedColumns, nullableColumns, rowPrefix } from './row.ts';
import { CheckpointWatch } from './verify-checkpoints.ts';
import { checkHead, headBase } from './verify-head.ts';

/** What a check found: all is well, rows differ, the end is cut off, another key signed, or nothing can be read. */
export type CheckKind = 'verified' | 'broken' | 'truncated' | 'unknown_key' | 'unreadable';

/**
 * `broken_at`: seq of the first row that is wrong, missing or too many; null when it is not a row that is
 * wrong.
 */
export type LedgerCheck = {
  readonly ok: boolean;
  readonly kind: CheckKind;
  /** Number of the last row that was checked; rows up to `base` are there as their checkpoint alone. */
  readonly rows: number;
  readonly base: number;
  readonly checkpoints: number;
  readonly anchors: number;
  readonly broken_at: number | null;
  readonly reason: string;
};

/** What is wrong: the first thing found. */
export type Problem = {
  readonly kind: Exclude<CheckKind, 'verified'>;
  readonly at: number | null;
  readonly reason: string;
};

/**
 * Checks every column of every row, the links between them, their order, every checkpoint, the head's seal,
 * and that what the anchors name is there; changes nothing: a database in use (rows in its WAL) and a bare
 * copy of the file are both read as they lie. Never throws for what is in the file.
 */
export function verifyLedger(
  databaseFilePath: string,
  headKey: Buffer,
  anchors: readonly Anchor[] = [],
): LedgerCheck {
  if (!existsSync(databaseFilePath)) return unreadable(`There is no file ${databaseFilePath}.`);
  const hadWal = walInUse(databaseFilePath);
  const check = verifyOnce(databaseFilePath, headKey, anchors, hadWal);
  // A writer may have begun between the look and the reading; then its WAL has to be read too.
  if (check.ok || hadWal || !walInUse(databaseFilePath)) return check;
  return verifyOnce(databaseFilePath, headKey, anchors, true);
}

function walInUse(path: string): boolean {
  return existsSync(`${path}-wal`) && statSync(`${path}-wal`).size > 0;
}

// `immutable` reads the one file and leaves nothing beside it, but would not see a WAL.
function verifyOnce(path: string, headKey: Buffer, anchors: readonly Anchor[], hasWal: boolean): LedgerCheck {
  let database: DatabaseSync | null = null;
  try {
    const url = pathToFileURL(path);
    if (!hasWal) url.searchParams.set('immutable', '1');
    database = new DatabaseSync(url, { readOnly: true, timeout: 5_000 });
    database.exec('pragma trusted_schema = off');
    // Rows and head are read as of one moment, while a writer may go on.
    database.exec('begin');
    return verifyAll(database, headKey, anchors);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return unreadable(`The ledger cannot be read: ${why}.`);
  } finally {
    database?.close();
  }
}

function verifyAll(database: DatabaseSync, headKey: Buffer, given: readonly Anchor[]): LedgerCheck {
  const key = new CheckpointKey(headKey);
  const base = headBase(database);
  const checkpoints = new CheckpointWatch(database, key, base);
  const anchors = new AnchorWatch(given, key, base);
  const end = { seq: base, hash: checkpoints.baseHash ?? firstPrevHash };
  const problem =
    checkpoints.problem ??
    checkRows(database, end, (seq, hash) => {
      anchors.row(seq, hash);
      return checkpoints.row(seq, hash);
    }) ??
    checkpoints.atEnd(end.seq) ??
    checkHead(database, headKey, end) ??
    anchors.atEnd(end.seq) ??
    checkFile(database);
  return {
    ok: problem === null,
    kind: problem?.kind ?? 'verified',
    rows: end.seq,
    base,
    checkpoints: checkpoints.count,
    anchors: anchors.count,
    broken_at: problem?.at ?? null,
    reason: problem?.reason ?? '',
  };
}

// SQLite builds the hashed bytes itself, from the raw bytes of each column, so that no conversion between
// what lies in the file and what is hashed can hide a change: another type, a NUL, bytes that are no UTF-8.
// (It is also four times as fast as fetching fourteen columns.)
const encoded = hashedColumns.map((name) => `coalesce(octet_length(${name}) || ':', '-'), ${name}, char(10)`);
const wellTyped = [...hashedColumns, 'hash']
  .map((name) => {
    if (name === 'seq') return "typeof(seq) = 'integer'";
    return nullableColumns.includes(name)
      ? `typeof(${name}) in ('text', 'null')`
      : `typeof(${name}) = 'text'`;
  })
  .join(' and ');
const rowsSql = `select seq, cast(concat('${rowPrefix}', ${encoded.join(', ')}) as blob), prev_hash, hash,
  ${wellTyped} and octet_length(prev_hash) = 64 and octet_length(hash) = 64 from ledger order by seq`;

/** Follows the chain from `end`, and moves `end` along with it. */
function checkRows(
  database: DatabaseSync,
  end: { seq: number; hash: string },
  passed: (seq: number, hash: string) => Problem | null,
): Problem | null {
  const statement = database.prepare(rowsSql);
  statement.setReturnArrays(true);
  for (const row of statement.iterate()) {
    const seq = end.seq + 1;
    const found = rowProblem(Object.values(row), seq, end.hash);
    if (typeof found === 'string') return { kind: 'broken', at: seq, reason: found };
    end.seq = seq;
    end.hash = found.hash;
    const problem = passed(seq, found.hash);
    if (problem !== null) return problem;
  }
  return null;
}

function rowProblem(row: readonly unknown[], seq: number, prevHash: string): string | { hash: string } {
  const [foundSeq, bytes, foundPrev, foundHash, wellFormed] = row;
  if (wellFormed !== 1) return `Row ${seq} holds a value of the wrong form.`;
  if (foundSeq !== seq) return `Row ${seq} is missing: the next one is ${String(foundSeq)}.`;
  if (foundPrev !== prevHash) return `Row ${seq} does not follow on the row before it.`;
  const computed = bytes instanceof Uint8Array ? hashOnce('sha256', bytes, 'hex') : '';
  if (foundHash !== computed) return `Row ${seq} was changed after it was written.`;
  return { hash: computed };
}

// Rows are looked up by indexes, which lie outside the chain: one that leaves a row out would hide it.
function checkFile(database: DatabaseSync): Problem | null {
  const found = database.prepare('pragma integrity_check(1)').get()?.['integrity_check'];
  if (found === 'ok') return null;
  return { kind: 'broken', at: null, reason: `The database file is damaged: ${String(found)}.` };
}

function unreadable(reason: string): LedgerCheck {
  const nothing = { rows: 0, base: 0, checkpoints: 0, anchors: 0, broken_at: null };
  return { ok: false, kind: 'unreadable', ...nothing, reason };
}
