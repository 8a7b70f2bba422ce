import type { RunView } from '../../shared/run.ts';
import { pictureFailedJob } from './failure-picture.ts';
import type { Parts } from './parts.ts';
import { releasePages } from './release-pages.ts';

type Needed = Pick<Parts, 'pauses' | 'budgets' | 'leases' | 'gate' | 'database' | 'sessions'>;

/** What is done once a run has ended: a failed job is pictured, then its pages are let go, and nothing more is kept of it. */
export function leaveRun(
  { pauses, budgets, leases, gate, database, sessions }: Needed,
  runsFolder: string,
  run: RunView,
  onFault: (what: string, cause: unknown) => void,
): void {
  pauses.forget(run.run_id);
  budgets.forget(run.run_id);
  leases.release(run.run_id);
  void pictureFailedJob({ gate, database, runsFolder }, run)
    .catch((error: unknown) => onFault('A failed job has no picture.', error))
    .finally(() => {
      gate.forget(run.run_id);
      void releasePages(sessions, run);
    });
}
