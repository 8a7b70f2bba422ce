import type { FailedCheck, Named, Resolution, SeenTarget, Spot } from '../../shared/engine-methods.ts';
import type { Readiness } from '../../shared/tools/define-tool.ts';
import { labelsOf } from './accessible-name.ts';
import { isAtRest, nextFrame, notePlace } from './at-rest.ts';
import { codeEditorOf, isCodeInput } from './code-editor.ts';
import { isInside, nearest } from './flat-tree.ts';
import { blockerOf, deepestAt, innerControl, reaches } from './hit-test.ts';
import { imageOfArea } from './image-map.ts';
import { isConnected, matches, queryAll, rectOf } from './natives.ts';
import { hundredths, tryPoints } from './reachable-point.ts';
import { named } from './refs.ts';
import { scrollSpotIntoView } from './scroll-spot.ts';
import { isDisabled, isEditable } from './states.ts';
import { boxesOf, isInView } from './target-points.ts';
import { isVisible } from './visibility.ts';
import { wayOut } from './way-out.ts';
import { whyDisabled, whyHidden } from './why-not.ts';

// Whether a target can be acted on now. One look, no waiting beyond two samples of its place: the worker
// asks again until its deadline, so that a page that leaves in between is noticed.

export { nextFrame };

export type NotReady = {
  readonly ready: false;
  readonly check: FailedCheck;
  /** The cause in one word, where the check has several. */
  readonly why: string;
  readonly covered_by: Named | null;
  /** What in the thing that covers seems to close it. */
  readonly way_out: Named | null;
};
export type Readied = { readonly ready: true; readonly point: Spot | null } | NotReady;

type Alignment = { readonly block: ScrollLogicalPosition; readonly inline: ScrollLogicalPosition };

/** Ways to scroll a target into view; each gets it out from under something else. */
const alignments: readonly Alignment[] = [
  { block: 'center', inline: 'nearest' },
  { block: 'start', inline: 'nearest' },
  { block: 'end', inline: 'nearest' },
  { block: 'nearest', inline: 'center' },
  { block: 'center', inline: 'end' },
  { block: 'center', inline: 'start' },
  { block: 'nearest', inline: 'nearest' },
];

/**
 * Looks whether an element has come as far as a tool needs; scrolls it into view for tools that need a
 * point. `position` is a place of the caller's choice, from the element's top left corner.
 */
export async function makeReady(
  element: Element,
  readiness: Readiness,
  position: Spot | null = null,
): Promise<Readied> {
  if (!isConnected(element)) return failed('attached');
  if (readiness === 'attached') return { ready: true, point: null };
  const shown = standInOf(element);
  if (!isShown(shown)) return failed('visible', whyHidden(shown));
  if (readiness === 'visible') return { ready: true, point: null };
  if (readiness !== 'receives-events' && isDisabled(element)) return failed('enabled', whyDisabled(element));
  if (readiness === 'editable' && !isEditable(element)) return failed('editable');
  if (!(await isAtRest(shown))) return failed('stable');
  const found = position === null ? findPoint(shown) : findPosition(shown, position);
  notePlace(shown);
  return found;
}

/**
 * The element that an act on `element` would really meet, and how far it has come. Whoever points at a row, and
 * the middle of it is a button, means the button, and it is the button that has to be judged.
 */
export async function readyTarget(
  element: Element,
  readiness: Readiness,
  position: Spot | null = null,
): Promise<{ readonly element: Element; readonly readied: Readied }> {
  const readied = await makeReady(element, readiness, position);
  const hit = readied.ready && readied.point !== null ? deepestAt(readied.point) : null;
  const inner = hit === null || readiness !== 'enabled' ? null : innerControl(hit, element);
  if (inner === null) return { element, readied };
  if (position !== null) return { element, readied: coveredBy(inner) };
  return { element: inner, readied: await makeReady(inner, readiness) };
}

/** What is told of a target that is not ready. */
export function unready(target: SeenTarget, not: NotReady): Resolution {
  const { check, why, covered_by, way_out } = not;
  return { state: 'unready', target, check, why, covered_by, way_out };
}

function failed(check: FailedCheck, why = ''): NotReady {
  return { ready: false, check, why, covered_by: null, way_out: null };
}

function coveredBy(blocker: Element): NotReady {
  return { ready: false, check: 'covered', why: '', covered_by: named(blocker), way_out: wayOut(blocker) };
}

/** An option of a native choice, and the input of a code editor, have hardly a box of their own; what is around stands in. */
function standInOf(element: Element): Element {
  if (isCodeInput(element)) return codeEditorOf(element) ?? element;
  if (!(element instanceof HTMLOptionElement)) return element;
  return nearest(element, (candidate) => candidate instanceof HTMLSelectElement) ?? element;
}

/** Visible itself, or a control that its visible label draws, or an area of a visible image. */
export function isShown(element: Element): boolean {
  if (isVisible(element)) return true;
  const image = imageOfArea(element);
  if (image !== null) return isVisible(image);
  const drawnByLabel =
    element instanceof HTMLInputElement && ['checkbox', 'radio', 'file'].includes(element.type);
  return drawnByLabel && labelsOf(element).some(isVisible);
}

/** Tries where it is, then several alignments; the last thing found over it is named. */
function findPoint(element: Element): Readied {
  let hit: Element | null = null;
  for (const alignment of [null, ...alignments]) {
    if (alignment !== null) scrollTo(element, alignment);
    const tried = tryPoints(element);
    if (tried.point !== null) return { ready: true, point: tried.point };
    hit = tried.hit ?? hit;
  }
  return refusal(element, hit);
}

function scrollTo(element: Element, alignment: Alignment): void {
  const own = imageOfArea(element) ?? element;
  // What is drawn by its label alone is brought into view by that.
  const anchor = rectOf(own).width > 1 || boxesOf(own).length < 1 ? own : (labelsOf(own)[0] ?? own);
  Element.prototype.scrollIntoView.call(anchor, { ...alignment, behavior: 'instant' });
}

function findPosition(element: Element, position: Spot): Readied {
  const rect = rectOf(element);
  if (position.x > rect.width || position.y > rect.height) {
    return failed('position', `${hundredths(rect.width)} x ${hundredths(rect.height)}`);
  }
  const pointOf = (): Spot => {
    const { left, top } = rectOf(element);
    return { x: left + position.x, y: top + position.y };
  };
  let hit: Element | null = null;
  for (const at of ['none', 'center', 'start', 'end'] as const) {
    if (at !== 'none') scrollSpotIntoView(element, pointOf, at);
    const point = pointOf();
    const found = isInView(point) ? deepestAt(point) : null;
    if (found === null) continue;
    if (reaches(found, element))
      return { ready: true, point: { x: hundredths(point.x), y: hundredths(point.y) } };
    hit = found;
  }
  return refusal(element, hit);
}

/** Why no point of an element gets events, told from what was found there instead. */
function refusal(element: Element, hit: Element | null): NotReady {
  const modal = modalOver(element);
  if (modal !== null) return coveredBy(modal);
  if (nearest(element, (candidate) => matches(candidate, '[inert]')) !== null) return failed('inert');
  if (hit === null) return failed('in-view');
  if (!isInside(element, hit)) return coveredBy(blockerOf(hit, element));
  return failed(getComputedStyle(element).pointerEvents === 'none' ? 'pointer-events' : 'in-view', 'clipped');
}

/** The modal dialog that keeps all else in the page from getting events. */
function modalOver(element: Element): Element | null {
  const modal = queryAll(document, 'dialog:modal').at(-1);
  return modal === undefined || isInside(element, modal) ? null : modal;
}
