import { flatParentOf, isInside } from './flat-tree.ts';
import { attributeOf, rectOf, tagOf } from './natives.ts';

// Texts that lie for good under something opaque: words for machines that a page has put a label over. What lies over the
// page for a while, as menus and dialogs do, and what is fixed while the page scrolls, buries nothing.

const elementsLookedAt = 20_000;
const lidsMax = 100;
const edgePixels = 1.5;
/** A lid that belongs to no box of its own buries a text only if it is made for it, not some panel over much else. */
const looseLidShareMax = 6;
const passing = new Set([
  'dialog',
  'alertdialog',
  'menu',
  'listbox',
  'tooltip',
  'alert',
  'status',
  'tree',
  'grid',
]);

type Lid = {
  readonly element: Element;
  readonly rect: DOMRect;
  /** The box that it is placed in; null where that is the page itself. */
  readonly box: Element | null;
};

let lids: readonly Lid[] | null = null;

/** True for an element whose place is wholly under an opaque one that is painted over it. */
export function isBuried(element: Element): boolean {
  const over = lidsNow();
  if (over.length === 0) return false;
  const rect = rectOf(element);
  if (rect.width === 0 || rect.height === 0) return false;
  return over.some((lid) => covers(lid, rect) && buries(lid, element, rect));
}

/** Looked for once a reading: nothing moves while the page's script cannot run. */
function lidsNow(): readonly Lid[] {
  if (lids !== null) return lids;
  lids = findLids();
  queueMicrotask(() => {
    lids = null;
  });
  return lids;
}

function findLids(): readonly Lid[] {
  const found: Lid[] = [];
  const all = Document.prototype.getElementsByTagName.call(document, '*');
  const end = Math.min(all.length, elementsLookedAt);
  for (let at = 0; at < end && found.length < lidsMax; at++) {
    const element = all[at];
    if (element === undefined || !isLid(element)) continue;
    const rect = rectOf(element);
    if (rect.width > 0 && rect.height > 0) found.push({ element, rect, box: boxOf(element) });
  }
  return found;
}

function isLid(element: Element): boolean {
  const style = getComputedStyle(element);
  if (style.position !== 'absolute' && !(style.position === 'relative' && Number(style.zIndex) > 0))
    return false;
  if (!isSolid(style.backgroundColor) || style.visibility !== 'visible' || Number(style.opacity) < 1)
    return false;
  if (tagOf(element) === 'dialog' || attributeOf(element, 'popover') !== null) return false;
  return !passing.has(attributeOf(element, 'role') ?? '') && !isFixed(element);
}

function isSolid(color: string): boolean {
  return /^rgb\(/.test(color) || /^color\((?!.*\/)/.test(color);
}

function isFixed(element: Element): boolean {
  for (let at: Element | null = element; at !== null; at = flatParentOf(at)) {
    const { position } = getComputedStyle(at);
    if (position === 'fixed' || position === 'sticky') return true;
  }
  return false;
}

function boxOf(element: Element): Element | null {
  for (let at = flatParentOf(element); at !== null; at = flatParentOf(at)) {
    if (tagOf(at) === 'body' || tagOf(at) === 'html') return null;
    if (getComputedStyle(at).position !== 'static') return at;
  }
  return null;
}

function covers({ rect }: Lid, under: DOMRect): boolean {
  return (
    under.left >= rect.left - edgePixels &&
    under.right <= rect.right + edgePixels &&
    under.top >= rect.top - edgePixels &&
    under.bottom <= rect.bottom + edgePixels
  );
}

function buries({ element: lid, rect, box }: Lid, element: Element, under: DOMRect): boolean {
  if (isInside(element, lid) || isInside(lid, element)) return false;
  const made = box === null ? isMadeFor(rect, under) : isInside(element, box);
  return made && isPaintedOver(lid, element);
}

function isMadeFor(rect: DOMRect, under: DOMRect): boolean {
  return rect.width * rect.height <= under.width * under.height * looseLidShareMax;
}

/** The order of painting where the ways up from both meet: layers by their number, and what comes later over what is before. */
function isPaintedOver(lid: Element, element: Element): boolean {
  const above = new Set<Element>();
  for (let at: Element | null = element; at !== null; at = flatParentOf(at)) above.add(at);
  let meet: Element | null = lid;
  while (meet !== null && !above.has(meet)) meet = flatParentOf(meet);
  const upper = layerOf(lid, meet);
  const lower = layerOf(element, meet);
  if (upper !== lower) return upper > lower;
  const { compareDocumentPosition } = Node.prototype;
  return (compareDocumentPosition.call(element, lid) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}

/** The layer of the outermost placed element below `top`; what is in the flow lies under everything that is placed. */
function layerOf(element: Element, top: Element | null): number {
  let layer = -0.5;
  for (let at: Element | null = element; at !== null && at !== top; at = flatParentOf(at)) {
    const { position, zIndex } = getComputedStyle(at);
    if (position !== 'static') layer = Number(zIndex) || 0;
  }
  return layer;
}
