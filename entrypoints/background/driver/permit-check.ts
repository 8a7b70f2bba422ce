import type { PageInfo, TargetDescription } from '../../../shared/actions.ts';
import { type Fault, fault } from '../../../shared/faults.ts';
import type { Permit } from '../../../shared/protocol/browser-messages.ts';

// A permit names exactly one act. Each check gives the mismatch, or null. A mismatch means that nothing has
// happened.

/** What can be compared without looking at the page. */
export function permitMismatch(
  permit: Permit,
  call: { readonly tool: string; readonly argsHash: string; readonly now: number },
): Fault | null {
  if (permit.tool !== call.tool) return mismatch('The permit is for another tool.', {});
  if (permit.args_hash !== call.argsHash) return mismatch('The permit is for other arguments.', {});
  if (call.now >= permit.expires_at) return mismatch('The permit has expired.', { expired: true });
  return null;
}

/** Whether page and targets, as found just now, are still those that were judged. */
export function placeMismatch(
  permit: Permit,
  page: PageInfo | null,
  targets: readonly TargetDescription[],
): Fault | null {
  if (permit.page !== (page?.page ?? null)) return mismatch('The permit is for another page.', {});
  const found = { origin: page?.origin ?? null, url: page?.url ?? null };
  if (permit.document_id !== (page?.document_id ?? null)) {
    return mismatch('The page has gone to another document since it was looked at.', found);
  }
  if (permit.origin !== (page?.origin ?? null)) {
    return mismatch('The page is at another site than the permit says.', found);
  }
  if (permit.targets.length !== targets.length) {
    return mismatch('The permit is for other targets.', { targets: targets.length });
  }
  for (const [index, target] of targets.entries()) {
    const problem = targetMismatch(permit.targets[index], target);
    if (problem !== null) return problem;
  }
  return null;
}

function targetMismatch(
  permitted: Permit['targets'][number] | undefined,
  target: TargetDescription,
): Fault | null {
  const { ref, fingerprint, frame } = target;
  if (permitted?.frame_document_id !== frame.document_id || permitted.frame_origin !== frame.origin) {
    return mismatch('The frame of the target has gone to another document since it was looked at.', {
      origin: frame.origin,
      url: frame.url,
    });
  }
  if (permitted.ref !== ref || permitted.fingerprint !== fingerprint) {
    return mismatch('The target has changed since it was looked at.', { ref });
  }
  return null;
}

export function mismatch(message: string, detail: NonNullable<Fault['detail']>): Fault {
  return fault('permit-mismatch', message, 'Nothing has happened. Look again and propose again.', detail);
}
