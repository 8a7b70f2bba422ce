import type { DeliveryEnd, DeliveryKind } from '../../shared/engine-act.ts';
import type { Named, Spot } from '../../shared/engine-methods.ts';
import { pressEvents, typingEvents } from '../../shared/guarded-events.ts';
import { enterPhase } from './changes.ts';
import { askedFirst, liftNewborn } from './early-guard.ts';
import { focusedElement, isInside, shadowRootOf } from './flat-tree.ts';
import { deepestAt, reaches } from './hit-test.ts';
import { isConnected, matches } from './natives.ts';
import { pointNow, stillReaches } from './reachable-point.ts';
import { lookUp, named, refOf } from './refs.ts';
import { isEditableRegion } from './roles.ts';
import { controlAt, successorOf, takesText } from './stray-input.ts';

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
const typed: readonly string[] = ['keypress', 'beforeinput'];

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
  /** Nothing but the target may get any of the input, to its end. */
  readonly strict: boolean;
  /** A click was seen, or press and release at the target: then the browser makes one, whoever keeps it back. */
  clicked = false;
  verdict: Delivered | null = null;
  #stopping = false;
  #proven = 0;
  /** What got the key that is down. */
  #keyed: Element | null = null;
  /** An event that was judged before the page's listeners saw it, and is on its way. */
  #judged: string | null = null;
  /** Trusted events by type: all of them, and those that met the target. */
  readonly #seen = new Map<string, { all: number; met: number }>();
  readonly #onFirst: (seen: Delivered, at: Spot | null) => void;

  constructor(
    target: Element | null,
    kind: DeliveryKind,
    { pressesDue, strict }: { readonly pressesDue: number; readonly strict: boolean },
    onFirst: (seen: Delivered, at: Spot | null) => void,
  ) {
    this.#target = target;
    this.kind = kind;
    this.pressesDue = pressesDue;
    this.strict = strict;
    this.#onFirst = onFirst;
  }

  get target(): Element | null {
    return this.#target;
  }

  readonly see = (event: Event): void => {
    if (!event.isTrusted) return;
    enterPhase('handling', event);
    soon(() => enterPhase('after'));
    const known = this.#judged === event.type;
    this.#judged = null;
    if (known || !this.stops(event, event.type)) return;
    event.stopImmediatePropagation();
    event.preventDefault();
  };

  /** Asked ahead of the page's listeners, where the document was born with a guard. */
  readonly ask = (event: Event, type: string): boolean => {
    this.#judged = type;
    return this.stops(event, type);
  };

  stops(event: Event, type: string): boolean {
    const isFirst = firstEvents[this.kind].some((first) => first === type);
    const isLast = clicks.includes(type) || releases.includes(type);
    if (isFirst || isLast) this.#judge(event, type, isFirst);
    return this.#stopping || this.#isLateStray(event, type);
  }

  /**
   * Input that goes elsewhere after its beginning has met the target: the focus was taken, or something lies under the pointer
   * that was not there.
   */
  #isLateStray(event: Event, type: string): boolean {
    const { target, verdict, kind } = this;
    if (verdict === null || !verdict.delivered || kind === 'move') return false;
    const hit = innermostOf(event);
    if (hit === null) return false;
    if (type === 'keydown') this.#keyed = hit;
    const meant = typed.includes(type) && !this.strict ? this.#keyed : target;
    if (meant === null || arrives(hit, meant, kind)) return false;
    if (!isConnected(meant)) return this.#slipsUnder(hit, type, meant);
    const elsewhere = kind === 'mouse' && !isInside(meant, hit);
    const letGo = releases.includes(type) && controlAt(hit) !== null;
    const ofTarget = kind === 'mouse' ? elsewhere && (clicks.includes(type) || letGo) : this.strict;
    const ofKey = kind !== 'mouse' && typed.includes(type) && !takesText(hit);
    if (!ofTarget && !ofKey) return false;
    this.verdict = { ...verdict, stray: verdict.stray ?? named(hit) };
    return true;
  }

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

  /** The press took the target away: what lies there now may be the same drawn anew, or a control that nobody meant. */
  #slipsUnder(hit: Element, type: string, lost: Element): boolean {
    if (this.kind !== 'mouse' || ![...clicks, ...releases].includes(type)) return false;
    return controlAt(hit) !== null && !reaches(hit, successorOf(lost));
  }

  #judge(event: Event, type: string, isFirst: boolean): void {
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
    const { all, met } = this.#seen.get(type) ?? { all: 0, met: 0 };
    this.#seen.set(type, { all: all + 1, met: met + (arrived ? 1 : 0) });
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
let word: Promise<boolean> = Promise.resolve(false);

/**
 * Watches for the first trusted event of a kind, at most `timeoutMs`; without a target any element will do.
 * A stray press or key is swallowed together with what follows it.
 */
export function armDelivery(
  target: Element | null,
  kind: DeliveryKind,
  timeoutMs: number,
  pressesDue = 1,
  strict = false,
): void {
  disarm();
  let leaving = false;
  const onNavigate = (event: NavigateEvent): void => {
    leaving ||= !event.hashChange && event.downloadRequest === null && !event.destination.sameDocument;
  };
  liftNewborn();
  const first = Promise.withResolvers<boolean>();
  word = first.promise;
  outcome = new Promise((resolve) => {
    const watch = new Watched(target, kind, { pressesDue, strict }, (seen, at) => {
      first.resolve(seen.delivered);
      // By then the page's own listeners have run, and a target that they moved has moved.
      const release = (): Spot | null => releaseFor(watch.target, seen, at);
      if (kind === 'mouse') soon(() => resolve({ ...seen, release: release(), leaving }));
      else resolve(seen);
    });
    const types = kind === 'mouse' ? pressEvents : kind === 'move' ? firstEvents.move : typingEvents;
    const endAsking = kind === 'move' ? () => undefined : askedFirst(types, watch.ask);
    for (const type of types) addEventListener(type, watch.see, { capture: true, passive: false });
    globalThis.navigation?.addEventListener('navigate', onNavigate);
    const finish = (): void => {
      clearTimeout(timer);
      globalThis.navigation?.removeEventListener('navigate', onNavigate);
      endAsking();
      for (const type of types) removeEventListener(type, watch.see, { capture: true });
      first.resolve(false);
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

/** That it came, told at once: a page that asks something in answer says nothing more until it is answered. */
export function deliveryWord(): Promise<boolean> {
  return word;
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
  if (watch === null)
    return { holds: true, presses: 0, clicked: false, attached: false, redrawn: false, stray: null };
  const { target, presses, clicked } = watch;
  const stray = watch.verdict?.stray ?? null;
  const attached = target === null || isConnected(target);
  const redrawn = !attached && !clicked && lookUp(Number(refOf(target).slice(1))).state === 'found';
  return { holds: true, presses, clicked, attached, redrawn, stray };
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
