import { attempt, type Fault, FaultError } from '../../../shared/faults.ts';
import { saysLocked } from './cdp-errors.ts';
import { pause } from './deadline.ts';
import { type Debuggee, lockedPollMs } from './debuggee.ts';

/** Attaches; where another extension's frame locks the page, as soon as it is gone, `patienceMs` later at most. */
export async function untilAttached(
  debuggee: Pick<Debuggee, 'ensureAttached'>,
  patienceMs: number,
): Promise<void> {
  for (const end = Date.now() + patienceMs; ; ) {
    const attached = await attempt(() => debuggee.ensureAttached());
    if (attached.ok) return;
    if (!isLocked(attached.fault) || Date.now() >= end) throw new FaultError(attached.fault);
    await pause(lockedPollMs);
  }
}

function isLocked({ code, detail }: Fault): boolean {
  return code === 'attach-refused' && saysLocked(String(detail?.['browser_said'] ?? ''));
}
