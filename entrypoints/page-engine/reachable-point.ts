import type { Spot } from '../../shared/engine-methods.ts';
import { deepestAt, reaches } from './hit-test.ts';
import { isInView, pointsOf } from './target-points.ts';

// Points of an element that get events where it is now; nothing is scrolled.

/** The first such point; without one, what got the first event instead. */
export function tryPoints(element: Element): { readonly point: Spot | null; readonly hit: Element | null } {
  let first: Element | null = null;
  for (const point of pointsOf(element)) {
    const hit = deepestAt(point);
    if (hit === null) continue;
    if (reaches(hit, element))
      return { point: { x: hundredths(point.x), y: hundredths(point.y) }, hit: null };
    first ??= hit;
  }
  return { point: null, hit: first };
}

export function pointNow(element: Element): Spot | null {
  return tryPoints(element).point;
}

/** Whether a point still reaches the element. */
export function stillReaches(element: Element, point: Spot): boolean {
  const hit = isInView(point) ? deepestAt(point) : null;
  return hit !== null && reaches(hit, element);
}

/** Half pixels are kept off the edges of boxes; whole hundredths are precise enough and survive JSON. */
export function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
