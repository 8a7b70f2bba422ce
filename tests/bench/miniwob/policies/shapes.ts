import type { Policies, Policy } from '../policy.ts';
import type { Tools } from '../tools.ts';
import { all, clickOn, clickText, eventually, group, must, type Seen, shown } from './look.ts';

/** What an element of a drawing is, as a person would say it. */
type Shape = Readonly<{ element: Seen; size: 'large' | 'small'; colour: string; kind: string; text: string }>;

const kinds: Readonly<Record<string, string>> = { rect: 'rectangle', circle: 'circle', polygon: 'triangle' };
/** Drawn sizes in pixels: large ones are twice the small ones. */
const largeMin = 15;

async function shapesOf(tools: Tools): Promise<readonly Shape[]> {
  return (await all(tools, '#area_svg > *')).map(shapeOf);
}

function shapeOf(element: Seen): Shape {
  const { tag, attributes, box } = element;
  const size = tag === 'text' ? Number.parseFloat(attributes['font-size'] ?? '') : box.width;
  const kind = kinds[tag] ?? (/^\d$/.test(element.text) ? 'digit' : 'letter');
  const text = tag === 'text' ? element.text : kind;
  return {
    element,
    size: size >= largeMin ? 'large' : 'small',
    colour: attributes['fill'] ?? '',
    kind,
    text,
  };
}

const colours = ['red', 'green', 'blue', 'aqua', 'black', 'magenta', 'yellow'];

/** Whether a shape is a "small red letter", a "blue item", an "x". */
function fits(shape: Shape, description: string): boolean {
  return description.split(' ').every((word) => {
    if (word === 'large' || word === 'small') return shape.size === word;
    if (colours.includes(word)) return shape.colour === word;
    if (word === 'item') return true;
    if (word === 'shape') return shape.element.tag !== 'text';
    return shape.kind === word || shape.text === word;
  });
}

const clickShape: Policy = async (utterance, tools) => {
  const description = group(utterance, /^Click on a (.*)$/);
  const found = (await shapesOf(tools)).find((shape) => fits(shape, description));
  await clickOn(tools, must(found, description).element);
};

const countShape: Policy = async (utterance, tools) => {
  const description = group(utterance, /^How many (.*)s are there/);
  const count = (await shapesOf(tools)).filter((shape) => fits(shape, description)).length;
  await clickText(tools, '#count-buttons button', String(count));
};

const identifyShape: Policy = async (_utterance, tools) => {
  const { kind } = must((await shapesOf(tools))[0], 'shape');
  const name = kind === 'digit' ? 'Number' : kind.charAt(0).toUpperCase() + kind.slice(1);
  await clickText(tools, '#area-buttons button', name);
};

const clickGridPoint: Policy = async (utterance, tools) => {
  const [, x, y] = must(/\((-?\d),(-?\d)\)/.exec(utterance), 'coordinate');
  const circles = await all(tools, '#area circle');
  const columns = places(circles.map(({ box }) => box.x));
  const rows = places(circles.map(({ box }) => box.y));
  // The origin is in the middle of five columns and rows, and y grows upwards.
  const column = columns[Number(x) + 2];
  const row = rows[2 - Number(y)];
  const found = circles.find(({ box }) => box.x === column && box.y === row);
  await clickOn(tools, must(found, 'point'));
};

function places(values: readonly number[]): readonly number[] {
  return [...new Set(values)].sort((one, other) => one - other);
}

/** The numbers are seen once; after the first click only blank squares stand where they stood. */
const ascending: Policy = async (_utterance, tools) => {
  const numbers = [...(await all(tools, '#area_svg text'))].sort(
    (one, other) => Number(one.text) - Number(other.text),
  );
  const first = must(numbers[0], 'number');
  await clickOn(tools, first);
  for (const number of numbers.slice(1)) {
    const squares = await all(tools, '#area_svg rect');
    const away = ({ box }: Seen) => Math.hypot(box.x - number.box.x, box.y - number.box.y);
    const nearest = [...squares].sort((one, other) => away(one) - away(other))[0];
    await clickOn(tools, must(nearest, 'square'));
  }
};

/** Titles grow with the wheel; while they are lower than this, in pixels, it has hardly begun to open. */
const openMin = 8;

/** The hub of the wheel opens it; its titles are drawn over the slices. */
const clickPie: Policy = async (utterance, tools) => {
  const label = group(utterance, /labeled "(.)"/);
  await tools.click({ selector: '#divWheel [id$=spreadertitle]' });
  let before = 0;
  const title = await eventually(async () => {
    const found = (await shown(tools, '#divWheel text')).find(({ text }) => text === label);
    const grown = found !== undefined && found.box.height > openMin && found.box.height === before;
    before = found?.box.height ?? 0;
    return grown ? found : null;
  });
  await clickOn(tools, title);
};

export const shapes: Policies = {
  'click-shape': clickShape,
  'count-shape': countShape,
  'identify-shape': identifyShape,
  'grid-coordinate': clickGridPoint,
  'ascending-numbers': ascending,
  'click-pie': clickPie,
  'click-pie-nodelay': clickPie,
};
