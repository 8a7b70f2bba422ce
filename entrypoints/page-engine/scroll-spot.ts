import type { Spot } from '../../shared/engine-methods.ts';
import { flatParentOf } from './flat-tree.ts';
import {
  clientHeightOf,
  clientWidthOf,
  pageElement,
  rectOf,
  scrollHeightOf,
  scrollWidthOf,
} from './natives.ts';

// Scrolling one point of an element into view: of a drawing larger than the window only part can be seen.

type Where = 'center' | 'start' | 'end';
/** Distance kept from an edge, so that what sticks to it leaves the point free. */
const shares = { center: 0.5, start: 0.1, end: 0.9 } as const;

/** Scrolls every area around the element, innermost first, until the point stands `where` in it. */
export function scrollSpotIntoView(element: Element, pointOf: () => Spot, where: Where): void {
  const share = shares[where];
  for (let at = flatParentOf(element); at !== null; at = flatParentOf(at)) {
    if (at === pageElement() || !scrolls(at)) continue;
    const rect = rectOf(at);
    const point = pointOf();
    const left = point.x - rect.left - clientWidthOf(at) * share;
    const top = point.y - rect.top - clientHeightOf(at) * share;
    Reflect.apply(Element.prototype.scrollBy, at, [{ left, top, behavior: 'instant' }]);
  }
  const point = pointOf();
  scrollBy({
    left: point.x - innerWidth * share,
    top: point.y - innerHeight * share,
    behavior: 'instant',
  });
}

function scrolls(element: Element): boolean {
  const larger =
    scrollHeightOf(element) > clientHeightOf(element) || scrollWidthOf(element) > clientWidthOf(element);
  return larger && getComputedStyle(element).overflow !== 'visible';
}
