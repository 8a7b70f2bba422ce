import type { Scrolled } from '../../shared/engine-input.ts';
import { nextFrame } from './at-rest.ts';
import { ancestorsOf, elementsUnder } from './flat-tree.ts';
import {
  bodyOf,
  clientHeightOf,
  clientWidthOf,
  isConnected,
  pageElement,
  pageScroller,
  rectOf,
  scrollHeightOf,
  scrollLeftOf,
  scrollTopOf,
  scrollWidthOf,
} from './natives.ts';
import { named } from './refs.ts';
import { scrollSpotIntoView } from './scroll-spot.ts';
import { isInView } from './target-points.ts';
import { isInViewport, isRendered, isVisible } from './visibility.ts';

// Scrolling as a person can: areas that the page has made scrollable, and the page where it is not held
// fast. Instantly, whatever the page's style says, so that what is told afterwards is where it stays.

type Axis = 'x' | 'y' | 'any';
type Way = { readonly x: number; readonly y: number };
type Side = 'top' | 'bottom' | 'left' | 'right';

const areasMax = 20_000;
let last: WeakRef<Element> | null = null;

/** Brings the element into view; or scrolls the area that it is, or lies in, by a distance or to an end. */
export async function scrollArea(
  element: Element | null,
  by: Way | null,
  to: Side | null,
): Promise<Scrolled> {
  const axis: Axis = by === null ? axisOf(to) : by.x !== 0 && by.y === 0 ? 'x' : by.y !== 0 ? 'y' : 'any';
  const area = element === null ? mainArea(axis) : areaOf(element, axis);
  last = area === null ? null : new WeakRef(area);
  const before = area === null ? { x: 0, y: 0 } : positionOf(area);
  if (by === null && to === null) {
    if (element !== null) intoView(element);
  } else if (area !== null) {
    const way = by ?? distanceTo(area, to);
    scrollBy(area, way);
  }
  await nextFrame();
  return told(element, area, before);
}

/** Where the area that was scrolled last stands now. */
export function whereScrolled(element: Element | null): Scrolled {
  const area = last?.deref() ?? null;
  const there = area !== null && isConnected(area) ? area : null;
  return told(element, there, there === null ? { x: 0, y: 0 } : positionOf(there));
}

function told(element: Element | null, area: Element | null, before: Way): Scrolled {
  const at = area === null ? before : positionOf(area);
  return {
    scroller: area === null ? null : area === pageScroller() ? 'page' : named(area).ref,
    moved: { x: Math.round(at.x - before.x), y: Math.round(at.y - before.y) },
    remaining: area === null ? { up: 0, down: 0, left: 0, right: 0 } : remainingOf(area),
    in_view: element === null ? null : isVisible(element) && isShown(element),
    size: area === null ? { x: 0, y: 0 } : { x: scrollWidthOf(area), y: scrollHeightOf(area) },
  };
}

function axisOf(to: Side | null): Axis {
  if (to === null) return 'any';
  return to === 'top' || to === 'bottom' ? 'y' : 'x';
}

function intoView(element: Element): void {
  Element.prototype.scrollIntoView.call(element, {
    block: isTall(element) ? 'start' : 'center',
    inline: 'nearest',
    behavior: 'instant',
  });
}

/**
 * Where a point of an element lies in the viewport, given from its top left corner; the areas around it are
 * scrolled where it does not show.
 */
export function showPoint(element: Element, offset: Way): Way {
  const place = (): Way => ({ x: rectOf(element).left + offset.x, y: rectOf(element).top + offset.y });
  if (!isPointShown(element, place())) scrollSpotIntoView(element, place, 'center');
  return place();
}

function isPointShown(element: Element, at: Way): boolean {
  if (!isInView(at)) return false;
  for (const area of ancestorsOf(element)) {
    if (area === pageScroller() || !scrolls(area, 'any')) continue;
    const box = rectOf(area);
    if (at.x <= box.left || at.x >= box.right || at.y <= box.top || at.y >= box.bottom) return false;
  }
  return true;
}

function scrollBy(area: Element, way: Way): void {
  Reflect.apply(Element.prototype.scrollBy, area, [{ left: way.x, top: way.y, behavior: 'instant' }]);
}

