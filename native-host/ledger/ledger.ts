import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite';
import { z } from 'zod';
import { Bucket, Caller } from '../../shared/actions.ts';
import { LedgerEvent, Receipt } from '../../shared/receipt.ts';
import { StartError } from '../io/start-error.ts';
import { columnsOf, firstPrevHash, hashedColumns, headMac, type NewRow, rowHash } from './row.ts';

/** The ledger could not be written. Nothing of the failed append is in it, and nothing more is written. */
export class LedgerError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'LedgerError';
  }
}

const LedgerRow = z.strictObject({
  seq: z.int().positive(),
  at: z.string(),
  event: LedgerEvent,
  call_id: z.string(),
  run_id: z.string().nullable(),
  step_id: z.string().nullable(),
  caller: z.string().transform((json) => Caller.parse(JSON.parse(json))),
  tool: z.string(),
  bucket: Bucket,
  resource: z.string(),
  args_hash: z.string(),
  result_hash: z.string().nullable(),
  detail: z.string().transform((json) => z.record(z.string(), z.json()).parse(JSON.parse(json))),
  prev_hash: z.string(),
  hash: z.string(),
});
/** A row as it is read back, `caller` and `detail` parsed. */
export type LedgerRow = z.infer<typeof LedgerRow>;
/** A call whose `started` row has no end: what came of it is not known. */
export type OpenCall = LedgerRow;

/** Rows of reads wait this long for company, so that ten reads cost one flush. */
const queueMs = 250;
const queueRowsMax = 500;
const rowsReadMax = 10_000;

const placeholders = hashedColumns.map(() => '?').join(', ');
const insertSql = `insert into ledger (${hashedColumns.join(', ')}, hash) values (${placeholders}, ?)`;
const moveHeadSql = 'update ledger_head set seq = ?, hash = ?, mac = ? where id = 1 and seq = ? and hash = ?';
const selectSql = `select ${hashedColumns.join(', ')}, hash from ledger`;
const ends = "('completed', 'failed', 'denied', 'cancelled', 'outcome_unknown')";

/** Remembers every call. One process writes; the format is told in row.ts. */
export class Ledger {
  readonly #database: DatabaseSync;
  readonly #headKey: Buffer;
  readonly #clock: () => number;
  readonly #insert: StatementSync;
  readonly #moveHead: StatementSync;
  #head: { readonly seq: number; readonly hash: string };
  #queued: NewRow[] = [];
  #timer: NodeJS.Timeout | null = null;
  #readOnly = false;

  /**
   * `clock` gives milliseconds since 1970. Throws `StartError` when the head is not sealed with this key or
   * is not the last row: writing on would seal what somebody changed.
   */
  constructor(database: DatabaseSync, headKey: Buffer, clock: () => number = Date.now) {
    this.#database = database;
    this.#headKey = headKey;
    this.#clock = clock;
    this.#insert = database.prepare(insertSql);
    this.#moveHead = database.prepare(moveHeadSql);
    this.#head = openHead(database, headKey);
  }

  /** True from the first failed write on. */
  get readOnly(): boolean {
    return this.#readOnly;
  }

