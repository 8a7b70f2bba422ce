import { flatParentOf, isInside, shadowRootOf } from './flat-tree.ts';
import { elementAt, matches, pageElement, rectOf } from './natives.ts';
import { roleOf } from './roles.ts';

// What lies over the page: dialogs, banners, menus. Found by a few looks across the viewport, so that a page
// with nothing over it is not searched any further.

export type Covers = {
  /** What lies over the page, outermost elements, in no order. */
  readonly layers: readonly Element[];
  /** True if the middle of the element's box is under one of them. */
  hides(element: Element): boolean;
};

const looksAcross = 6;
const looksDown = 5;
const layersMax = 6;
/** A smaller layer, a page's header most of all, hides only what can be scrolled out from under it. */
const shareMin = 0.3;

export const noCovers: Covers = { layers: [], hides: () => false };

/** Looks for layers over the page as it is scrolled now. */
export function findCovers(): Covers {
  if (typeof Document.prototype.elementFromPoint !== 'function') return noCovers;
  const layers = new Set<Element>();
  for (let column = 0; column < looksAcross; column++) {
    for (let row = 0; row < looksDown; row++) {
      const x = ((column + 0.5) / looksAcross) * innerWidth;
      const y = ((row + 0.5) / looksDown) * innerHeight;
      const layer = layerOf(deepestAt(x, y));
      if (layer !== null && layers.size < layersMax) layers.add(layer);
    }
  }
  const found = [...layers].filter((layer) => isOnTop(layer) || isDialog(layer) || isLarge(layer));
  if (found.length === 0) return noCovers;
  return { layers: found, hides: (element) => found.some((layer) => isUnder(element, layer)) };
}

function isDialog(element: Element): boolean {
  return ['dialog', 'alertdialog'].includes(roleOf(element));
}

/** The innermost element at a point, down through shadow roots. */
function deepestAt(x: number, y: number): Element | null {
  let at = elementAt(document, x, y);
  for (let root = at === null ? null : shadowRootOf(at); root !== null; ) {
    const inner = elementAt(root, x, y);
    if (inner === null || inner === at) break;
    at = inner;
    root = shadowRootOf(inner);
  }
  return at;
}

/** The outermost element around, which is taken out of the page's flow to lie over it. */
function layerOf(element: Element | null): Element | null {
  let layer: Element | null = null;
  for (let at = element; at !== null && at !== pageElement(); at = flatParentOf(at)) {
    const position = getComputedStyle(at).position;
    if (position === 'fixed' || position === 'sticky' || position === 'absolute' || isOnTop(at)) layer = at;
  }
  return layer;
}

function isOnTop(element: Element): boolean {
  return matches(element, ':modal') || matches(element, ':popover-open');
}

function isLarge(layer: Element): boolean {
  const { width, height } = rectOf(layer);
  return width * height >= innerWidth * innerHeight * shareMin;
}

function isUnder(element: Element, layer: Element): boolean {
  const rect = rectOf(element);
  const over = rectOf(layer);
  const x = rect.left + rect.width / 2;
  const y = rect.top + rect.height / 2;
  if (rect.width === 0 || x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return false;
  // A dialog's backdrop reaches further than the dialog.
  const near = x >= over.left && x <= over.right && y >= over.top && y <= over.bottom;
  if ((!near && !isOnTop(layer)) || isInside(element, layer)) return false;
  const hit = deepestAt(x, y);
  return hit !== null && !isInside(hit, element) && isInside(hit, layer);
}