/** Scrolls the page so that both elements show at once, if they fit. */
export function showBoth(one: Element, other: Element): void {
  const [a, b] = [rectOf(one), rectOf(other)];
  const top = Math.min(a.top, b.top);
  const bottom = Math.max(a.bottom, b.bottom);
  if ((top >= 0 && bottom <= innerHeight) || bottom - top > innerHeight) return;
  const page = pageScroller();
  if (page !== null) scrollBy(page, { x: 0, y: (top + bottom - innerHeight) / 2 });
}

function isTall(element: Element): boolean {
  return rectOf(element).height > innerHeight;
}

/** In the viewport, and not scrolled out of an area around it. */
function isShown(element: Element): boolean {
  if (!isInViewport(element)) return false;
  const rect = rectOf(element);
  for (const area of ancestorsOf(element)) {
    if (!scrolls(area, 'any') || area === pageScroller()) continue;
    const box = rectOf(area);
    if (rect.bottom <= box.top || rect.top >= box.bottom) return false;
    if (rect.right <= box.left || rect.left >= box.right) return false;
  }
  return true;
}

function areaOf(element: Element, axis: Axis): Element | null {
  if (scrolls(element, axis)) return element;
  for (const ancestor of ancestorsOf(element)) if (scrolls(ancestor, axis)) return ancestor;
  const page = pageScroller();
  return page !== null && scrolls(page, axis) ? page : null;
}

/** The page, or where the page itself does not scroll the largest area in sight that does. */
function mainArea(axis: Axis): Element | null {
  const page = pageScroller();
  if (page !== null && scrolls(page, axis)) return page;
  let best: { readonly area: Element; readonly size: number } | null = null;
  let looked = 0;
  for (const element of elementsUnder(document, isRendered)) {
    if (looked++ > areasMax) break;
    if (!scrolls(element, axis) || !isInViewport(element)) continue;
    const rect = rectOf(element);
    const size = rect.width * rect.height;
    if (best === null || size > best.size) best = { area: element, size };
  }
  return best?.area ?? null;
}

/** Whether a person can scroll an area that way: it holds more than it shows, and is not held fast. */
function scrolls(area: Element, axis: Axis): boolean {
  const down = scrollHeightOf(area) - clientHeightOf(area) > 1;
  const across = scrollWidthOf(area) - clientWidthOf(area) > 1;
  if (!down && !across) return false;
  const ways = area === pageScroller() ? pageOverflow() : overflowOf(area);
  if (axis === 'y') return down && ways.y;
  if (axis === 'x') return across && ways.x;
  return (down && ways.y) || (across && ways.x);
}

function overflowOf(area: Element): { readonly x: boolean; readonly y: boolean } {
  const { overflowX, overflowY } = getComputedStyle(area);
  const free = (overflow: string): boolean => overflow === 'auto' || overflow === 'scroll';
  return { x: free(overflowX), y: free(overflowY) };
}

/** The viewport takes the overflow of the root, or of the body where the root has none of its own. */
function pageOverflow(): { readonly x: boolean; readonly y: boolean } {
  const root = pageElement();
  const body = bodyOf();
  if (root === null) return { x: true, y: true };
  const own = getComputedStyle(root);
  const inherits = own.overflowX === 'visible' && own.overflowY === 'visible' && body !== null;
  const style = inherits ? getComputedStyle(body) : own;
  const held = (overflow: string): boolean => overflow === 'hidden' || overflow === 'clip';
  return { x: !held(style.overflowX), y: !held(style.overflowY) };
}

function positionOf(area: Element): Way {
  return { x: scrollLeftOf(area), y: scrollTopOf(area) };
}

/** `scrollLeft` is negative where the text runs from right to left. */
function remainingOf(area: Element): Scrolled['remaining'] {
  const across = scrollWidthOf(area) - clientWidthOf(area);
  const down = scrollHeightOf(area) - clientHeightOf(area);
  const { x, y } = positionOf(area);
  const left = x < 0 || (x === 0 && isRightToLeft(area)) ? across + x : x;
  const round = (value: number): number => Math.max(0, Math.round(value));
  return { up: round(y), down: round(down - y), left: round(left), right: round(across - left) };
}

function isRightToLeft(area: Element): boolean {
  return getComputedStyle(area).direction === 'rtl';
}

function distanceTo(area: Element, to: Side | null): Way {
  const { up, down, left, right } = remainingOf(area);
  switch (to) {
    case 'top':
      return { x: 0, y: -up };
    case 'bottom':
      return { x: 0, y: down };
    case 'left':
      return { x: -left, y: 0 };
    case 'right':
      return { x: right, y: 0 };
    case null:
      return { x: 0, y: 0 };
  }
}
