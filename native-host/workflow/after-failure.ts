import type { Fault, FaultCode } from '../../shared/faults.ts';
import type { Receipt } from '../../shared/receipt.ts';
import type { RunStatus } from '../../shared/run.ts';
import type { SingleStep } from '../../shared/template.ts';

/** Attempts of a step with `on_failure: retry`, the first one counted. */
export const attemptsMax = 3;
/** Milliseconds before the second attempt; doubled before each further one. */
export const firstPauseMs = 200;

/** Faults after which nothing more of the run is done, whatever the step says. */
const endings: Partial<Record<FaultCode, RunStatus>> = {
  denied: 'refused',
  'approval-timeout': 'refused',
  cancelled: 'cancelled',
  'outcome-unknown': 'outcome_unknown',
  'browser-gone': 'failed',
};

/** How the run ends at this fault by its nature, or null if that is the step's to say. */
export function endingOf(fault: Fault): RunStatus | null {
  return endings[fault.code] ?? null;
}

// With these an act was not let out of the host, or was turned away before it touched anything.
const notDispatched: ReadonlySet<FaultCode> = new Set<FaultCode>([
  'no-page',
  'not-found',
  'ambiguous',
  'stale-ref',
  'not-actionable',
  'covered',
  'dialog-open',
  'permit-mismatch',
]);

/** Whether everything that an attempt did may be done again: it read, or it provably did not act. */
export function repeatable(receipts: readonly Receipt[]): boolean {
  return receipts.every(
    ({ bucket, fault }) => bucket === 'read' || (fault !== null && notDispatched.has(fault.code)),
  );
}

export type Decision =
  | { readonly next: 'end'; readonly status: RunStatus }
  | { readonly next: 'skip' }
  | { readonly next: 'again'; readonly pauseMs: number };

/** What follows a failed attempt. */
export function afterFailure(
  step: Pick<SingleStep, 'on_failure'>,
  fault: Fault,
  attempt: { readonly number: number; readonly receipts: readonly Receipt[] },
): Decision {
  const status = endingOf(fault);
  if (status !== null) return { next: 'end', status };
  if (step.on_failure === 'skip') return { next: 'skip' };
  const mayTryAgain =
    step.on_failure === 'retry' && attempt.number < attemptsMax && fault.code !== 'bad-arguments';
  if (mayTryAgain && repeatable(attempt.receipts)) {
    return { next: 'again', pauseMs: firstPauseMs * 2 ** (attempt.number - 1) };
  }
  return { next: 'end', status: 'failed' };
}
