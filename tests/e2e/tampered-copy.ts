import { copyFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

// Copies of a ledger with one thing changed, as somebody would who has the file and SQLite, and takes the triggers away
// first. Every change lies within one column of one row.

export const ledgerColumns = [
  'seq',
  'at',
  'event',
  'call_id',
  'run_id',
  'step_id',
  'caller',
  'tool',
  'bucket',
  'resource',
  'args_hash',
  'result_hash',
  'detail',
  'prev_hash',
  'hash',
] as const;
export type LedgerColumn = (typeof ledgerColumns)[number];

/** A change of one byte: `at` counts bytes from 0; beyond the end the last one is meant. */
export type ByteChange = { readonly seq: number; readonly column: LedgerColumn; readonly at: number };

/** Makes a bare copy, whatever still stands in the log beside the original included. */
export function copyLedger(from: string, to: string): void {
  const source = new DatabaseSync(from, { readOnly: true });
  source.prepare('vacuum into ?').run(to);
  source.close();
}

/** Copies `from` and changes the copy. */
export function tampered(from: string, to: string, change: (database: DatabaseSync) => void): string {
  copyFileSync(from, to);
  const database = openTampering(to);
  change(database);
  database.close();
  return to;
}

/** Opens a ledger without its guards. */
export function openTampering(file: string): DatabaseSync {
  const database = new DatabaseSync(file);
  database.exec('pragma journal_mode = delete');
  const triggers = database.prepare("select name from sqlite_schema where type = 'trigger'").all();
  for (const { name } of triggers) database.exec(`drop trigger ${String(name)}`);
  return database;
}

/** Changes one byte of a column; an empty or absent value gets one. Gives the way back. */
export function changeByte(database: DatabaseSync, { seq, column, at }: ByteChange): () => void {
  if (column === 'seq') return changeNumber(database, seq, at);
  const row = database.prepare(`select cast(${column} as blob) as bytes from ledger where seq = ?`).get(seq);
  const before = row?.['bytes'] instanceof Uint8Array ? row['bytes'] : null;
  const changed = Buffer.from(before ?? []);
  const place = Math.min(at, changed.length - 1);
  // The lowest bit, so that a letter stays a letter and a digit a digit.
  const bytes = changed.length === 0 ? Buffer.from('x') : changed.with(place, (changed[place] ?? 0) ^ 1);
  const write = database.prepare(`update ledger set ${column} = cast(? as text) where seq = ?`);
  write.run(bytes, seq);
  return () => {
    write.run(before, seq);
  };
}

/** Exchanges what two rows hold, their numbers aside. */
export function swapRows(database: DatabaseSync, one: number, other: number): void {
  const free = -1;
  const move = database.prepare('update ledger set seq = ? where seq = ?');
  move.run(free, one);
  move.run(one, other);
  move.run(other, free);
}

export function removeRow(database: DatabaseSync, seq: number): void {
  database.prepare('delete from ledger where seq = ?').run(seq);
}

/** Adds a well-formed copy of a row at the end. */
export function addRow(database: DatabaseSync, from: number): void {
  const others = ledgerColumns.slice(1).join(', ');
  database.exec(
    `insert into ledger (seq, ${others}) select (select max(seq) + 1 from ledger), ${others} from ledger where seq = ${from}`,
  );
}

// A row's number is an integer of eight bytes, of which the two lowest are tried; a number that is taken is passed over.
function changeNumber(database: DatabaseSync, seq: number, at: number): () => void {
  const taken = database.prepare('select 1 from ledger where seq = ?');
  const move = database.prepare('update ledger set seq = ? where seq = ?');
  const free = [1, 2, 4, 8, 16, 32, 64, 128]
    .map((bit) => (at === 0 ? seq ^ bit : seq ^ (bit << 8)))
    .find((number) => taken.get(number) === undefined);
  if (free === undefined) return changeNumber(database, seq, 1);
  move.run(free, seq);
  return () => {
    move.run(seq, free);
  };
}
