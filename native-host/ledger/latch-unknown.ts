import { Receipt } from '../../shared/receipt.ts';
import type { Ledger } from './ledger.ts';
import type { OpenCall } from './ledger-rows.ts';

/**
 * At start: every call that was started and has no end gets one, `outcome_unknown`. Whether it took effect
 * can only be found by looking, so nothing here repeats or undoes it. Gives the calls, for whoever ends their
 * runs.
 */
export function latchUnknown(ledger: Ledger): OpenCall[] {
  const calls = ledger.open();
  ledger.append(
    calls.map((call) => ({
      event: 'outcome_unknown' as const,
      call_id: call.call_id,
      run_id: call.run_id,
      step_id: call.step_id,
      caller: call.caller,
      tool: call.tool,
      bucket: call.bucket,
      resource: call.resource,
      args_hash: call.args_hash,
      result_hash: null,
      detail: { receipt: unknownReceipt(call) },
    })),
  );
  return calls;
}

/** The started row's own receipt, where it carries one, knows target, verdict and approval. */
function unknownReceipt(call: OpenCall): Receipt {
  const carried = Receipt.safeParse(call.detail['receipt']);
  const known = carried.success
    ? carried.data
    : {
        target: '',
        verdict: {
          decision: 'allow' as const,
          policies: [],
          reason: 'It was allowed before the host stopped.',
        },
        approval: null,
        started_at: call.at,
        duration_ms: 0,
      };
  return {
    ...known,
    call_id: call.call_id,
    run_id: call.run_id,
    step_id: call.step_id,
    caller: call.caller,
    tool: call.tool,
    bucket: call.bucket,
    resource: call.resource,
    transport: 'failed',
    domain: 'unknown',
    evidence: 'none',
    fault: {
      code: 'outcome-unknown',
      message: `LocalAgent stopped while ${call.tool} on ${call.resource} was under way.`.slice(0, 2000),
      hint: 'Look at the page to see whether it took effect before doing it again.',
    },
  };
}
