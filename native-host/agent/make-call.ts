import { type Fault, failed, fault, ok, type Result } from '../../shared/faults.ts';
import type { Receipt } from '../../shared/receipt.ts';
import type { Means } from './ports.ts';

/** One call of a turn: its result, or the fault that it met; the receipt tells of approval and verdict. */
export type Used = {
  readonly done: Result<Readonly<Record<string, unknown>>>;
  readonly receipt: Receipt;
};
export type Use = (
  tool: string,
  args: Readonly<Record<string, unknown>>,
  sources?: readonly string[] | null,
) => Promise<Used>;

/** How often one call is proposed when the browser's connection is lost before anything is done. */
const proposalsMax = 3;

/** Calls of a turn, singly and in order, each in the run's story. */
export function createUse({ calls, emit, signal }: Means, stepId: string): Use {
  return async (tool, args, sources = null) => {
    for (let proposal = 1; ; proposal++) {
      const request = { tool, args, step_id: stepId, sources };
      const { receipt, result } = await calls.call(request, signal);
      emit({ type: 'call.settled', step_id: stepId, receipt });
      if (result !== null) return { done: ok(result), receipt };
      const problem =
        receipt.fault ?? fault('internal', `"${tool}" gave neither result nor reason.`, 'See the ledger.');
      // The connection was lost before anything was done: the gate waits for the browser to come back.
      const again = problem.code === 'browser-gone' && problem.detail?.['not_dispatched'] === true;
      if (!again || proposal >= proposalsMax) return { done: failed(problem), receipt };
    }
  };
}

/** Faults after which a run cannot go on. */
export function endsRun({ code, detail }: Fault): boolean {
  return (
    code === 'cancelled' ||
    code === 'browser-gone' ||
    (code === 'internal' && detail?.['ledger'] === true) ||
    (code === 'denied' && detail?.['budget'] !== undefined)
  );
}