  /**
   * Writes the rows, and what was queued before them, in one transaction that is on the disk when it returns.
   */
  append(rows: readonly NewRow[]): void {
    this.#mustBeWritable();
    const all = [...this.#queued, ...rows];
    this.#clearQueue();
    if (all.length === 0) return;
    if (this.#database.isTransaction) throw new Error('The ledger writes in transactions of its own.');
    try {
      this.#database.exec('begin immediate');
      const head = this.#write(all);
      this.#database.exec('commit');
      this.#head = head;
    } catch (error) {
      // A failed flush is final: the system may have dropped what it could not write, so a second try proves
      // nothing.
      this.#readOnly = true;
      rollBack(this.#database);
      throw new LedgerError('The ledger could not be written; it is read-only until the next start.', {
        cause: error,
      });
    }
  }

  /**
   * For reads: the row is written within 250 ms, or with the next append. Throws `LedgerError` when
   * read-only.
   */
  queue(row: NewRow): void {
    this.#mustBeWritable();
    this.#queued.push(row);
    if (this.#queued.length >= queueRowsMax) this.flush();
    else this.#timer ??= setTimeout(() => this.#settleQueue(), queueMs);
  }

  flush(): void {
    if (this.#queued.length > 0) this.append([]);
  }

  /** Calls that were started and have no end, oldest first. */
  open(): OpenCall[] {
    this.#settleQueue();
    const found = this.#database
      .prepare(
        `${selectSql} as s where event = 'started' and not exists
          (select 1 from ledger as e where e.call_id = s.call_id and e.seq > s.seq and e.event in ${ends})
          order by seq`,
      )
      .all();
    return found.map((row) => LedgerRow.parse(row));
  }

  /** Receipts of calls that ended, newest first; of one run, or of all with `run_id: null`. */
  receipts(query: { readonly run_id: string | null; readonly limit: number }): Receipt[] {
    this.#settleQueue();
    const found = this.#database
      .prepare(
        `select detail from ledger where (?1 is null or run_id = ?1) and event in ${ends}
          and json_type(detail, '$.receipt') = 'object' order by seq desc limit ?2`,
      )
      .all(query.run_id, bounded(query.limit));
    // A receipt that was shortened out of its form still counts in the ledger, but cannot be shown as one.
    return found.flatMap((row) => {
      const parsed = z.object({ receipt: Receipt }).safeParse(JSON.parse(String(row['detail'])));
      return parsed.success ? [parsed.data.receipt] : [];
    });
  }

  /** Rows in order, from after `after`; at most 10,000 at once. */
  rows(query: { readonly run_id?: string; readonly after?: number; readonly limit: number }): LedgerRow[] {
    this.#settleQueue();
    return this.#database
      .prepare(`${selectSql} where (?1 is null or run_id = ?1) and seq > ?2 order by seq limit ?3`)
      .all(query.run_id ?? null, query.after ?? 0, bounded(query.limit))
      .map((row) => LedgerRow.parse(row));
  }

  count(): number {
    this.#settleQueue();
    return this.#head.seq;
  }

  /** Writes what is queued. The database stays open: it belongs to whoever opened it. */
  close(): void {
    this.#settleQueue();
    this.#readOnly = true;
  }

  #write(rows: readonly NewRow[]): { seq: number; hash: string } {
    let { seq, hash } = this.#head;
    for (const row of rows) {
      seq += 1;
      const columns = columnsOf(row, seq, new Date(this.#clock()).toISOString(), hash);
      hash = rowHash(columns);
      this.#insert.run(seq, ...columns.slice(1), hash);
    }
    const moved = this.#moveHead.run(
      seq,
      hash,
      headMac(this.#headKey, seq, hash),
      this.#head.seq,
      this.#head.hash,
    );
    if (moved.changes !== 1) throw new Error('Another process wrote to the ledger.');
    return { seq, hash };
  }

  #mustBeWritable(): void {
    if (this.#readOnly)
      throw new LedgerError('The ledger is read-only since a write failed or it was closed.');
  }

  #clearQueue(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#queued = [];
  }

  // For moments in which nobody can be told: a failure leaves the ledger read-only, and the next append says
  // so.
  #settleQueue(): void {
    if (this.#readOnly) {
      this.#clearQueue();
      return;
    }
    try {
      this.flush();
    } catch (error) {
      if (!(error instanceof LedgerError)) throw error;
    }
  }
}

function bounded(limit: number): number {
  return Math.max(0, Math.min(Math.trunc(limit), rowsReadMax));
}

function rollBack(database: DatabaseSync): void {
  try {
    if (database.isTransaction) database.exec('rollback');
  } catch {
    // SQLite has rolled back by itself where it could not go on; an unfinished transaction is void in any
    // case.
  }
}

function openHead(database: DatabaseSync, headKey: Buffer): { seq: number; hash: string } {
  const last = database.prepare('select seq, hash from ledger order by seq desc limit 1').get();
  const head = database.prepare('select seq, hash, mac from ledger_head').get();
  if (head === undefined && last === undefined) return beginHead(database, headKey);
  const seq = numberOf(head?.['seq']);
  const hash = String(head?.['hash']);
  const sealed = head?.['mac'] === headMac(headKey, seq, hash);
  const isLast = seq === numberOf(last?.['seq'] ?? 0) && hash === String(last?.['hash'] ?? firstPrevHash);
  if (sealed && isLast) return { seq, hash };
  throw new StartError(
    sealed ? 'Rows of the ledger were added or removed.' : 'The ledger is not sealed with this key.',
    database.location() ?? 'the database',
    'Run `localagent ledger verify`. Restore database and key file, or move both away to start afresh.',
  );
}

function beginHead(database: DatabaseSync, headKey: Buffer): { seq: number; hash: string } {
  const head = { seq: 0, hash: firstPrevHash };
  database
    .prepare('insert into ledger_head (id, seq, hash, mac) values (1, ?, ?, ?)')
    .run(head.seq, head.hash, headMac(headKey, head.seq, head.hash));
  return head;
}

function numberOf(value: SQLOutputValue | undefined): number {
  return typeof value === 'number' ? value : Number.NaN;
}
