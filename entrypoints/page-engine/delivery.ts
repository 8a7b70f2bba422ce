import type { DeliveryEnd, DeliveryKind } from '../../shared/engine-act.ts';
import type { Named, Spot } from '../../shared/engine-methods.ts';
import { enterPhase } from './changes.ts';
import { focusedElement, isInside, shadowRootOf } from './flat-tree.ts';
import { deepestAt, reaches } from './hit-test.ts';
import { isConnected, matches } from './natives.ts';
import { pointNow, stillReaches } from './reachable-point.ts';
import { lookUp, named, refOf } from './refs.ts';
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
const clicks = ['click', 'auxclick', 'contextmenu'];
const releases = ['pointerup', 'mouseup'];
const presses = ['pointerdown', 'mousedown', 'dblclick', ...releases, ...clicks];
const typing = ['keydown', 'keypress', 'beforeinput', 'input', 'keyup'];

type Delivered = {
  readonly delivered: boolean;
  readonly stray: Named | null;
  readonly release: Spot | null;
  readonly leaving: boolean;
};

const nothingSeen: Delivered = { delivered: false, stray: null, release: null, leaving: false };

/** What is watched for, and what was seen of it. */
class Watched {
  #target: Element | null;
  readonly kind: DeliveryKind;
  readonly pressesDue: number;
  /** A click was seen, or press and release at the target: then the browser makes one, whoever keeps it back. */
  clicked = false;
  verdict: Delivered | null = null;
  #stopping = false;
  #proven = 0;
  /** Trusted events by type: all of them, and those that met the target. */
  readonly #seen = new Map<string, { all: number; met: number }>();
  readonly #onFirst: (seen: Delivered, at: Spot | null) => void;

  constructor(
    target: Element | null,
    kind: DeliveryKind,
    pressesDue: number,
    onFirst: (seen: Delivered, at: Spot | null) => void,
  ) {
    this.#target = target;
    this.kind = kind;
    this.pressesDue = pressesDue;
    this.#onFirst = onFirst;
  }

  get target(): Element | null {
    return this.#target;
  }

  readonly see = (event: Event): void => {
    if (!event.isTrusted) return;
    enterPhase('handling', event);
    soon(() => enterPhase('after'));
    const isFirst = firstEvents[this.kind].some((type) => type === event.type);
    const isLast = clicks.includes(event.type) || releases.includes(event.type);
    if (isFirst || isLast) this.#judge(event, isFirst);
    if (!this.#stopping) return;
    event.stopImmediatePropagation();
    event.preventDefault();
  };

  /** A press shows as two events, of which a page can keep back the second. */
  get presses(): number {
    return Math.max(this.#proven, ...firstEvents.mouse.map((type) => this.#seen.get(type)?.met ?? 0));
  }

  /** A page whose own listeners came first can keep all events from this one; the browser's state remains. */
  provePressed(): boolean {
    const pressed = this.verdict === null && this.target !== null && matches(this.target, ':active');
    if (!pressed) return false;
    this.#proven = 1;
    this.clicked = true;
    this.verdict = { ...nothingSeen, delivered: true };
    this.#onFirst(this.verdict, null);
    return true;
  }

  #judge(event: Event, isFirst: boolean): void {
    const hit = innermostOf(event);
    // The pointer alone made some pages draw the target anew; what took its place is what was meant.
    if (isFirst && this.verdict === null && this.#target !== null && !isConnected(this.#target)) {
      this.#target = successorOf(this.#target);
    }
    const arrived = this.target === null || (hit !== null && arrives(hit, this.target, this.kind));
    if (!isFirst) {
      if (arrived && this.presses > 0) this.clicked = true;
      return;
    }
    const { all, met } = this.#seen.get(event.type) ?? { all: 0, met: 0 };
    this.#seen.set(event.type, { all: all + 1, met: met + (arrived ? 1 : 0) });
    // Pointers are moved by others, too: a stray move decides nothing and is not stopped.
    if (this.kind === 'move' && !arrived) return;
    if (this.verdict === null) {
      this.verdict = {
        ...nothingSeen,
        delivered: arrived,
        stray: arrived || hit === null ? null : named(hit),
      };
      this.#onFirst(
        this.verdict,
        event instanceof MouseEvent ? { x: event.clientX, y: event.clientY } : null,
      );
    }
    // Of a double click, too, no press may meet anything but the target.
    if (!this.verdict.delivered || all < this.pressesDue) this.#stopping = !arrived;
  }
}

