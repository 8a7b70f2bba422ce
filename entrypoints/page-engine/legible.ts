import { flatParentOf } from './flat-tree.ts';
import { hasAttribute, rectOf } from './natives.ts';

// Text that is drawn and that nobody can read: in letters of no size, in the colour of what lies behind it, or beyond the
// edges that a page can be scrolled to. Pages put words there for machines alone.

const sizeMin = 2;
const indentMax = 1_000;
const pageColor = 'rgb(255, 255, 255)';

/** Whether an element's own text can be read. Its children may differ, so they are asked for themselves. */
export function isLegible(element: Element): boolean {
  const style = getComputedStyle(element);
  if (Number.parseFloat(style.fontSize) < sizeMin) return false;
  if (Math.abs(Number.parseFloat(style.textIndent)) > indentMax) return false;
  if (isBeyondEdges(element, style)) return false;
  // Letters that let a picture shine through have a clear colour on purpose.
  if (style.backgroundClip === 'text' || style.webkitTextFillColor !== style.color) return true;
  return !isTransparent(style.color) && style.color !== backgroundBehind(element);
}

function isBeyondEdges(element: Element, style: CSSStyleDeclaration): boolean {
  if (style.position === 'static' && !hasAttribute(element, 'style')) return false;
  const rect = rectOf(element);
  if (rect.width === 0 && rect.height === 0) return false;
  const toTheLeft =
    rect.right + scrollX <= 0 && getComputedStyle(document.documentElement).direction !== 'rtl';
  return style.position !== 'fixed' && (rect.bottom + scrollY <= 0 || toTheLeft);
}

function isTransparent(color: string): boolean {
  return color === 'transparent' || /^rgba\(.*,\s*0\)$/.test(color);
}

/** Colours behind the elements of one reading: nothing changes while the page's script cannot run. */
let known: Map<Element, string | null> | null = null;

/** The nearest colour behind an element; null where a picture lies there, or nothing that is known. */
function backgroundBehind(element: Element): string | null {
  if (known === null) {
    known = new Map();
    queueMicrotask(() => {
      known = null;
    });
  }
  const way: Element[] = [];
  let color: string | null | undefined;
  for (let at: Element | null = element; at !== null && color === undefined; at = flatParentOf(at)) {
    way.push(at);
    color = known.has(at) ? known.get(at) : ownBackground(at);
  }
  const found = color === undefined ? pageColor : color;
  for (const passed of way) known.set(passed, found);
  return found;
}

/** Undefined for an element that what is behind it shows through. */
function ownBackground(element: Element): string | null | undefined {
  const style = getComputedStyle(element);
  if (style.backgroundImage !== 'none') return null;
  if (style.backgroundColor !== '' && !isTransparent(style.backgroundColor)) return style.backgroundColor;
  // What stands apart from the flow may lie over anything.
  return style.position === 'absolute' || style.position === 'fixed' ? null : undefined;
}
