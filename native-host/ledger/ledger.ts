import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { LedgerCheckpoint } from '../../shared/ledger-checkpoint.ts';
import type { Receipt } from '../../shared/receipt.ts';
import { CheckpointKey } from './checkpoint.ts';
import { type LedgerHead, openHead } from './ledger-head.ts';
import {
  endedReceipts,
  type LedgerRow,
  type OpenCall,
  openCalls,
  type RowQuery,
  rowsOf,
  unsettledCalls,
} from './ledger-rows.ts';
import { columnsOf, hashedColumns, headMac, type NewRow, rowHash } from './row.ts';

/** The ledger could not be written. Nothing of the failed append is in it, and nothing more is written. */
export class LedgerError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'LedgerError';
  }
}

/** Rows of reads wait this long for company, so that ten reads cost one flush. */
const queueMs = 250;
const queueRowsMax = 500;
/** A checkpoint is made when so many rows have come since the last, and so long after one that has none yet. */
const checkpointRows = 64;
const checkpointMs = 60_000;

const placeholders = hashedColumns.map(() => '?').join(', ');
const insertSql = `insert into ledger (${hashedColumns.join(', ')}, hash) values (${placeholders}, ?)`;
const moveHeadSql =
  'update ledger_head set seq = ?, hash = ?, base = ?, mac = ? where id = 1 and seq = ? and hash = ?';
const checkpointSql = `insert into ledger_checkpoints (seq, at, hash, root, peaks, key_id, signature)
  values (?, ?, ?, ?, ?, ?, ?)`;
const lastBefore = 'select max(seq) as seq from ledger_checkpoints where seq <= ? and at < ?';

/** Remembers every call. One process writes; the format is told in row.ts and checkpoint.ts. */
export class Ledger {
  readonly #database: DatabaseSync;
  readonly #headKey: Buffer;
  readonly #clock: () => number;
  readonly #key: CheckpointKey;
  readonly #insert: StatementSync;
  readonly #moveHead: StatementSync;
  readonly #addCheckpoint: StatementSync;
  #head: LedgerHead;
  #queued: NewRow[] = [];
  #timer: NodeJS.Timeout | null = null;
  #checkpointTimer: NodeJS.Timeout | null = null;
  #readOnly = false;
  #onCheckpoint: (checkpoint: LedgerCheckpoint) => void = () => undefined;

  /**
   * `clock` gives milliseconds since 1970. Throws `StartError` when the head is not sealed with this key or
   * is not the last row: writing on would seal what somebody changed.
   */
  constructor(database: DatabaseSync, headKey: Buffer, clock: () => number = Date.now) {
    this.#database = database;
    this.#headKey = headKey;
    this.#clock = clock;
    this.#key = new CheckpointKey(headKey);
    this.#insert = database.prepare(insertSql);
    this.#moveHead = database.prepare(moveHeadSql);
    this.#addCheckpoint = database.prepare(checkpointSql);
    this.#head = openHead(database, headKey, this.#key);
  }

  /** True from the first failed write on. */
  get readOnly(): boolean {
    return this.#readOnly;
  }

  /** The last signed word on the rows; null while there is none. */
  get lastCheckpoint(): LedgerCheckpoint | null {
    return this.#head.checkpoint;
  }

  /** Told of every checkpoint once it is on the disk, so that it is kept elsewhere too. One listener. */
  watchCheckpoints(listener: (checkpoint: LedgerCheckpoint) => void): void {
    this.#onCheckpoint = listener;
  }

  /**
   * Writes the rows, and what was queued before them, in one transaction that is on the disk when it returns.
   */
  append(rows: readonly NewRow[]): void {
    this.#mustBeWritable();
    const all = [...this.#queued, ...rows];
    this.#clearQueue();
    if (all.length === 0) return;
    this.#change(() => {
      const head = this.#write(all, this.#head.base);
      return head.seq - (head.checkpoint?.seq ?? 0) >= checkpointRows ? this.#signed(head) : head;
    });
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

  /** Signs where the ledger stands, unless its last row is signed already; null while it is empty. */
  checkpoint(): LedgerCheckpoint | null {
    this.flush();
    this.#mustBeWritable();
    const { seq, checkpoint } = this.#head;
    if (seq > (checkpoint?.seq ?? 0)) this.#change(() => this.#signed(this.#head));
    return this.#head.checkpoint;
  }

