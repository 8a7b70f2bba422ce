import type { Spot } from '../../shared/engine-methods.ts';
import { labelsOf } from './accessible-name.ts';
import { ancestorsOf, isInside, nearest, shadowRootOf } from './flat-tree.ts';
import { elementAt, hasAttribute, rectOf, tagOf } from './natives.ts';
import { isEditingHost, isInteractiveRole, roleOf } from './roles.ts';

// Which element gets an event at a point, and whether that counts as the target. Compared as the page is
// shown: through shadow roots, slots and labels.

/** The innermost element at a point, down through open and closed shadow roots. */
export function deepestAt(point: Spot): Element | null {
  let hit = elementAt(document, point.x, point.y);
  for (let depth = 0; hit !== null && depth < 50; depth++) {
    const root = shadowRootOf(hit);
    const inner = root === null ? null : elementAt(root, point.x, point.y);
    if (inner === null || inner === hit) break;
    hit = inner;
  }
  return hit;
}

/**
 * True if an event at `hit` reaches the target: it, what it holds, its label, or the control that it
 * decorates.
 */
export function reaches(hit: Element, target: Element): boolean {
  if (isInside(hit, target)) return !isForeignControl(hit, target);
  for (const label of labelsOf(target)) {
    if (isInside(hit, label)) return !isForeignControl(hit, label);
  }
  if (isInteractive(target)) return false;
  const control = nearest(target, isInteractive);
  return control !== null && isInside(hit, control) && isInside(target, hit);
}

/** A link or button inside the target, which would take the event for itself. */
function isForeignControl(hit: Element, target: Element): boolean {
  for (let at: Element | null = hit; at !== null && at !== target; ) {
    if (isInteractive(at) && !labelsOf(at).some((label) => label === target))
      return (isInteractive(target) && roleOf(target) !== 'listbox') || tagOf(target) === 'label';
    at = ancestorsOf(at).next().value ?? null;
  }
  return false;
}

export function isInteractive(element: Element): boolean {
  return isInteractiveRole(roleOf(element)) || hasAttribute(element, 'onclick') || isEditingHost(element);
}

/** What lies over a target: the outermost element that holds what was hit and not the target. */
export function blockerOf(hit: Element, target: Element): Element {
  let blocker = hit;
  for (const ancestor of ancestorsOf(hit)) {
    if (isInside(target, ancestor)) break;
    blocker = ancestor;
  }
  return blocker;
}

/**
 * Where a target shows: its own boxes, and those of its labels for a box or switch that is drawn by its
 * label.
 */
export function boxesOf(target: Element): readonly DOMRect[] {
  const own = rectsWorthHitting(target);
  const control = target instanceof HTMLInputElement && ['checkbox', 'radio', 'file'].includes(target.type);
  return control ? [...own, ...labelsOf(target).flatMap(rectsWorthHitting)] : own;
}

function rectsWorthHitting(element: Element): readonly DOMRect[] {
  const rects = Array.from(Element.prototype.getClientRects.call(element)).filter(
    (rect) => rect.width > 0 && rect.height > 0,
  );
  return rects.length > 0
    ? rects.slice(0, 4)
    : [rectOf(element)].filter((rect) => rect.width > 0 && rect.height > 0);
}

const across = [0.5, 0.25, 0.75, 0.1, 0.9, 0.03, 0.97] as const;
const down = [0.5, 0.25, 0.75, 0.1, 0.9] as const;

/** Points to try, the middle of the first box first, none outside the viewport. */
export function pointsIn(rects: readonly DOMRect[]): readonly Spot[] {
  const points: Spot[] = [];
  for (const rect of rects) {
    for (const y of down) for (const x of across) points.push(pointAt(rect, x, y));
  }
  return points.filter((point) => isInView(point));
}

function pointAt(rect: DOMRect, x: number, y: number): Spot {
  return { x: rect.left + rect.width * x, y: rect.top + rect.height * y };
}

export function isInView(point: Spot): boolean {
  return point.x >= 0 && point.y >= 0 && point.x < innerWidth && point.y < innerHeight;
}
