import type { Bucket } from '../../shared/actions.ts';
import type { Fault } from '../../shared/faults.ts';
import type { LedgerEvent, Receipt, Verdict } from '../../shared/receipt.ts';
import type { Classified } from './classify.ts';
import type { GateRequest, LedgerEntry } from './ports.ts';

/** What is known of a call from its beginning; every row and the receipt of it are made from this. */
export type CallRecord = {
  readonly call_id: string;
  readonly request: GateRequest;
  readonly bucket: Bucket;
  readonly resource: string;
  readonly target: string;
  readonly argsHash: string;
  readonly startedAt: number;
};

export type Ending = {
  readonly verdict: Verdict;
  readonly approval: Receipt['approval'];
  readonly transport: Receipt['transport'];
  readonly domain: Receipt['domain'];
  readonly evidence: Receipt['evidence'];
  readonly fault: Fault | null;
};

/** A verdict for calls that ended before the policy was asked. */
export const notJudged: Verdict = {
  decision: 'deny',
  policies: ['not-judged'],
  reason: 'The call ended before the policy was asked.',
};

export function makeReceipt(record: CallRecord, ending: Ending, now: number): Receipt {
  return {
    call_id: record.call_id,
    run_id: record.request.run?.run_id ?? null,
    step_id: record.request.run?.step_id ?? null,
    caller: record.request.caller,
    tool: record.request.tool,
    bucket: record.bucket,
    resource: record.resource,
    target: record.target,
    ...ending,
    started_at: new Date(record.startedAt).toISOString(),
    duration_ms: Math.max(0, Math.round(now - record.startedAt)),
  };
}

export function entry(
  record: CallRecord,
  event: LedgerEvent,
  detail: Readonly<Record<string, unknown>>,
  resultHash: string | null = null,
): LedgerEntry {
  return {
    event,
    call_id: record.call_id,
    run_id: record.request.run?.run_id ?? null,
    step_id: record.request.run?.step_id ?? null,
    caller: record.request.caller,
    tool: record.request.tool,
    bucket: record.bucket,
    resource: record.resource,
    args_hash: record.argsHash,
    result_hash: resultHash,
    detail,
  };
}

/** The event that ends a call with this fault. */
export function endingEvent(fault: Fault | null): LedgerEvent {
  if (fault === null) return 'completed';
  if (fault.code === 'denied' || fault.code === 'approval-timeout') return 'denied';
  if (fault.code === 'cancelled') return 'cancelled';
  return fault.code === 'outcome-unknown' ? 'outcome_unknown' : 'failed';
}

export function recordOf(
  request: GateRequest,
  known: { readonly call_id: string; readonly argsHash: string; readonly startedAt: number },
  bucket: Bucket,
  classified: Classified | null,
): CallRecord {
  return {
    ...known,
    request,
    bucket,
    resource: classified?.resource ?? 'unknown',
    target: classified?.target ?? '',
  };
}
