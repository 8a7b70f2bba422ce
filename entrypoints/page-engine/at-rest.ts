import { nearest } from './flat-tree.ts';
import { isConnected, rectOf } from './natives.ts';

// Whether an element stands still: two samples of its place, told apart by time, not by frames, which a page
// that is not looked at does not draw.

const sampleMs = 50;
/** Two samples closer than this are one. */
const apartMs = 12;
/** An animation begins to move within a few frames of its start. */
const animatedMs = 100;
/** A sample older than this says nothing about now. */
const keptMs = 5_000;

type Sample = { readonly rect: DOMRect; readonly at: number };
const samples = new WeakMap<Element, Sample>();

/**
 * Waits for the second sample where there is none from a moment ago. An animation that has just been started
 * stands still for some frames, so where one runs the samples are further apart.
 */
export async function isAtRest(element: Element): Promise<boolean> {
  const first = samples.get(element);
  const age = first === undefined ? Number.POSITIVE_INFINITY : performance.now() - first.at;
  const apart = isAnimated(element) ? animatedMs : apartMs;
  if (first !== undefined && age >= apart && age <= keptMs && isSame(first.rect, rectOf(element)))
    return true;
  const before = rectOf(element);
  await nextFrame();
  if (isAnimated(element)) await new Promise((resolve) => setTimeout(resolve, animatedMs));
  if (!isConnected(element)) return false;
  return isSame(before, rectOf(element));
}

/** Remembers where an element is, as the first sample for the next look. */
export function notePlace(element: Element): void {
  samples.set(element, { rect: rectOf(element), at: performance.now() });
}

function isSame(before: DOMRect, after: DOMRect): boolean {
  const moved = [
    before.left - after.left,
    before.top - after.top,
    before.width - after.width,
    before.height - after.height,
  ];
  return moved.every((distance) => Math.abs(distance) < 0.5);
}

/** The next frame that the page draws; by the clock where it draws none. */
export function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, sampleMs);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      setTimeout(resolve, 0);
    });
  });
}

/** Whether an animation that can move the element, of it or of something around it, runs or is about to. */
function isAnimated(element: Element): boolean {
  const { getAnimations } = Element.prototype;
  if (typeof getAnimations !== 'function') return false;
  const moves = (one: Element): boolean =>
    getAnimations
      .call(one)
      .some((animation) => (animation.pending || animation.playState === 'running') && isMoving(animation));
  return nearest(element, moves) !== null;
}

const painted =
  /^(?:accentColor|background|border(?:Top|Right|Bottom|Left)?Color|boxShadow|caretColor|color|cursor|fill|filter|opacity|outline|stroke|text(?:Decoration|Shadow)|visibility)/;
const bookkeeping = new Set(['offset', 'computedOffset', 'easing', 'composite']);

/** Colours and shadows change how an element looks, not where it is. */
function isMoving({ effect }: Animation): boolean {
  if (!(effect instanceof KeyframeEffect)) return true;
  return effect
    .getKeyframes()
    .some((frame) => Object.keys(frame).some((name) => !bookkeeping.has(name) && !painted.test(name)));
}
