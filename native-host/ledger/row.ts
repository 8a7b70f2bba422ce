import { createHash, createHmac } from 'node:crypto';
import type { Bucket, Caller } from '../../shared/actions.ts';
import type { LedgerEvent } from '../../shared/receipt.ts';

// The ledger's format, version 1.
//
// A row is one event of one call. Its columns, in order: seq (1, 2, 3 …), at (UTC, ISO 8601, milliseconds),
// event, call_id, run_id, step_id, caller (JSON), tool, bucket, resource, args_hash, result_hash, detail
// (JSON), prev_hash, hash. run_id, step_id and result_hash may be null, everything else but seq is text. A
// value over 16 KiB of detail is shortened before it is written.
//
// prev_hash is the hash of the row before, 64 zeros for the first. hash is SHA-256, in hex, over the bytes
//     localagent ledger row 1 LF
// followed by the fourteen columns seq … prev_hash, each as `-` LF when null, else as its length in bytes,
// `:`, its UTF-8 bytes, LF. No two rows have the same bytes, so a change of any column, an exchange, a gap or
// an insertion breaks the chain at that row.
//
// A chain alone does not show that its end was cut off, or that well-formed rows were added. The one row of
// ledger_head names the last seq and hash and seals them: mac is HMAC-SHA-256, in hex, under the head key
// over
//     localagent ledger head 1 LF seq LF hash
// It is written in the same transaction as the rows. What neither shows is the exchange of the whole database
// for an older one with its own head; that takes a checkpoint kept elsewhere, see checkpoint.ts.
//
// Old rows can be removed up to a checkpoint, which then stands for them: the head's `base` names it, and once
// it is not 0 the mac is over
//     localagent ledger head 2 LF seq LF hash LF base

/**
 * What is recorded of one event. `detail` is redacted by whoever makes it; terminal rows carry `receipt` in
 * it.
 */
export type NewRow = {
  readonly event: LedgerEvent;
  readonly call_id: string;
  readonly run_id: string | null;
  readonly step_id: string | null;
  readonly caller: Caller;
  readonly tool: string;
  readonly bucket: Bucket;
  readonly resource: string;
  /** SHA-256 over the canonical JSON of arguments and result, in hex. */
  readonly args_hash: string;
  readonly result_hash: string | null;
  readonly detail: Readonly<Record<string, unknown>>;
};

/** The hashed columns as they are written: text, or null where the format allows it. */
export type HashedColumns = readonly (string | null)[];

export const hashedColumns = [
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
] as const;
export const nullableColumns: readonly string[] = ['run_id', 'step_id', 'result_hash'];

export const rowPrefix = 'localagent ledger row 1\n';
export const firstPrevHash = '0'.repeat(64);

export function rowHash(columns: HashedColumns): string {
  const parts = columns.map((text) => (text === null ? '-\n' : `${Buffer.byteLength(text)}:${text}\n`));
  return createHash('sha256')
    .update(rowPrefix + parts.join(''))
    .digest('hex');
}

export function headMac(headKey: Buffer, seq: number, hash: string, base = 0): string {
  const sealed =
    base === 0
      ? `localagent ledger head 1\n${seq}\n${hash}`
      : `localagent ledger head 2\n${seq}\n${hash}\n${base}`;
  return createHmac('sha256', headKey).update(sealed).digest('hex');
}

/** Columns of a new row; texts as SQLite will hold them. */
export function columnsOf(row: NewRow, seq: number, at: string, prevHash: string): HashedColumns {
  return [
    String(seq),
    at,
    row.event,
    storable(row.call_id),
    row.run_id === null ? null : storable(row.run_id),
    row.step_id === null ? null : storable(row.step_id),
    JSON.stringify(row.caller),
    storable(row.tool),
    row.bucket,
    storable(row.resource),
    storable(row.args_hash),
    row.result_hash === null ? null : storable(row.result_hash),
    detailJson(row.detail),
    prevHash,
  ];
}

// Half a surrogate pair has no UTF-8, and a NUL ends a text for some readers of SQLite: what is hashed must
// be what every reader sees.
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}

const detailBytesMax = 16_384;
/** Lengths that long texts of a detail are cut to, in turn, until the whole fits. */
const textLimits = [4_000, 1_000, 250, 60] as const;

/**
 * JSON of a detail in at most 16 KiB: a row is never lost, or an act left without its end, because a text was
 * long.
 */
export function detailJson(detail: Readonly<Record<string, unknown>>): string {
  const whole = JSON.stringify(detail);
  if (Buffer.byteLength(whole) <= detailBytesMax) return whole;
  for (const limit of textLimits) {
    const cut = JSON.stringify(detail, (_key, value: unknown) => shortened(value, limit));
    if (Buffer.byteLength(cut) <= detailBytesMax) return cut;
  }
  return JSON.stringify({ left_out: `${Buffer.byteLength(whole)} bytes of detail` });
}

const itemsKept = 20;

function shortened(value: unknown, limit: number): unknown {
  if (Array.isArray(value) && value.length > itemsKept) return value.slice(0, itemsKept);
  if (typeof value !== 'string' || value.length <= limit) return value;
  return `${value.slice(0, limit).toWellFormed()}… (${value.length - limit} more)`;
}
