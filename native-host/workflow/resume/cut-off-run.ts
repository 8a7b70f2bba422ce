import { type Fault, fault } from '../../../shared/faults.ts';
import type { Receipt } from '../../../shared/receipt.ts';
import type { RunEvent } from '../../../shared/run.ts';

/** An act of a run as the ledger has it; what only read is not among them. */
export type DoneAct = {
  readonly step_id: string;
  /** Null: the ledger has it in a shortened form, which tells that it happened and no more. */
  readonly receipt: Receipt | null;
  /** What a person found out about an act whose outcome was not known. */
  readonly finding: 'applied' | 'not_applied' | 'compensated' | null;
};

/** A run that was cut off: its story as it was written down, and what it did. */
export type CutOffRun = {
  readonly run_id: string;
  readonly events: readonly RunEvent[];
  readonly acts: readonly DoneAct[];
  /** Acts that it and the runs that it goes on from have begun, navigations among them. */
  readonly acted: number;
};

/** Why a run cannot go on; it can always be done anew. */
export function cannotGoOn(message: string, hint = 'Look at the site, and run the template anew.'): Fault {
  return fault('not-actionable', message, hint);
}
