import type { DeliveryKind, Named } from '../../shared/engine-methods.ts';
import { focusedElement, isInside, shadowRootOf } from './flat-tree.ts';
import { deepestAt, reaches } from './hit-test.ts';
import { named } from './refs.ts';
import { isEditableRegion } from './roles.ts';

// Proof that an input event arrived where it was meant to. A listener on the window, ahead of the page's
// own on elements, sees the trusted event: at the target it lets it pass and reports; anywhere else it
// stops the event and reports that.

const firstEvents = {
  mouse: ['pointerdown', 'mousedown'],
  move: ['pointermove', 'mousemove'],
  key: ['keydown'],
  text: ['beforeinput'],
} as const;
const presses = [
  'pointerdown',
  'mousedown',
  'pointerup',
  'mouseup',
  'click',
  'auxclick',
  'dblclick',
  'contextmenu',
];
const typing = ['keydown', 'keypress', 'beforeinput', 'input', 'keyup'];

type Delivered = { readonly delivered: boolean; readonly stray: Named | null };

const nothingSeen: Delivered = { delivered: false, stray: null };
let seenNow: Delivered = nothingSeen;
let disarm: () => void = () => undefined;
let outcome: Promise<Delivered> = Promise.resolve(nothingSeen);

/**
 * Watches for the first trusted event of a kind, at most `timeoutMs`; without a target any element will do.
 * A stray press or key is swallowed together with what follows it; a stray move is not, others move
 * pointers too.
 */
export function armDelivery(target: Element | null, kind: DeliveryKind, timeoutMs: number): void {
  disarm();
  seenNow = nothingSeen;
  outcome = new Promise((resolve) => {
    let verdict: Delivered | null = null;
    const settle = (result: Delivered): void => {
      verdict ??= result;
      seenNow = verdict;
      resolve(verdict);
    };
    const types = kind === 'mouse' ? presses : kind === 'move' ? firstEvents.move : typing;
    const listener = (event: Event): void => {
      if (!event.isTrusted) return;
      if (verdict === null && firstEvents[kind].some((type) => type === event.type)) {
        const hit = innermostOf(event);
        if (target === null || (hit !== null && arrives(hit, target, kind)))
          settle({ delivered: true, stray: null });
        else if (kind !== 'move') settle({ delivered: false, stray: hit === null ? null : named(hit) });
      }
      if (verdict?.delivered === false) {
        event.stopImmediatePropagation();
        event.preventDefault();
      }
    };
    for (const type of types) addEventListener(type, listener, { capture: true, passive: false });
    const timer = setTimeout(() => finish(), timeoutMs);
    const finish = (): void => {
      clearTimeout(timer);
      for (const type of types) removeEventListener(type, listener, { capture: true });
      settle(nothingSeen);
    };
    disarm = finish;
  });
}

/** What became of the event that is watched for. */
export function deliveryOutcome(): Promise<Delivered> {
  return outcome;
}

/** The same as far as it is known now, without waiting. */
export function deliveryNow(): Delivered {
  return seenNow;
}

/** Ends the watch; events of the person pass untouched from here on. */
export function endDelivery(): void {
  disarm();
  disarm = () => undefined;
}

/**
 * Events from a closed shadow root show their host alone; what is inside is found by place, or by the
 * focus.
 */
function innermostOf(event: Event): Element | null {
  const target = event.composedPath()[0];
  if (!(target instanceof Element)) return null;
  if (shadowRootOf(target) === null) return target;
  const inner =
    event instanceof MouseEvent ? deepestAt({ x: event.clientX, y: event.clientY }) : focusedElement();
  return inner !== null && isInside(inner, target) ? inner : target;
}

/** Keys go to the element that has the focus, which may be the editable region around the target. */
function arrives(hit: Element, target: Element, kind: DeliveryKind): boolean {
  if (reaches(hit, target)) return true;
  if (kind !== 'key' && kind !== 'text') return false;
  return isInside(hit, target) || (isInside(target, hit) && isEditableRegion(hit));
}
