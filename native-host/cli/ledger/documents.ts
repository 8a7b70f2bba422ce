import { z } from 'zod';
import { ReconcileFinding } from '../../../shared/receipt.ts';

/** What `localagent ledger verify --json` prints. */
export const LedgerVerifyDocument = z.strictObject({
  schema: z.literal('localagent.ledger-verify.v1'),
  file: z.string(),
  verified: z.boolean(),
  /** `truncated`: an anchor or the head names rows that are gone from the end. */
  kind: z.enum(['verified', 'broken', 'truncated', 'unknown_key', 'unreadable']),
  rows: z.int().nonnegative(),
  /** Rows up to this one were compacted; their checkpoint stands for them. */
  compacted_to: z.int().nonnegative(),
  checkpoints: z.int().nonnegative(),
  /** How many memories outside the database were compared; 0 without --anchors. */
  anchors: z.int().nonnegative(),
  /** Number of the first row that is wrong, missing or too many; null when it is not a row. */
  broken_at: z.int().nullable(),
  reason: z.string(),
});
export type LedgerVerifyDocument = z.infer<typeof LedgerVerifyDocument>;

/** A row of the ledger as it is shown: what happened, without its bytes. */
export const LedgerLine = z.strictObject({
  seq: z.int(),
  at: z.string(),
  event: z.string(),
  call_id: z.string(),
  run_id: z.string().nullable(),
  step_id: z.string().nullable(),
  tool: z.string(),
  bucket: z.string(),
  resource: z.string(),
  hash: z.string(),
});
export type LedgerLine = Readonly<z.infer<typeof LedgerLine>>;

/** What `localagent ledger show --json` prints; oldest first. */
export const LedgerDocument = z.strictObject({
  schema: z.literal('localagent.ledger.v1'),
  rows: z.array(LedgerLine),
});
export type LedgerDocument = z.infer<typeof LedgerDocument>;

/** What `localagent ledger reconcile --json` prints: what is still open. */
export const LedgerReconcileDocument = z.strictObject({
  schema: z.literal('localagent.ledger-reconcile.v1'),
  settled: z.strictObject({ call_id: z.string(), finding: ReconcileFinding }).nullable(),
  unsettled: z.array(
    z.strictObject({
      call_id: z.string(),
      run_id: z.string().nullable(),
      at: z.string(),
      tool: z.string(),
      target: z.string(),
      resource: z.string(),
    }),
  ),
});
export type LedgerReconcileDocument = z.infer<typeof LedgerReconcileDocument>;
