import { offsetWidthOf, pageElement, rectOf } from './natives.ts';

// Texts that are in the page and that nobody sees: transparent, clipped to nothing, moved off the page, of no
// size. Pages hide texts so for screen readers; others hide words there for machines that read along.

const fontPixelsMin = 2;
const indentPixelsMin = -900;

/**
 * True for an element that is shown and whose own texts a person cannot see all the same, wherever the page is
 * scrolled.
 */
export function isConcealed(
  element: Element,
  style: CSSStyleDeclaration = getComputedStyle(element),
): boolean {
  if (Number.parseFloat(style.fontSize) < fontPixelsMin) return true;
  if (Number.parseFloat(style.textIndent) < indentPixelsMin) return true;
  const rect = rectOf(element);
  if (rect.width <= 1 && rect.height <= 1 && isClipped(style)) return true;
  return isBeyond(rect);
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