  /**
   * Removes the rows up to the last checkpoint made before `time` (milliseconds since 1970), which stands for
   * them from then on; all or nothing. Acts without an end, or with one that nobody knows, stay, and so does
   * all after them. `row` tells of it in the ledger itself. Gives how many rows went.
   */
  compact(time: number, row: (removed: { readonly from: number; readonly to: number }) => NewRow): number {
    this.flush();
    this.#mustBeWritable();
    const from = this.#head.base + 1;
    const kept = Math.min(
      ...[...this.open(), ...this.unsettled()].map(({ seq }) => seq),
      ...this.unsettled().map(({ call_id }) => this.#firstOf(call_id)),
      this.#head.seq,
    );
    const found = this.#database.prepare(lastBefore).get(kept - 1, new Date(time).toISOString())?.['seq'];
    const to = typeof found === 'number' ? found : 0;
    if (to < from) return 0;
    this.#database.exec('pragma secure_delete = on');
    this.#change(() => {
      const head = this.#write([row({ from, to })], to);
      this.#database.prepare('delete from ledger where seq <= ?').run(to);
      this.#database.prepare('delete from ledger_checkpoints where seq < ?').run(to);
      return this.#signed(head);
    });
    return to - from + 1;
  }

  /** Calls that were started and have no end, oldest first. */
  open(): OpenCall[] {
    this.#settleQueue();
    return openCalls(this.#database);
  }

  /** Acts whose outcome is not known and that nobody has settled yet, oldest first. */
  unsettled(): LedgerRow[] {
    this.#settleQueue();
    return unsettledCalls(this.#database);
  }

  /** Receipts of calls that ended, newest first; of one run, or of all with `run_id: null`. */
  receipts(query: { readonly run_id: string | null; readonly limit: number }): Receipt[] {
    this.#settleQueue();
    return endedReceipts(this.#database, query);
  }

  /** Rows in order, from after `after`; at most 10,000 at once. */
  rows(query: RowQuery): LedgerRow[] {
    this.#settleQueue();
    return rowsOf(this.#database, query);
  }

  /** Whether there is a row of this call. */
  has(callId: string): boolean {
    this.#settleQueue();
    return this.#database.prepare('select 1 from ledger where call_id = ? limit 1').get(callId) !== undefined;
  }

  count(): number {
    this.#settleQueue();
    return this.#head.seq;
  }

  /** Writes what is queued, and signs it. The database stays open: it belongs to whoever opened it. */
  close(): void {
    this.#settleQueue();
    this.#settleCheckpoint();
    this.#readOnly = true;
  }

  #change(write: () => LedgerHead): void {
    if (this.#database.isTransaction) throw new Error('The ledger writes in transactions of its own.');
    const before = this.#head.checkpoint;
    try {
      this.#database.exec('begin immediate');
      const head = write();
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
    const { checkpoint, seq } = this.#head;
    if (checkpoint !== null && checkpoint !== before) this.#onCheckpoint(checkpoint);
    this.#watchTime(seq > (checkpoint?.seq ?? 0));
  }

  #write(rows: readonly NewRow[], base: number): LedgerHead {
    let { seq, hash } = this.#head;
    const frontier = this.#head.frontier.copy();
    for (const row of rows) {
      seq += 1;
      const columns = columnsOf(row, seq, this.#now(), hash);
      hash = rowHash(columns);
      this.#insert.run(seq, ...columns.slice(1), hash);
      frontier.push(hash);
    }
    const mac = headMac(this.#headKey, seq, hash, base);
    const moved = this.#moveHead.run(seq, hash, base, mac, this.#head.seq, this.#head.hash);
    if (moved.changes !== 1) throw new Error('Another process wrote to the ledger.');
    return { ...this.#head, seq, hash, base, frontier };
  }

  #signed(head: LedgerHead): LedgerHead {
    const { seq, hash, frontier } = head;
    const checkpoint = this.#key.sign({ seq, at: this.#now(), hash, root: frontier.root() });
    const { at, root, key_id, signature } = checkpoint;
    this.#addCheckpoint.run(seq, at, hash, root, frontier.peaks, key_id, signature);
    return { ...head, checkpoint };
  }

  #firstOf(callId: string): number {
    const first = this.#database.prepare('select min(seq) as seq from ledger where call_id = ?').get(callId);
    return typeof first?.['seq'] === 'number' ? first['seq'] : this.#head.seq;
  }

  #now(): string {
    return new Date(this.#clock()).toISOString();
  }

  #watchTime(isDirty: boolean): void {
    if (!isDirty && this.#checkpointTimer !== null) {
      clearTimeout(this.#checkpointTimer);
      this.#checkpointTimer = null;
    }
    // A process that only waits for this may end: closing makes the checkpoint too.
    if (isDirty) this.#checkpointTimer ??= setTimeout(() => this.#settleCheckpoint(), checkpointMs).unref();
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
    if (this.#readOnly) this.#clearQueue();
    else quietly(() => this.flush());
  }

  #settleCheckpoint(): void {
    this.#watchTime(false);
    if (!this.#readOnly) quietly(() => this.checkpoint());
  }
}

function quietly(work: () => unknown): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error;
  }
}

function rollBack(database: DatabaseSync): void {
  try {
    if (database.isTransaction) database.exec('rollback');
  } catch {
    // SQLite has rolled back by itself where it could not go on; an unfinished transaction is void in any
    // case.
  }
}
