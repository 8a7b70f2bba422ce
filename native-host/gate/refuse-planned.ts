import { createHash, randomUUID } from 'node:crypto';
import type { Caller } from '../../shared/actions.ts';
import { canonicalJson } from '../../shared/canonical-json.ts';
import { fault } from '../../shared/faults.ts';
import type { Receipt, Verdict } from '../../shared/receipt.ts';
import type { PlannedCall } from '../../shared/run.ts';
import type { GateDependencies } from './ports.ts';
import { type CallRecord, entry, makeReceipt } from './records.ts';

type Refused = {
  readonly call: PlannedCall;
  readonly verdict: Verdict;
  /** Null: it belongs to no run. */
  readonly run_id: string | null;
  readonly caller: Caller;
};

const nothingDeclared = { template: null, declared: null, grants: new Set<string>() };

/**
 * Puts a planned call that was refused before it began into the ledger, and gives its receipt. Nothing was prepared and
 * nothing sent; the hash is that of the planned call, since its arguments were never made.
 */
export function refusePlanned(
  { book, clock }: Pick<GateDependencies, 'book' | 'clock'>,
  { call, verdict, run_id, caller }: Refused,
): Receipt {
  const now = clock();
  const request = {
    tool: call.tool,
    args: {},
    caller,
    profile: null,
    run: run_id === null ? null : { run_id, step_id: call.step_id, ...nothingDeclared },
    signal: new AbortController().signal,
  };
  const record: CallRecord = {
    call_id: randomUUID(),
    request,
    bucket: call.bucket,
    resource: call.resource,
    target: '',
    argsHash: createHash('sha256').update(canonicalJson(call)).digest('hex'),
    startedAt: now,
  };
  const reason = fault('denied', verdict.reason, `Decided by: ${verdict.policies.join(', ')}.`, {
    policies: [...verdict.policies],
  });
  const axes = { transport: 'succeeded', domain: 'blocked', evidence: 'none' } as const;
  const receipt = makeReceipt(record, { verdict, approval: null, ...axes, fault: reason }, now);
  if (!book.readOnly) book.append([entry(record, 'requested', {}), entry(record, 'denied', { receipt })]);
  return receipt;
}
