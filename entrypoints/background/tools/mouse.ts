import type { Named } from '../../../shared/engine-methods.ts';
import { type Fault, FaultError, fault, raise } from '../../../shared/faults.ts';
import type { CallContext, Page, Point, ResolvedTarget } from '../page.ts';
import { askEngine, numberOfRef, withPrefix } from './ask-engine.ts';
import { type Modifier, modifierMask } from './key-table.ts';

export type Press = {
  readonly button: 'left' | 'middle' | 'right';
  readonly count: number;
  readonly modifiers: readonly Modifier[];
};

export const leftClick: Press = { button: 'left', count: 1, modifiers: [] };

/**
 * How an input event ended: seen at the target, not seen there, or cut short by a dialog that it opened.
 */
export type Arrival = { readonly delivered: boolean; readonly dialog: boolean; readonly left: boolean };

/** How long to wait for word that an event arrived, once it was sent. */
const proofMs = 1_000;
const buttonBits = { left: 1, right: 2, middle: 4 } as const;

/** Where a target gets events, in the page's viewport; raises when it has no such point. */
export async function rootPointOf(page: Page, target: ResolvedTarget): Promise<Point> {
  if (target.point === null) {
    return raise('not-actionable', 'The target has no point that gets events.', 'Take a new snapshot.');
  }
  return page.toRoot(target.description.frame.id, target.point);
}

/** Presses and releases a mouse button at a target, and proves that the press arrived there. */
export async function clickTarget(
  page: Page,
  target: ResolvedTarget,
  press: Press,
  context: CallContext,
): Promise<Arrival> {
  const at = await rootPointOf(page, target);
  const modifiers = modifierMask(press.modifiers);
  return withProof(page, target, 'mouse', context.deadline, async () => {
    const mouse = { x: at.x, y: at.y, modifiers, pointerType: 'mouse' };
    await page.send('Input.dispatchMouseEvent', { ...mouse, type: 'mouseMoved', button: 'none', buttons: 0 });
    for (let clickCount = 1; clickCount <= press.count; clickCount++) {
      const button = { button: press.button, clickCount };
      const buttons = buttonBits[press.button];
      await page.send('Input.dispatchMouseEvent', { ...mouse, ...button, type: 'mousePressed', buttons });
      await page.send('Input.dispatchMouseEvent', { ...mouse, ...button, type: 'mouseReleased', buttons: 0 });
    }
  });
}

/** Moves the pointer over a target, from a point beside it, so that it always moves. */
export async function movePointer(
  page: Page,
  target: ResolvedTarget,
  context: CallContext,
): Promise<Arrival> {
  const at = await rootPointOf(page, target);
  return withProof(page, target, 'move', context.deadline, async () => {
    const mouse = { type: 'mouseMoved', button: 'none', buttons: 0, pointerType: 'mouse' };
    await page.send('Input.dispatchMouseEvent', { ...mouse, x: Math.max(0, at.x - 1), y: at.y });
    await page.send('Input.dispatchMouseEvent', { ...mouse, x: at.x, y: at.y });
  });
}

/**
 * Sends input under a watch in the target's frame. A dialog that the input opens ends it early and is no
 * failure. If the event went to another element it was stopped there, and that is a fault: nothing was
 * done.
 */
export async function withProof(
  page: Page,
  target: { readonly description: ResolvedTarget['description'] } | null,
  kind: 'mouse' | 'move' | 'key' | 'text',
  deadline: number,
  send: () => Promise<void>,
  frameId: number = target?.description.frame.id ?? 0,
): Promise<Arrival> {
  refuseUnderDialog(page);
  const ref = target === null ? null : numberOfRef(target.description.ref);
  const timeout_ms = Math.max(1, Math.min(deadline - Date.now(), 30_000));
  await askEngine(page, frameId, 'delivery_arm', { ref, kind, timeout_ms }, deadline);
  // Asked for before the input is sent, so that the answer is out before a navigation takes the frame away.
  const proof = askEngine(page, frameId, 'delivery', {}, deadline).then(
    (seen) => ({ seen, lost: null }),
    (error: unknown) => ({ seen: null, lost: lostFault(error) }),
  );
  const dialog = await endsInDialog(send);
  const first = await Promise.race([proof, dialog ? soon(50) : soon(proofMs)]);
  const lost = first?.lost ?? null;
  const opened = dialog || page.dialog() !== null || lost?.code === 'dialog-open';
  if (!opened && lost === null) await endWatch(page, frameId, deadline);
  if (first?.seen?.stray != null) throw new FaultError(strayFault(withPrefix(frameId, first.seen.stray)));
  const left = lost !== null && (lost.code === 'stale-ref' || lost.code === 'no-page');
  // The point was checked one call ago, and the document left or a dialog opened in answer: the input did
  // arrive.
  return { delivered: first?.seen?.delivered ?? (opened || left), dialog: opened, left };
}

export function refuseUnderDialog(page: Page): void {
  if (page.dialog() === null) return;
  raise(
    'dialog-open',
    'A dialog of the page is open, so no input reaches it.',
    'Answer it with handle_dialog first.',
  );
}

function soon(ms: number): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), ms));
}

function lostFault(error: unknown): Fault {
  if (error instanceof FaultError) return error.fault;
  throw error;
}

export async function endsInDialog(send: () => Promise<void>): Promise<boolean> {
  try {
    await send();
    return false;
  } catch (error) {
    if (error instanceof FaultError && error.fault.code === 'dialog-open') return true;
    throw error;
  }
}

/** The frame may be gone by now, which ends the watch as well. */
async function endWatch(page: Page, frameId: number, deadline: number): Promise<void> {
  try {
    await askEngine(page, frameId, 'delivery_end', {}, Math.min(deadline, Date.now() + proofMs));
  } catch (error) {
    if (!(error instanceof FaultError)) throw error;
  }
}

export function strayFault(stray: Named): Fault {
  return fault(
    'covered',
    `The input went to another element, ref=${stray.ref} (${stray.role}), and was stopped there. ` +
      `Nothing was done.`,
    'The page changed under the pointer. Take a new snapshot and try again.',
    { stray },
  );
}
