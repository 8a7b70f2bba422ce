import { Receipt } from '../../shared/receipt.ts';
import { StartError } from '../io/start-error.ts';
import { type Ledger, LedgerError } from './ledger.ts';
import type { OpenCall } from './ledger-rows.ts';

/**
 * At start: every call that was started and has no end gets one, `outcome_unknown`. Whether it took effect
 * can only be found by looking, so nothing here repeats or undoes it. Gives the calls, for whoever ends their
 * runs. Throws `StartError` when it cannot be written: the calls stay open, and the next start finds them.
 */
export function latchUnknown(ledger: Ledger): OpenCall[] {
  const calls = ledger.open();
  try {
    ledger.append(calls.map(unknownRow));
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error;
    throw new StartError(
      `The ledger cannot be written, so ${calls.length} acts that were cut off cannot be recorded, and nothing more is done.`,
      'in localagent.db of the data folder',
      'Free space on the disk or mend its fault, then start again: they are recorded then.',
    );
  }
  return calls;
}

function unknownRow(call: OpenCall) {
  return {
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
  };
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
