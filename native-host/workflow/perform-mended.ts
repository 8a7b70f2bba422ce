import type { FaultCode } from '../../shared/faults.ts';
import type { Receipt } from '../../shared/receipt.ts';
import { endingOf, repeatable } from './after-failure.ts';
import { type Means, type Performed, performStep, type StepWork } from './perform-step.ts';
import { repairStep } from './repair/repair-step.ts';

// What another selector can mend.
const mendable: ReadonlySet<FaultCode> = new Set<FaultCode>([
  'not-found',
  'ambiguous',
  'timeout',
  'not-actionable',
  'covered',
  'stale-ref',
]);

/** One attempt of one step; where it fails, says `repair`, and nothing that it did is in doubt, it is mended by a model. */
export async function performMended(work: StepWork, means: Means): Promise<Performed> {
  const performed = await performStep(work, means);
  const { result, receipts, acts = [] } = performed;
  if (result.ok || work.step.on_failure !== 'repair') return performed;
  const { fault } = result;
  if (!mendable.has(fault.code) || endingOf(fault) !== null || !settled(receipts)) return performed;
  const mended = await repairStep(work, { fault, acts }, means);
  return { ...performed, result: mended.result };
}

/** Whether it is known of every act of an attempt whether it was done. */
function settled(receipts: readonly Receipt[]): boolean {
  return receipts.every((receipt) => receipt.fault === null || repeatable([receipt]));
}