/** The element that the ref of a lost one passed on to; the lost one itself where it passed on to none. */
function successorOf(lost: Element): Element {
  const found = lookUp(Number(refOf(lost).slice(1)));
  return found.state === 'found' ? found.element : lost;
}

/** Runs `work` once what is being handled now is over; sooner than a timer would. */
function soon(work: () => void): void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    work();
  };
  port2.postMessage(null);
}

let watched: Watched | null = null;
let disarm: () => void = () => undefined;
let outcome: Promise<Delivered> = Promise.resolve(nothingSeen);

/**
 * Watches for the first trusted event of a kind, at most `timeoutMs`; without a target any element will do.
 * A stray press or key is swallowed together with what follows it.
 */
export function armDelivery(
  target: Element | null,
  kind: DeliveryKind,
  timeoutMs: number,
  pressesDue = 1,
): void {
  disarm();
  let leaving = false;
  const onNavigate = (event: NavigateEvent): void => {
    leaving ||= !event.hashChange && event.downloadRequest === null && !event.destination.sameDocument;
  };
  outcome = new Promise((resolve) => {
    const watch = new Watched(target, kind, pressesDue, (seen, at) => {
      // By then the page's own listeners have run, and a target that they moved has moved.
      const release = (): Spot | null => releaseFor(watch.target, seen, at);
      if (kind === 'mouse') soon(() => resolve({ ...seen, release: release(), leaving }));
      else resolve(seen);
    });
    const types = kind === 'mouse' ? presses : kind === 'move' ? firstEvents.move : typing;
    for (const type of types) addEventListener(type, watch.see, { capture: true, passive: false });
    globalThis.navigation?.addEventListener('navigate', onNavigate);
    const finish = (): void => {
      clearTimeout(timer);
      globalThis.navigation?.removeEventListener('navigate', onNavigate);
      for (const type of types) removeEventListener(type, watch.see, { capture: true });
      if (watch.verdict === null) resolve(nothingSeen);
    };
    const timer = setTimeout(finish, timeoutMs);
    watched = watch;
    disarm = finish;
  });
}

/**
 * Where to let go so that press and release meet the same element. A page that moves the target under the
 * press, as a message that appears when a field loses the focus does, would otherwise see no click.
 */
function releaseFor(target: Element | null, seen: Delivered, at: Spot | null): Spot | null {
  if (target === null || at === null || !seen.delivered || !isConnected(target)) return null;
  return stillReaches(target, at) ? null : pointNow(target);
}

/** What became of the event that is watched for. */
export function deliveryOutcome(): Promise<Delivered> {
  return outcome;
}

/** Takes the browser's own word that the target is pressed, where no event of it was seen. */
export function provePressed(): boolean {
  return watched?.provePressed() ?? false;
}

/** The same as far as it is known now, without waiting. */
export function deliveryNow(): Delivered {
  return watched?.verdict ?? nothingSeen;
}

/** Ends the watch; events of the person pass untouched from here on. */
export function endDelivery(): DeliveryEnd {
  disarm();
  disarm = () => undefined;
  const watch = watched;
  watched = null;
  if (watch === null) return { holds: true, presses: 0, clicked: false, attached: false, redrawn: false };
  const { target, presses, clicked } = watch;
  const attached = target === null || isConnected(target);
  const redrawn = !attached && !clicked && lookUp(Number(refOf(target).slice(1))).state === 'found';
  return { holds: true, presses, clicked, attached, redrawn };
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
