import type { Fault } from '../../shared/faults.ts';

/** What kept one attempt at a model from its answer, and whether another attempt may go better. */
export class ServerTrouble extends Error {
  readonly fault: Fault;
  /** Another attempt makes sense: overload, a broken connection, a server that is still loading. */
  readonly again: boolean;
  /** Milliseconds that the server asked to wait before it; null: it said nothing. */
  readonly waitMs: number | null;

  constructor(fault: Fault, { again, waitMs = null }: { again: boolean; waitMs?: number | null }) {
    super(`${fault.code}: ${fault.message}`);
    this.fault = fault;
    this.again = again;
    this.waitMs = waitMs;
  }
}
