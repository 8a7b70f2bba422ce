import type { Named, Spot } from '../../shared/engine-methods.ts';
import { isInside } from './flat-tree.ts';
import { blockerOf, deepestAt } from './hit-test.ts';
import {
  attributeOf,
  clientLeftOf,
  clientTopOf,
  offsetHeightOf,
  offsetWidthOf,
  queryAll,
  rectOf,
} from './natives.ts';
import { named } from './refs.ts';
import { wayOut } from './way-out.ts';

// Which frame is which. A frame finds itself among its parent's `frames`, and the parent finds a frame
// element's window there too: the same number on both sides, across origins, with nothing that the page can
// see.

const framesMax = 1000;

/** A frame element; `frame`, which only framesets hold, is one too where the browser still knows it. */
export function isFrame(element: Element): element is HTMLIFrameElement | HTMLFrameElement {
  if (element instanceof HTMLIFrameElement) return true;
  return typeof HTMLFrameElement === 'function' && element instanceof HTMLFrameElement;
}

/** Place of a frame element's window among this window's `frames`; −1 for one in a shadow root. */
export function frameIndexOf(element: Element): number {
  const content = isFrame(element) ? element.contentWindow : null;
  if (content === null) return -1;
  const count = Math.min(window.length, framesMax);
  for (let at = 0; at < count; at++) if (window[at] === content) return at;
  return -1;
}

/**
 * This frame's own place among its parent's `frames`; −1 for the page itself and for frames in a shadow
 * root.
 */
export function placeInParent(): { readonly index: number; readonly url: string; readonly name: string } {
  const about = { url: location.href, name: window.name };
  if (window.parent === window) return { index: -1, ...about };
  const count = Math.min(window.parent.length, framesMax);
  for (let at = 0; at < count; at++) if (window.parent[at] === window) return { index: at, ...about };
  return { index: -1, ...about };
}

function frameElementAt(index: number, ref: Element | null): Element | null {
  if (ref !== null) return ref;
  return queryAll(document, 'iframe, frame').find((element) => frameIndexOf(element) === index) ?? null;
}

/**
 * A point of a child frame's viewport in this frame's, and whether the child gets events there. `given` is
 * the point as the browser transforms it, where that is known; else it is derived from the frame element's
 * box.
 */
export function hitChildFrame(
  index: number,
  element: Element | null,
  inner: Spot,
  given: Spot | null,
): {
  readonly point: Spot;
  readonly hit: boolean;
  readonly covered_by: Named | null;
  readonly way_out: Named | null;
} {
  const frame = frameElementAt(index, element);
  const open = { covered_by: null, way_out: null };
  if (!(frame instanceof HTMLElement)) return { point: given ?? inner, hit: false, ...open };
  const point = given ?? outward(frame, inner);
  const hit = deepestAt(point);
  if (hit !== null && isInside(hit, frame)) return { point, hit: true, ...open };
  if (hit === null || isInside(frame, hit)) return { point, hit: false, ...open };
  const blocker = blockerOf(hit, frame);
  return { point, hit: false, covered_by: named(blocker), way_out: wayOut(blocker) };
}

function outward(frame: HTMLElement, inner: Spot): Spot {
  const rect = rectOf(frame);
  const style = getComputedStyle(frame);
  const scaleX = offsetWidthOf(frame) > 0 ? rect.width / offsetWidthOf(frame) : 1;
  const scaleY = offsetHeightOf(frame) > 0 ? rect.height / offsetHeightOf(frame) : 1;
  const left = clientLeftOf(frame) + Number.parseFloat(style.paddingLeft || '0');
  const top = clientTopOf(frame) + Number.parseFloat(style.paddingTop || '0');
  return { x: rect.left + (left + inner.x) * scaleX, y: rect.top + (top + inner.y) * scaleY };
}

/** Scrolls a child frame's element into view, so that what is inside it can be. */
export function showChildFrame(index: number, element: Element | null): void {
  const frame = frameElementAt(index, element);
  if (frame === null) return;
  const rect = rectOf(frame);
  const shown = rect.top >= 0 && rect.left >= 0 && rect.bottom <= innerHeight && rect.right <= innerWidth;
  if (!shown)
    Element.prototype.scrollIntoView.call(frame, { block: 'center', inline: 'nearest', behavior: 'instant' });
}

/** A frame element's place and address, for lines and blocks that stand for its content. */
export function frameSourceOf(element: Element): { readonly index: number; readonly src: string } {
  const src = element instanceof HTMLIFrameElement ? element.src : (attributeOf(element, 'src') ?? '');
  return { index: frameIndexOf(element), src };
}
