import type { Delivery } from '../../../shared/engine-act.ts';
import { attempt, raise } from '../../../shared/faults.ts';
import { within } from '../driver/deadline.ts';
import type { CallContext, Page, Point, ResolvedTarget } from '../page.ts';
import { askEngine, pause } from './ask-engine.ts';
import { type Modifier, modifierMask } from './key-table.ts';
import { type Arrival, withProof } from './proof.ts';

// Trusted mouse input at a target.

export { withProof };

export type Press = {
  readonly button: 'left' | 'middle' | 'right';
  readonly count: number;
  readonly modifiers: readonly Modifier[];
};

export const leftClick: Press = { button: 'left', count: 1, modifiers: [] };

/** How long word of a press may take once the browser says that it is through. */
const wordMs = 150;
/** How long a button is held while the page leaves. */
const leavingMs = 1_000;
const leavingPollMs = 20;
const buttonBits = { left: 1, right: 2, middle: 4 } as const;

/** Where a target gets events, in the page's viewport; raises when it has no such point. */
export async function rootPointOf(page: Page, target: ResolvedTarget): Promise<Point> {
  if (target.point === null) {
    return raise('not-actionable', 'The target has no point that gets events.', 'Take a new snapshot.');
  }
  return page.toRoot(target.description.frame.id, target.point);
}

/**
 * Presses and releases a mouse button at a target, and proves that the press arrived there. The pointer's way
 * is not waited for: a move is answered with the next frame, and the press after it takes it along. A target
 * that moves under the press is let go where it is then. `onThrough` is called when the browser has worked all of it off.
 */
export async function clickTarget(
  page: Page,
  target: ResolvedTarget,
  press: Press,
  context: CallContext,
  onThrough: () => void = () => undefined,
): Promise<Arrival> {
  const at = await rootPointOf(page, target);
  const frameId = target.description.frame.id;
  const { button, count } = press;
  const modifiers = modifierMask(press.modifiers);
  const buttons = buttonBits[button];
  const mouse = (type: string, { x, y }: Point, more: Readonly<Record<string, unknown>>) =>
    page.send('Input.dispatchMouseEvent', { x, y, modifiers, pointerType: 'mouse', type, ...more });
  const send = async (seen: Promise<Delivery | null>): Promise<void> => {
    const moved = mouse('mouseMoved', at, { button: 'none', buttons: 0 });
    moved.catch(() => undefined);
    const pressed = mouse('mousePressed', at, { button, clickCount: 1, buttons });
    const askActive = () => askEngine(page, frameId, 'delivery_active', {}, context.deadline);
    const delivery = await firstOf(seen, pressed, askActive, page);
    // Let go under a page that has set out already, the press would set out a second time.
    if (delivery?.leaving === true) await untilLeft(page, frameId, context.deadline);
    const moveTo = delivery?.release ?? null;
    const to = moveTo === null ? at : await page.toRoot(frameId, moveTo);
    const rest = [pressed];
    if (moveTo !== null) rest.push(mouse('mouseMoved', to, { button, buttons }));
    rest.push(mouse('mouseReleased', to, { button, clickCount: 1, buttons: 0 }));
    for (let clickCount = 2; clickCount <= count; clickCount++) {
      rest.push(mouse('mousePressed', to, { button, clickCount, buttons }));
      rest.push(mouse('mouseReleased', to, { button, clickCount, buttons: 0 }));
    }
    await Promise.all(rest);
    onThrough();
  };
  return withProof(page, target, 'mouse', context.deadline, send, frameId, { presses: count });
}

/** Waits until the document has gone, for a while: a server may take its time, and a page may think better of it. */
async function untilLeft(page: Page, frameId: number, deadline: number): Promise<void> {
  for (const end = Math.min(deadline, Date.now() + leavingMs); Date.now() < end; ) {
    const there = await attempt(() => askEngine(page, frameId, 'delivery_active', {}, end));
    if (!there.ok || page.dialog() !== null) return;
    await pause(leavingPollMs);
  }
}

/**
 * What was seen of the press. Where the browser says that it is through and no word has come, the page may have kept its
 * events from us: then the browser's own state of the target is asked for.
 */
async function firstOf(
  seen: Promise<Delivery | null>,
  pressed: Promise<unknown>,
  askActive: () => Promise<unknown>,
  page: Page,
): Promise<Delivery | null> {
  const throughAndSilent = async (): Promise<Delivery | null> => {
    await pressed;
    if (page.dialog() !== null) return null;
    const word = await within(seen, wordMs, null);
    if (word !== null || page.dialog() !== null) return word;
    await attempt(askActive);
    return within(seen, wordMs, null);
  };
  return Promise.race([seen, throughAndSilent()]);
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
