import type { Policies, Policy } from '../policy.ts';
import type { Tools } from '../tools.ts';
import { colourOf, hexOf, hexOfName } from './colours.ts';
import {
  all,
  centre,
  clickText,
  eventually,
  fill,
  group,
  must,
  one,
  type Point,
  type Seen,
  submit,
} from './look.ts';
import { sidesOf } from './outline-of.ts';

const canvas = '#svg-grid';

/** Clicks at a point of the viewport; where the page draws its mark beside the point, once more with that difference taken off. */
async function mark(tools: Tools, goal: Point): Promise<void> {
  const { box } = await one(tools, canvas);
  const at = { x: goal.x - box.x, y: goal.y - box.y };
  await tools.click({ selector: canvas, position: at });
  const drawn = centre(await one(tools, '#blue-circle'));
  const off = { x: Math.round(drawn.x - goal.x), y: Math.round(drawn.y - goal.y) };
  if (off.x !== 0 || off.y !== 0)
    await tools.click({ selector: canvas, position: { x: at.x - off.x, y: at.y - off.y } });
  await submit(tools);
}

const circleCentre: Policy = async (_utterance, tools) => {
  await mark(tools, centre(await one(tools, `${canvas} >> circle`)));
};

const midpoint: Policy = async (_utterance, tools) => {
  const [a, b] = (await all(tools, `${canvas} >> circle`)).map(centre);
  await mark(tools, middle(must(a, 'point'), must(b, 'point')));
};

const bisect: Policy = async (_utterance, tools) => {
  const circles = await all(tools, `${canvas} >> circle`, ['fill']);
  const isBlue = ({ styles }: Seen) => hexOf(colourOf(styles['fill'] ?? '')) === '0000ff';
  const vertex = centre(must(circles.find(isBlue), 'blue point'));
  const [a, b] = circles.filter((circle) => !isBlue(circle)).map(centre);
  const one = towards(vertex, must(a, 'point'), 1);
  const other = towards(vertex, must(b, 'point'), 1);
  await markAlong(tools, vertex, [middle(one, other)]);
};

const rightAngle: Policy = async (_utterance, tools) => {
  const circles = await all(tools, `${canvas} >> circle`, ['fill']);
  const isBlue = ({ styles }: Seen) => hexOf(colourOf(styles['fill'] ?? '')) === '0000ff';
  const vertex = centre(must(circles.find(isBlue), 'blue point'));
  const end = centre(
    must(
      circles.find((circle) => !isBlue(circle)),
      'black point',
    ),
  );
  const across = { x: -(end.y - vertex.y), y: end.x - vertex.x };
  const ways = [1, -1].map((way) => ({ x: vertex.x + across.x * way, y: vertex.y + across.y * way }));
  await markAlong(tools, vertex, ways);
};

/** As far from the vertex as the drawing allows, since far points have a finer angle. */
async function markAlong(tools: Tools, vertex: Point, ways: readonly Point[]): Promise<void> {
  const { box } = await one(tools, canvas);
  // The button lies over a part of the drawing.
  const button = (await one(tools, '#subbtn')).box;
  const inside = ({ x, y }: Point) =>
    x > box.x + 4 &&
    y > box.y + 4 &&
    x < box.x + box.width - 4 &&
    y < Math.min(box.y + box.height, button.y) - 4;
  const goals = ways.flatMap((way) =>
    Array.from({ length: 100 }, (_, at) => towards(vertex, way, 100 - at))
      .filter(inside)
      .slice(0, 1),
  );
  const far = (point: Point) => Math.hypot(point.x - vertex.x, point.y - vertex.y);
  const goal = must([...goals].sort((a, b) => far(b) - far(a))[0], 'room for a point');
  await mark(tools, goal);
}

function middle(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}

function towards(from: Point, to: Point, distance: number): Point {
  const whole = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  return {
    x: from.x + ((to.x - from.x) / whole) * distance,
    y: from.y + ((to.y - from.y) / whole) * distance,
  };
}

const circlePoints = 24;
const circleRadius = 25;

const drawCircle: Policy = async (_utterance, tools) => {
  const { box } = await one(tools, '#area svg');
  const middle = centre(await one(tools, '#circ'));
  const at = { x: middle.x - box.x, y: middle.y - box.y };
  const start = at.x > box.width / 2 ? Math.PI : 0;
  const path = Array.from({ length: circlePoints + 1 }, (_, step) => {
    const angle = start + (step * 2 * Math.PI) / circlePoints;
    return { x: at.x + circleRadius * Math.cos(angle), y: at.y + circleRadius * Math.sin(angle) };
  });
  await tools.drag({ selector: '#area svg', path });
  await tools.click({ selector: '#controls button' });
};

