import type { RunView } from '../../shared/run.ts';
import type { BrowserSessions } from '../browser/sessions.ts';

const releaseMs = 10_000;

/**
 * Lets the browser go of what it held for a run. Pages that a finished run opened are closed; after any other end they stay, so
 * that the person can see where it stopped. A browser that is gone holds nothing.
 */
export async function releasePages(sessions: BrowserSessions, run: RunView): Promise<void> {
  const session = sessions.pick(run.profile);
  if (!session.ok) return;
  await session.value.call(
    'run.release',
    { caller_id: run.run_id, close_pages: run.status === 'succeeded' },
    { timeoutMs: releaseMs },
  );
}
