import type { FailedCheck, Named, Spot } from '../../shared/engine-methods.ts';
import type { Readiness } from '../../shared/tools/define-tool.ts';
import { labelsOf } from './accessible-name.ts';
import { codeEditorOf, isCodeInput } from './code-editor.ts';
import { nearest } from './flat-tree.ts';
import { blockerOf, boxesOf, deepestAt, isInView, pointsIn, reaches } from './hit-test.ts';
import { isConnected, rectOf } from './natives.ts';
import { named } from './refs.ts';
import { isDisabled, isEditable } from './states.ts';
import { isVisible } from './visibility.ts';

// Whether a target can be acted on now. One look, no waiting beyond two samples of its place: the worker
// asks again until its deadline, so that a page that leaves in between is noticed.

export type Readied =
  | { readonly ready: true; readonly point: Spot | null }
  | { readonly ready: false; readonly check: FailedCheck; readonly covered_by: Named | null };

const sampleMs = 50;
/** An animation begins to move within a few frames of its start. */
const animatedMs = 100;
const alignments = ['none', 'center', 'start', 'end', 'nearest'] as const;

/**
 * Looks whether an element has come as far as a tool needs; scrolls it into view for tools that need a
 * point.
 */
export async function makeReady(element: Element, readiness: Readiness): Promise<Readied> {
  if (!isConnected(element)) return failed('attached');
  if (readiness === 'attached') return { ready: true, point: null };
  const shown = standInOf(element);
  if (!isShown(shown)) return failed('visible');
  if (readiness === 'visible') return { ready: true, point: null };
  if (readiness !== 'receives-events' && isDisabled(element)) return failed('enabled');
  if (readiness === 'editable' && !isEditable(element)) return failed('editable');
  if (!(await isStable(shown))) return failed('stable');
  return findPoint(shown);
}

function failed(check: FailedCheck): Readied {
  return { ready: false, check, covered_by: null };
}

/** An option of a native choice, and the input of a code editor, have hardly a box of their own; what is around stands in. */
function standInOf(element: Element): Element {
  if (isCodeInput(element)) return codeEditorOf(element) ?? element;
  if (!(element instanceof HTMLOptionElement)) return element;
  return nearest(element, (candidate) => candidate instanceof HTMLSelectElement) ?? element;
}

/** Visible itself, or a control that its visible label draws. */
export function isShown(element: Element): boolean {
  if (isVisible(element)) return true;
  const drawnByLabel =
    element instanceof HTMLInputElement && ['checkbox', 'radio', 'file'].includes(element.type);
  return drawnByLabel && labelsOf(element).some(isVisible);
}

/**
 * Two samples of its place, a frame apart; by the clock where the page draws no frames. An animation that has just
 * been started stands still for some frames, so where one runs the samples are further apart.
 */
async function isStable(element: Element): Promise<boolean> {
  const before = rectOf(element);
  await nextFrame();
  if (isAnimated(element)) await new Promise((resolve) => setTimeout(resolve, animatedMs));
  if (!isConnected(element)) return false;
  const after = rectOf(element);
  const moved = [
    before.left - after.left,
    before.top - after.top,
    before.width - after.width,
    before.height - after.height,
  ];
  return moved.every((distance) => Math.abs(distance) < 0.5);
}

/** Whether an animation or transition of the element or of something around it runs, or is about to. */
function isAnimated(element: Element): boolean {
  const { getAnimations } = Element.prototype;
  if (typeof getAnimations !== 'function') return false;
  const moves = (one: Element): boolean =>
    getAnimations.call(one).some(({ playState, pending }) => pending || playState === 'running');
  return nearest(element, moves) !== null;
}

/** The next frame that the page draws; by the clock where it draws none. */
export function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, sampleMs);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      setTimeout(resolve, 0);
    });
  });
}

/** Tries where it is, then several alignments; the last thing found over it is named. */
function findPoint(element: Element): Readied {
  let blocker: Element | null = null;
  for (const alignment of alignments) {
    if (alignment !== 'none') {
      const rects = boxesOf(element);
      const anchor =
        rectOf(element).width > 1 || rects.length < 1 ? element : (labelsOf(element)[0] ?? element);
      Element.prototype.scrollIntoView.call(anchor, {
        block: alignment,
        inline: 'nearest',
        behavior: 'instant',
      });
    }
    const tried = tryPoints(element);
    if (tried.point !== null) return { ready: true, point: tried.point };
    blocker = tried.blocker ?? blocker;
  }
  if (blocker === null) return failed('in-view');
  return { ready: false, check: 'covered', covered_by: named(blocker) };
}

function tryPoints(element: Element): { readonly point: Spot | null; readonly blocker: Element | null } {
  let blocker: Element | null = null;
  for (const point of pointsIn(boxesOf(element))) {
    const hit = deepestAt(point);
    if (hit === null) continue;
    if (reaches(hit, element)) return { point: { x: round(point.x), y: round(point.y) }, blocker: null };
    blocker ??= blockerOf(hit, element);
  }
  return { point: null, blocker };
}

/** Half pixels are kept off the edges of boxes; whole hundredths are precise enough and survive JSON. */
function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Whether a point still reaches the element, without scrolling. */
export function stillReaches(element: Element, point: Spot): boolean {
  const hit = isInView(point) ? deepestAt(point) : null;
  return hit !== null && reaches(hit, element);
}
