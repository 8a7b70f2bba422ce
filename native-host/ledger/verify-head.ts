import { timingSafeEqual } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { headMac } from './row.ts';
import type { Problem } from './verify.ts';

const headsSql = `select iif(typeof(seq) = 'integer', seq, null) as seq,
    cast(hash as blob) as hash, cast(mac as blob) as mac, iif(typeof(base) = 'integer', base, null) as base
    from ledger_head limit 2`;

/** Up to which row the head says that the ledger was compacted. It is believed only once `checkHead` has passed. */
export function headBase(database: DatabaseSync): number {
  const base = database.prepare(headsSql).get()?.['base'];
  return typeof base === 'number' && base > 0 ? base : 0;
}

/** Compares the head with the last row of the chain. */
export function checkHead(
  database: DatabaseSync,
  headKey: Buffer,
  end: { readonly seq: number; readonly hash: string },
): Problem | null {
  const rows = end.seq;
  const heads = database.prepare(headsSql).all();
  const head = heads[0];
  if (head === undefined || heads.length > 1)
    return broken(null, 'The ledger has no head, or more than one.');
  const { seq, hash, mac, base } = head;
  const isRead = typeof seq === 'number' && typeof base === 'number';
  if (!isRead || !(hash instanceof Uint8Array && mac instanceof Uint8Array)) {
    return broken(null, 'The head of the ledger cannot be read.');
  }
  const wanted = Buffer.from(headMac(headKey, seq, latin(hash), base), 'latin1');
  if (wanted.length !== mac.length || !timingSafeEqual(wanted, mac)) {
    return broken(null, 'The head of the ledger was changed, or sealed with another key.');
  }
  if (seq > rows) {
    const reason = `Rows ${rows + 1} to ${seq} are missing at the end.`;
    return { kind: 'truncated', at: rows + 1, reason };
  }
  if (seq < rows) return broken(seq + 1, `Rows ${seq + 1} to ${rows} were added at the end.`);
  return latin(hash) === end.hash ? null : broken(rows, `Row ${rows} is not the one that the head names.`);
}

function latin(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

function broken(at: number | null, reason: string): Problem {
  return { kind: 'broken', at, reason };
}
