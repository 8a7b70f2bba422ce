import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { Bucket, Caller } from '../../shared/actions.ts';
import { LedgerEvent, Receipt } from '../../shared/receipt.ts';
import { hashedColumns } from './row.ts';

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

const rowsReadMax = 10_000;
const selectSql = `select ${hashedColumns.join(', ')}, hash from ledger`;
const ends = "('completed', 'failed', 'denied', 'cancelled', 'outcome_unknown')";

/** Calls that were started and have no end, oldest first. */
export function openCalls(database: DatabaseSync): OpenCall[] {
  const found = database
    .prepare(
      `${selectSql} as s where event = 'started' and not exists
        (select 1 from ledger as e where e.call_id = s.call_id and e.seq > s.seq and e.event in ${ends})
        order by seq`,
    )
    .all();
  return found.map((row) => LedgerRow.parse(row));
}

/** Rows of acts whose outcome is not known and that nobody has settled yet, oldest first. */
export function unsettledCalls(database: DatabaseSync): LedgerRow[] {
  const found = database
    .prepare(
      `${selectSql} as s where event = 'outcome_unknown' and not exists
        (select 1 from ledger as e where e.call_id = s.call_id and e.seq > s.seq and e.event = 'reconciled')
        order by seq limit ?`,
    )
    .all(rowsReadMax);
  return found.map((row) => LedgerRow.parse(row));
}

/** Receipts of calls that ended, newest first; of one run, or of all with `run_id: null`. */
export function endedReceipts(
  database: DatabaseSync,
  query: { readonly run_id: string | null; readonly limit: number },
): Receipt[] {
  const found = database
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

export type RowQuery = { readonly run_id?: string; readonly after?: number; readonly limit: number };

/** Rows in order, from after `after`; at most 10,000 at once. */
export function rowsOf(database: DatabaseSync, query: RowQuery): LedgerRow[] {
  return database
    .prepare(`${selectSql} where (?1 is null or run_id = ?1) and seq > ?2 order by seq limit ?3`)
    .all(query.run_id ?? null, query.after ?? 0, bounded(query.limit))
    .map((row) => LedgerRow.parse(row));
}

function bounded(limit: number): number {
  return Math.max(0, Math.min(Math.trunc(limit), rowsReadMax));
}
