import type { Spot } from '../../shared/engine-methods.ts';
import { nearest } from './flat-tree.ts';
import { attributeOf, offsetHeightOf, offsetWidthOf, queryAll, rectOf, rootOf } from './natives.ts';

// Areas of image maps have no box: they are where the image that uses their map shows.

const cornersMax = 40;

/** The image on which an area lies; null for what is no area. */
export function imageOfArea(element: Element): HTMLImageElement | null {
  if (!(element instanceof HTMLAreaElement)) return null;
  const map = nearest(element, (candidate) => candidate instanceof HTMLMapElement);
  const root = rootOf(element);
  const name = map === null ? null : (attributeOf(map, 'name') ?? attributeOf(map, 'id'));
  if (root === null || name === null || name === '') return null;
  const user = queryAll(root, 'img[usemap]').find(
    (image) => (attributeOf(image, 'usemap') ?? '').replace(/^.*#/, '') === name,
  );
  return user instanceof HTMLImageElement ? user : null;
}

/** Points inside an area, in the viewport; none for what is no area. */
export function spotsInArea(element: Element): readonly Spot[] {
  const image = imageOfArea(element);
  if (image === null || !(element instanceof HTMLAreaElement)) return [];
  const rect = rectOf(image);
  const scaleX = offsetWidthOf(image) > 0 ? rect.width / offsetWidthOf(image) : 1;
  const scaleY = offsetHeightOf(image) > 0 ? rect.height / offsetHeightOf(image) : 1;
  return insideOf(element).map(({ x, y }) => ({ x: rect.left + x * scaleX, y: rect.top + y * scaleY }));
}

/** Points inside an area, from the image's top left corner. */
function insideOf(area: HTMLAreaElement): readonly Spot[] {
  const numbers = (attributeOf(area, 'coords') ?? '').split(',').map(Number);
  const [a = 0, b = 0, c = 0, d = 0] = numbers;
  switch ((attributeOf(area, 'shape') ?? 'rect').toLowerCase()) {
    case 'circle':
    case 'circ':
      return [{ x: a, y: b }];
    case 'poly':
    case 'polygon':
      return insidePolygon(numbers);
    case 'default':
      return [];
    default:
      return [{ x: (a + c) / 2, y: (b + d) / 2 }];
  }
}

/** The middle of all corners, and that of each three in a row: one of them lies inside. */
function insidePolygon(numbers: readonly number[]): readonly Spot[] {
  const corners: Spot[] = [];
  for (let at = 0; at + 1 < numbers.length && corners.length < cornersMax; at += 2) {
    corners.push({ x: numbers[at] ?? 0, y: numbers[at + 1] ?? 0 });
  }
  if (corners.length === 0) return [];
  const ears = corners.map((corner, at) =>
    middleOf([
      corner,
      corners[(at + 1) % corners.length] ?? corner,
      corners[(at + 2) % corners.length] ?? corner,
    ]),
  );
  return [middleOf(corners), ...ears];
}

function middleOf(corners: readonly Spot[]): Spot {
  const sum = corners.reduce((total, { x, y }) => ({ x: total.x + x, y: total.y + y }), { x: 0, y: 0 });
  return { x: sum.x / corners.length, y: sum.y / corners.length };
}