const lineMargin = 6;

const drawLine: Policy = async (utterance, tools) => {
  const { box } = await one(tools, '#area svg');
  const dot = centre(await one(tools, '#circ'));
  // Still through the dot, which is eight pixels wide, but nearer to its corner, from which the page measures.
  const at = { x: dot.x - box.x - 2, y: dot.y - box.y - 2 };
  const path = utterance.includes('horizontal')
    ? [{ x: lineMargin, y: at.y }, at, { x: box.width - lineMargin, y: at.y }]
    : [{ x: at.x, y: lineMargin }, at, { x: at.x, y: box.height - lineMargin }];
  await tools.drag({ selector: '#area svg', path });
  await tools.click({ selector: '#controls button' });
};

const highlight: Policy = async (utterance, tools) => {
  const at = /the (\d)\w\w paragraph/.exec(utterance)?.[1];
  const selector = at === undefined ? '#randomText' : `#randomText p >> nth=${Number(at) - 1}`;
  await tools.click({ selector, count: 3 });
  await submit(tools);
};

const namedColour: Policy = async (utterance, tools) => {
  await fill(tools, '#col', hexOfName(group(utterance, /Select (\w+) with/)).toUpperCase());
  await submitPastPicker(tools);
};

const shownColour: Policy = async (_utterance, tools) => {
  const sample = await one(tools, '#query .cc', ['background-color']);
  await fill(tools, '#col', hexOf(colourOf(sample.styles['background-color'] ?? '')).toUpperCase());
  await submitPastPicker(tools);
};

/** The picker opens over the button as the field gets the focus, and closes with a click beside it. */
async function submitPastPicker(tools: Tools): Promise<void> {
  await tools.click({ selector: '#query' });
  await submit(tools);
}

const countSides: Policy = async (_utterance, tools) => {
  const { image } = await tools.screenshot({ selector: '#c' });
  await clickText(tools, '#form button', String(sidesOf(image)));
};

/** How the cube must be turned, about X and Y, for each side to face the person. */
const turns: readonly (readonly [number, number | null])[] = [
  [264, null],
  [0, 0],
  [0, 269],
  [0, 177],
  [0, 86],
  [88, null],
];
const turnsMax = 30;

const turnCube: Policy = async (utterance, tools) => {
  const side = Number(group(utterance, /"(\d)"/));
  const [aboutX, aboutY] = must(turns[side - 1], 'side');
  for (let turn = 0; turn < turnsMax; turn++) {
    const style = await atRest(tools);
    const front = (await one(tools, '.cube-image.active')).text;
    const [x, y] = [...style.matchAll(/rotate[XY]\((-?[\d.]+)deg\)/g)].map(([, angle]) => Number(angle));
    if (front === String(side) && (turn > 0 || side === 6)) break;
    const offX = shortest(aboutX - (x ?? 0));
    const offY = aboutY === null || Math.abs(offX) > 40 ? 0 : shortest(aboutY - (y ?? 0));
    await tools.drag({ selector: '.viewport', by: { x: pixels(offY), y: pixels(-offX) } });
  }
  // A press right after a move would take the move for a pull at the cube.
  await tools.hover({ selector: '#subbtn' });
  await submit(tools);
};

/** How the cube is turned, once it has stopped turning. */
async function atRest(tools: Tools): Promise<string> {
  let before = '';
  return eventually(async () => {
    const { attributes } = await one(tools, '.cube');
    const now = attributes['style'] ?? '';
    const same = now !== '' && now === before;
    before = now;
    return same ? now : null;
  });
}

function shortest(angle: number): number {
  return ((((angle + 180) % 360) + 360) % 360) - 180;
}

/** A pixel of the hand turns the cube by more than a degree, and it turns on a little after. */
function pixels(angle: number): number {
  const by = angle / 1.6;
  return Math.sign(by) * Math.min(80, Math.abs(by));
}

export const geometry: Policies = {
  'circle-center': circleCentre,
  'find-midpoint': midpoint,
  'bisect-angle': bisect,
  'right-angle': rightAngle,
  'draw-circle': drawCircle,
  'draw-line': drawLine,
  'highlight-text': highlight,
  'highlight-text-2': highlight,
  'use-colorwheel': namedColour,
  'use-colorwheel-2': shownColour,
  'count-sides': countSides,
  'drag-cube': turnCube,
};
