import type { Delivery, DeliveryEnd, DeliveryKind } from '../../../shared/engine-act.ts';
import type { Named } from '../../../shared/engine-methods.ts';
import { attempt, type Fault, FaultError, fault } from '../../../shared/faults.ts';
import { raiseDialogOpen } from '../driver/dialogs.ts';
import type { Page, ResolvedTarget } from '../page.ts';
import { askEngine, numberOfRef, withPrefix } from './ask-engine.ts';

// Input under a watch in the target's frame: whether it arrived, and where it went if it did not.

/**
 * How an input event ended: seen at the target, not seen there, or cut short by a dialog that it opened.
 */
export type Arrival = {
  readonly delivered: boolean;
  readonly dialog: boolean;
  readonly left: boolean;
  /** What the watch saw to its end; null where the frame could not tell any more. */
  readonly end: DeliveryEnd | null;
};

/** How long to wait for word that an event arrived, once it was sent. */
const proofMs = 1_000;

type Proof = { readonly seen: Delivery | null; readonly lost: Fault | null };

/**
 * Sends input under a watch in the target's frame. A dialog that the input opens ends it early and is no
 * failure. If the event went to another element it was stopped there, and that is a fault: nothing was
 * done.
 */
export async function withProof(
  page: Page,
  target: { readonly description: ResolvedTarget['description'] } | null,
  kind: DeliveryKind,
  deadline: number,
  send: (seen: Promise<Delivery | null>) => Promise<void>,
  frameId: number = target?.description.frame.id ?? 0,
  { presses = 1, strict = false }: { readonly presses?: number; readonly strict?: boolean } = {},
): Promise<Arrival> {
  refuseUnderDialog(page);
  const ref = target === null ? null : numberOfRef(target.description.ref);
  const timeout_ms = Math.max(1, Math.min(deadline - Date.now(), 30_000));
  const [endOthers] = await Promise.all([
    page.guardOthers(frameId),
    askEngine(page, frameId, 'delivery_arm', { ref, kind, timeout_ms, presses, strict }, deadline),
  ]);
  // Asked for before the input is sent, so that the answer is out before a navigation takes the frame away.
  const proof: Promise<Proof> = askEngine(page, frameId, 'delivery', {}, deadline).then(
    (seen) => ({ seen, lost: null }),
    (error: unknown) => ({ seen: null, lost: lostFault(error) }),
  );
  const word =
    kind === 'mouse'
      ? askEngine(page, frameId, 'delivery_word', {}, deadline).then(
          ({ holds }) => holds,
          () => null,
        )
      : Promise.resolve(null);
  const dialog = await endsInDialog(() => send(proof.then(({ seen }) => seen)), proof);
  const first = await Promise.race([proof, soon(dialog ? 50 : proofMs)]);
  const lost = first?.lost ?? null;
  const opened = dialog || page.dialog() !== null || lost?.code === 'dialog-open';
  const [end, strayFrame] = await Promise.all([
    !opened && lost === null ? endWatch(page, frameId, deadline) : null,
    endOthers(),
  ]);
  if (first?.seen?.stray != null) throw new FaultError(strayFault(withPrefix(frameId, first.seen.stray)));
  if (strayFrame !== null) throw new FaultError(strayFrameFault(strayFrame, first?.seen?.delivered === true));
  if (end?.stray != null) throw new FaultError(strayFault(withPrefix(frameId, end.stray), true));
  const left = lost !== null && (lost.code === 'stale-ref' || lost.code === 'no-page');
  // The point was checked one call ago, and the document left or a dialog opened in answer: the input did
  // arrive.
  // A page that left or asks something may not have told all; what its guard said at once stands.
  const delivered = first?.seen?.delivered ?? (await Promise.race([word, soon(0)])) ?? false;
  return { delivered, dialog: opened, left, end };
}

export function refuseUnderDialog(page: Page): void {
  const dialog = page.dialog();
  if (dialog !== null) raiseDialogOpen(dialog);
}

function soon(ms: number): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), ms));
}

function lostFault(error: unknown): Fault {
  if (error instanceof FaultError) return error.fault;
  throw error;
}

/** Sends; true if a dialog opened in answer. */
export async function endsInDialog(
  send: () => Promise<void>,
  proof: Promise<Proof> = Promise.resolve({ seen: null, lost: null }),
): Promise<boolean> {
  try {
    await send();
    return false;
  } catch (error) {
    if (!(error instanceof FaultError)) throw error;
    if (error.fault.code === 'dialog-open') return true;
    const arrived = (await Promise.race([proof, soon(0)]))?.seen?.delivered === true;
    if (error.fault.code === 'timeout') throw new FaultError(silentFault(arrived));
    if (!arrived) throw error;
    const { message, detail } = error.fault;
    throw new FaultError({
      ...error.fault,
      message: `The input arrived, and was cut off before its end. ${message}`,
      detail: { ...detail, sent: true, delivered: true },
    });
  }
}

/** The browser has the input, and the page has not said that it worked it off. */
function silentFault(arrived: boolean): Fault {
  const what = arrived ? 'The input arrived' : 'The input was sent';
  return fault(
    'timeout',
    `${what}, and the page does not answer since: its script is busy. It may still take effect.`,
    'Wait, then look at the page before anything else; the input is not sent again by itself.',
    { sent: true, delivered: arrived },
  );
}

/** The frame may be gone by now, which ends the watch as well. */
async function endWatch(page: Page, frameId: number, deadline: number): Promise<DeliveryEnd | null> {
  try {
    return await askEngine(page, frameId, 'delivery_end', {}, Math.min(deadline, Date.now() + proofMs));
  } catch (error) {
    if (!(error instanceof FaultError)) throw error;
    return null;
  }
}

/** Whether the document that came meanwhile got the input instead, and stopped it. */
export async function stoppedAtBirth(page: Page, frameId: number): Promise<boolean> {
  const asked = await attempt(() => askEngine(page, frameId, 'newborn_stopped', {}, Date.now() + proofMs));
  return asked.ok && asked.value.holds;
}

export function strayFrameFault({ url, tag }: { url: string; tag: string }, begun: boolean): Fault {
  return fault(
    'covered',
    `The input went to another frame (${tag}, ${url.slice(0, 200)}) and was stopped there. ${doneWords(begun)}`,
    'The page changed under the pointer, or moved the focus. Take a new snapshot and try again.',
    { stray_frame: url.slice(0, 500), delivered: begun },
  );
}

function doneWords(begun: boolean): string {
  return begun ? 'The target got the beginning of it.' : 'Nothing was done.';
}

export function strayFault(stray: Named, begun = false): Fault {
  return fault(
    'covered',
    `The input went to another element, ref=${stray.ref} (${stray.role}), and was stopped there. ` +
      doneWords(begun),
    'The page changed under the pointer. Take a new snapshot and try again.',
    { stray, delivered: begun },
  );
}
