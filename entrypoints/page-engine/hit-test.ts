import type { Spot } from '../../shared/engine-methods.ts';
import { labelsOf } from './accessible-name.ts';
import { ancestorsOf, isInside, nearest, shadowRootOf } from './flat-tree.ts';
import { elementAt, hasAttribute, tagOf } from './natives.ts';
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
  if (isLabelled(hit, target, control)) return true;
  return control !== null && isInside(hit, control) && isInside(target, hit);
}

/** The control that a press on the target goes on to, because the target is its label or stands in it. */
function isLabelled(hit: Element, target: Element, control: Element | null): boolean {
  const label = labelsOf(hit).find((one) => isInside(target, one));
  return label !== undefined && (control === null || !isInside(control, label));
}

/** A link or button inside the target, which would take the event for itself. */
function isForeignControl(hit: Element, target: Element): boolean {
  if (innerControl(hit, target) === null) return false;
  return (isInteractive(target) && roleOf(target) !== 'listbox') || tagOf(target) === 'label';
}

/** The control inside the target that takes an event at `hit`; null where the target itself does. */
export function innerControl(hit: Element, target: Element): Element | null {
  if (!isInside(hit, target)) return null;
  for (let at: Element | null = hit; at !== null && at !== target; ) {
    if (isInteractive(at) && !labelsOf(at).some((label) => label === target)) return at;
    at = ancestorsOf(at).next().value ?? null;
  }
  return null;
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
