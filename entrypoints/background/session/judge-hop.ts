import { FaultError } from '../../../shared/faults.ts';
import type { HopGuardParts } from '../driver/hop-guard.ts';
import type { HostConnection } from './host-connection.ts';

/** Longest wait for the word on one address; a worker that has just been born gets its line in this time, too. */
const waitMs = 10_000;
const pollMs = 50;

/** Asks the authority whether a page may go where it leads. Rejects where there is no word. */
export function hopAsker(
  host: () => Pick<HostConnection, 'call'>,
  limits: { readonly waitMs: number } = { waitMs },
): HopGuardParts['ask'] {
  return async (asked) => {
    const end = Date.now() + limits.waitMs;
    for (;;) {
      const judged = await host().call('hop.judge', asked, { timeoutMs: limits.waitMs });
      if (judged.ok) return judged.value;
      if (judged.fault.code !== 'browser-gone' || Date.now() >= end) throw new FaultError(judged.fault);
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
  };
}
