import { flatChildrenOf, flatParentOf } from './flat-tree.ts';
import { attributeOf, rectOf, tagOf } from './natives.ts';

// What a person can see. Boxes and styles are only read here, never written, so that a walk over a page of
// many thousand nodes lays it out once.

const never = new Set(
  'script style template noscript head title meta link base param source track'.split(' '),
);

/** Children that are looked at in an element without a size of its own. */
const innerNodesMax = 32;

/**
 * False for what never shows: scripts, `display: none`, closed `<details>`; `display: contents` counts as
 * shown.
 */
export function isRendered(element: Element): boolean {
  if (never.has(tagOf(element))) return false;
  if (checkVisibility(element, {})) return true;
  return getComputedStyle(element).display === 'contents';
}

/** False for rendered elements that `visibility` hides; their children may be visible all the same. */
export function isUnhidden(element: Element): boolean {
  return checkVisibility(element, { visibilityProperty: true }) || hasNoOwnBox(element);
}

/** The same as `shownAs`, and `faint` for what only its transparency hides. */
export function seenAs(element: Element): 'shown' | 'faint' | 'hidden' | 'gone' {
  if (never.has(tagOf(element))) return 'gone';
  if (checkVisibility(element, { visibilityProperty: true, opacityProperty: true })) return 'shown';
  const shown = shownAs(element);
  return shown === 'shown' && !isOpaque(element) ? 'faint' : shown;
}

/** All three at once, with one question to the browser for what most elements are: shown. */
export function shownAs(element: Element): 'shown' | 'hidden' | 'gone' {
  if (never.has(tagOf(element))) return 'gone';
  if (checkVisibility(element, { visibilityProperty: true })) return 'shown';
  if (!isRendered(element)) return 'gone';
  return hasNoOwnBox(element) ? 'shown' : 'hidden';
}

/** True if opacity lets an element and all around it be seen. */
export function isOpaque(element: Element): boolean {
  return checkVisibility(element, { opacityProperty: true }) || hasNoOwnBox(element);
}

function hasNoOwnBox(element: Element): boolean {
  const style = getComputedStyle(element);
  return style.display === 'contents' && style.visibility !== 'hidden';
}

/** The browser's own test; where it is missing, styles up the tree. */
function checkVisibility(element: Element, options: CheckVisibilityOptions): boolean {
  if (typeof Element.prototype.checkVisibility === 'function') {
    return Element.prototype.checkVisibility.call(element, options);
  }
  for (let at: Element | null = element; at !== null; at = flatParentOf(at)) {
    const style = getComputedStyle(at);
    if (style.display === 'none') return false;
    if (at === element && options.visibilityProperty === true && style.visibility === 'hidden') return false;
    if (options.opacityProperty === true && style.opacity === '0') return false;
  }
  return true;
}

/**
 * Shown, not hidden, and with a box of some size; for elements without one of their own, that of what they
 * hold.
 */
export function isVisible(element: Element): boolean {
  if (!isRendered(element)) return false;
  if (getComputedStyle(element).display === 'contents') {
    return flatChildrenOf(element).some((child) =>
      child instanceof Element ? isVisible(child) : isSeenText(child),
    );
  }
  if (!isUnhidden(element)) return false;
  const rect = rectOf(element);
  return (rect.width > 0 && rect.height > 0) || showsBeyondItself(element, innerNodesMax);
}

/** Whether an element without a size lets show what it holds: nothing cuts it off at the element's box. */
function showsBeyondItself(element: Element, nodesMax: number): boolean {
  if (getComputedStyle(element).overflow !== 'visible') return false;
  let looked = 0;
  for (const child of flatChildrenOf(element)) {
    looked += 1;
    if (looked > nodesMax) return false;
    if (child instanceof Text && isSeenText(child) && hasBox(child)) return true;
    if (!(child instanceof Element) || !isRendered(child) || !isUnhidden(child)) continue;
    const rect = rectOf(child);
    if (rect.width > 0 && rect.height > 0) return true;
    if (showsBeyondItself(child, Math.floor(nodesMax / 4))) return true;
  }
  return false;
}

function hasBox(text: Text): boolean {
  const range = document.createRange();
  range.selectNodeContents(text);
  const rect = range.getBoundingClientRect();
  return rect.width > 0 && rect.height > 0;
}

function isSeenText(node: Node): boolean {
  return node instanceof Text && (node.nodeValue ?? '').trim() !== '';
}

/** True for what assistive technology is told to leave out. */
export function isAriaHidden(element: Element): boolean {
  return attributeOf(element, 'aria-hidden') === 'true';
}

/** True if an element's box meets the viewport. */
export function isInViewport(element: Element): boolean {
  const rect = rectOf(element);
  return rect.bottom > 0 && rect.right > 0 && rect.top < innerHeight && rect.left < innerWidth;
}

/** A box clipped to nothing: text for screen readers only, or text that someone hides. */
export function isClippedAway(element: Element): boolean {
  const style = getComputedStyle(element);
  if (clipsAll(style)) return true;
  const rect = rectOf(element);
  if (rect.width > 1 || rect.height > 1) return false;
  return style.overflow !== 'visible' || style.clip !== 'auto' || style.clipPath !== 'none';
}

const wholeInset = /^inset\((?:100|[5-9]\d)(?:\.\d+)?%\)$/;
const emptyCircle = /^circle\(0(?:px|%)?(?:\)| at )/;

/** A clip that leaves nothing of a box, however large it is. */
export function clipsAll({ clipPath }: CSSStyleDeclaration): boolean {
  if (clipPath === 'none' || clipPath === '') return false;
  return wholeInset.test(clipPath) || emptyCircle.test(clipPath);
}

/** Whether a person sees each of some elements, opacity counted; for telling what an act shows or hides. */
export function seenAmong(elements: readonly Element[]): WeakMap<Element, boolean> {
  return new WeakMap(elements.map((element) => [element, isSeen(element)]));
}

export function isSeen(element: Element): boolean {
  return checkVisibility(element, { visibilityProperty: true, opacityProperty: true });
}
