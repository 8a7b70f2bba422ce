import type { Spot } from '../../shared/engine-methods.ts';
import { labelsOf } from './accessible-name.ts';
import { flatChildrenOf } from './flat-tree.ts';
import { imageOfArea, spotsInArea } from './image-map.ts';
import { rectOf, rectsOf } from './natives.ts';

// Where an element can be hit: points inside what of it shows. Most elements have one box; an inline link
// has one a line, an element without a box of its own has those of what it holds, a line of a drawing is
// thinner than its box.

const boxesMax = 6;
const innerNodesMax = 60;
const across = [0.5, 0.25, 0.75, 0.1, 0.9, 0.03, 0.97] as const;
const down = [0.5, 0.25, 0.75, 0.1, 0.9] as const;
/** Places along the outline of a drawn shape. */
const along = [0.5, 0.25, 0.75, 0.02] as const;

/**
 * Where a target shows: its own boxes, and those of its labels for a box or switch that is drawn by its
 * label.
 */
export function boxesOf(target: Element): readonly DOMRect[] {
  const image = imageOfArea(target);
  if (image !== null) return sized([rectOf(image)]);
  const own = ownBoxes(target);
  const control = target instanceof HTMLInputElement && ['checkbox', 'radio', 'file'].includes(target.type);
  return control ? [...own, ...labelsOf(target).flatMap(ownBoxes)] : own;
}

function ownBoxes(element: Element): readonly DOMRect[] {
  const rects = sized(rectsOf(element));
  return rects.length > 0 ? rects : innerBoxes(element);
}

function sized(rects: readonly DOMRect[]): readonly DOMRect[] {
  return rects.filter((rect) => rect.width > 0 && rect.height > 0).slice(0, boxesMax);
}

/** Boxes of what an element holds, for one that has none itself. */
function innerBoxes(element: Element): readonly DOMRect[] {
  const boxes: DOMRect[] = [];
  const queue: Node[] = [...flatChildrenOf(element)];
  for (let at = 0; at < Math.min(queue.length, innerNodesMax) && boxes.length < boxesMax; at++) {
    const node = queue[at];
    if (node instanceof Element) {
      const own = sized(rectsOf(node));
      boxes.push(...own);
      if (own.length === 0) queue.push(...flatChildrenOf(node));
    } else if (node instanceof Text) {
      const range = document.createRange();
      range.selectNodeContents(node);
      boxes.push(...sized(Array.from(range.getClientRects())));
    }
  }
  return boxes.slice(0, boxesMax);
}

/** Points to try, the most natural first, none outside the viewport. */
export function pointsOf(target: Element): readonly Spot[] {
  const points: Spot[] = [...spotsInArea(target), ...spotsOnShape(target)];
  for (const rect of boxesOf(target)) {
    points.push(pointAt(rect, 0.5, 0.5), ...middleOfShown(rect));
    for (const y of down) for (const x of across) points.push(pointAt(rect, x, y));
  }
  return points.filter(isInView);
}

function pointAt(rect: DOMRect, x: number, y: number): Spot {
  return { x: rect.left + rect.width * x, y: rect.top + rect.height * y };
}

/** The middle of what the viewport shows of a box: of a very large one nothing else may be in view. */
function middleOfShown(rect: DOMRect): readonly Spot[] {
  const left = Math.max(0, rect.left);
  const top = Math.max(0, rect.top);
  const right = Math.min(innerWidth, rect.right);
  const bottom = Math.min(innerHeight, rect.bottom);
  return right > left && bottom > top ? [{ x: (left + right) / 2, y: (top + bottom) / 2 }] : [];
}

/**
 * The middle of a drawn shape, and points on its outline for one that fills little of its box or nothing. The outline comes
 * second: of a filled shape it is the very edge, and the input is rounded to whole pixels.
 */
function spotsOnShape(target: Element): readonly Spot[] {
  if (!(target instanceof SVGGeometryElement)) return [];
  const toScreen = target.getScreenCTM();
  if (toScreen === null) return [];
  const length = target.getTotalLength();
  const outline = along.map((share) => {
    const { x, y } = target.getPointAtLength(length * share).matrixTransform(toScreen);
    return { x, y };
  });
  return [pointAt(rectOf(target), 0.5, 0.5), ...outline];
}

export function isInView(point: Spot): boolean {
  return point.x >= 0 && point.y >= 0 && point.x < innerWidth && point.y < innerHeight;
}
