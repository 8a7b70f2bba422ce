import { z } from 'zod';
import { Bucket, Caller } from './actions.ts';
import { Fault } from './faults.ts';

// A receipt answers three questions about one call, and never mixes them up. transport: did the call itself run
// through? domain: did what was wanted come about? evidence: what is there to show it? A transport success is not a
// domain success; only a typed reading of an exact result may say `succeeded`.

export const Transport = z.enum(['running', 'succeeded', 'failed']);
export const Domain = z.enum([
  'pending',
  'unknown',
  'succeeded',
  'attention',
  'failed',
  'blocked',
  'conflict',
  'drift',
]);
export const Evidence = z.enum(['none', 'candidate', 'supported', 'verified', 'contradicted', 'stale']);

/** What the policy said. `policies` names those that decided; `reason` is in a person's words. */
export const Verdict = z.strictObject({
  decision: z.enum(['allow', 'ask', 'deny']),
  policies: z.array(z.string()),
  reason: z.string(),
});
export type Verdict = z.infer<typeof Verdict>;

export const Receipt = z.strictObject({
  call_id: z.string(),
  run_id: z.string().nullable(),
  step_id: z.string().nullable(),
  caller: Caller,
  tool: z.string(),
  bucket: Bucket,
  /** The site, folder or app acted on, in the rule notation: `origin:https://example.com`, `folder:/…`, `app:…`. */
  resource: z.string(),
  /** What was acted on, in words made from the target's description: `button "Sign in"`. Empty when there is no target. */
  target: z.string(),
  verdict: Verdict,
  approval: z
    .strictObject({
      approval_id: z.string(),
      answer: z.enum(['approved', 'denied', 'timeout']),
      by: z.string(),
    })
    .nullable(),
  transport: Transport,
  domain: Domain,
  evidence: Evidence,
  fault: Fault.nullable(),
  started_at: z.iso.datetime(),
  duration_ms: z.int().nonnegative(),
});
export type Receipt = z.infer<typeof Receipt>;

/**
 * Events of the ledger: those of a call, in the order in which it can pass through them; then a person's word on an
 * outcome that was not known, and what was done to the ledger and the secrets themselves.
 */
export const LedgerEvent = z.enum([
  'requested',
  'approval_requested',
  'approved',
  'denied',
  'started',
  'completed',
  'failed',
  'cancelled',
  'outcome_unknown',
  'reconciled',
  'compacted',
  'secrets_rotated',
]);
export type LedgerEvent = z.infer<typeof LedgerEvent>;

/** What a person found out about an act whose outcome was not known. */
export const ReconcileFinding = z.enum(['applied', 'not_applied', 'compensated']);
export type ReconcileFinding = z.infer<typeof ReconcileFinding>;
