import { offsetWidthOf, pageElement, rectOf } from './natives.ts';
import { clipsAll } from './visibility.ts';

// Texts that are in the page and that nobody sees: transparent, clipped to nothing, moved off the page, of no
// size. Pages hide texts so for screen readers; others hide words there for machines that read along.

const lettersPixelsMin = 2;
const indentPixelsMin = -900;

/**
 * True for an element that is shown and whose own texts nobody can see all the same, wherever the page is
 * scrolled. One look at its box and one at its style: more would cost a walk more than all its other looks.
 */
export function isOutOfSight(element: Element): boolean {
  const rect = rectOf(element);
  if (isBeyond(rect)) return true;
  const { width, height } = rect;
  // No letter is lower; a box of no height at all may hold texts that flow out of it.
  if (height > 0 && height <= lettersPixelsMin) return true;
  const style = getComputedStyle(element);
  if (Number.parseFloat(style.textIndent) < indentPixelsMin || clipsAll(style)) return true;
  return width <= 1 && height <= 1 && isClipped(style);
}

/** Beyond the edges towards which no page scrolls. */
export function isOffPage(element: Element): boolean {
  return isBeyond(rectOf(element));
}

function isClipped(style: CSSStyleDeclaration): boolean {
  return style.overflow !== 'visible' || style.clip !== 'auto' || style.clipPath !== 'none';
}

function isBeyond(rect: DOMRect): boolean {
  const { right, bottom } = rect;
  if ((right > 0 && bottom > 0) || (rect.width === 0 && rect.height === 0)) return false;
  if (bottom + scrollY <= 0) return true;
  return right + scrollX <= 0 && !scrollsLeft();
}

/** A page that is written from right to left scrolls to the left. */
function scrollsLeft(): boolean {
  const root = pageElement();
  return root instanceof HTMLElement && offsetWidthOf(root) > 0 && getComputedStyle(root).direction === 'rtl';
}
