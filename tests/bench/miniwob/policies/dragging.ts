import type { Policies, Policy } from '../policy.ts';
import type { Tools } from '../tools.ts';
import {
  all,
  centre,
  group,
  must,
  one,
  type Point,
  press,
  quoted,
  type Seen,
  submit,
  textOf,
} from './look.ts';

const sliderTries = 4;

/** Drags a slider's handle near the value, and steps to it by keys. */
async function setSlider(tools: Tools, slider: string, output: string, wanted: number): Promise<void> {
  const handle = `${slider} >> .ui-slider-handle`;
  const value = async () => Number(await textOf(tools, output));
  await press(tools, 'End', 1, handle);
  const most = await value();
  await press(tools, 'Home', 1, handle);
  const least = await value();
  const track = (await one(tools, slider)).box;
  const share = (wanted - least) / (most - least);
  const upright = track.height > track.width;
  const far = share * (upright ? track.height : track.width);
  if (far > 1) await tools.drag({ selector: handle, by: upright ? { x: 0, y: -far } : { x: far, y: 0 } });
  for (let turn = 0; turn < sliderTries; turn++) {
    const off = wanted - (await value());
    if (off === 0) return;
    await press(tools, off > 0 ? 'ArrowRight' : 'ArrowLeft', Math.abs(off), handle);
  }
}

const slideOne: Policy = async (utterance, tools) => {
  await setSlider(tools, '#slider', '#val', Number(group(utterance, /Select (-?\d+)/)));
  await submit(tools);
};

const slideThree: Policy = async (utterance, tools) => {
  const values = group(utterance, /\[(.*)\]/)
    .split(',')
    .map(Number);
  for (const [at, value] of values.entries())
    await setSlider(tools, `#slider-${at + 1}`, `#val-${at + 1}`, value);
  await submit(tools);
};

const slideThenTick: Policy = async (utterance, tools) => {
  await setSlider(tools, '#slider', '#val', Number(group(utterance, /Select (-?\d+)/)));
  const box = Number.parseInt(group(utterance, /the (\d)\w\w checkbox/), 10);
  await tools.fill({ selector: `#area input[type=checkbox] >> nth=${box - 1}`, value: true });
  await submit(tools);
};

const dragBox: Policy = async (_utterance, tools) => {
  const [small, large] = [await one(tools, '#draggableSmall'), await one(tools, '#draggableLarge')];
  const by = { x: large.box.x + 14 - small.box.x, y: large.box.y + 14 - small.box.y };
  await tools.drag({ selector: small.ref, by });
  await submit(tools);
};

const ways: Readonly<Record<string, Point>> = {
  left: { x: -30, y: 0 },
  right: { x: 30, y: 0 },
  up: { x: 0, y: -30 },
  down: { x: 0, y: 30 },
};

const dragShape: Policy = async (utterance, tools) => {
  const by = must(ways[group(utterance, /(left|right|up|down)/)], 'way');
  await tools.drag({ selector: '#area svg > *', by });
  await submit(tools);
};

const kinds: Readonly<Record<string, string>> = {
  rectangles: 'rect',
  circles: 'circle',
  triangles: 'polygon',
};

/** Where the next shape goes in a box, so that none lies exactly on another. */
function spot(box: Seen, at: number): Point {
  const middle = centre(box);
  return { x: middle.x - 8 + 4 * at, y: middle.y };
}

async function dragInto(tools: Tools, shape: Seen, box: Seen, at: number): Promise<void> {
  const from = centre(shape);
  const to = spot(box, at);
  const position = { x: shape.box.width / 2, y: shape.box.height / 2 };
  await tools.drag({ selector: shape.ref, position, by: { x: to.x - from.x, y: to.y - from.y } });
}

const isBox = ({ attributes }: Seen): boolean => attributes['fill'] === 'none';

const dragIntoBox: Policy = async (utterance, tools) => {
  const tag = kinds[group(utterance, /Drag all (\w+)/)];
  const drawn = await all(tools, '#area_svg > *');
  const box = must(drawn.find(isBox), 'box');
  const wanted = drawn.filter((shape) => shape.tag === tag && !isBox(shape));
  for (const [at, shape] of wanted.entries()) await dragInto(tools, shape, box, at);
  await submit(tools);
};

const sortIntoBoxes: Policy = async (utterance, tools) => {
  const word = group(utterance, /Drag all (\w+)/);
  const drawn = await all(tools, '#area_svg > *');
  const [left, right] = drawn.filter(isBox).sort((a, b) => a.box.x - b.box.x);
  const matches = ({ tag, attributes }: Seen) => tag === kinds[word] || attributes['fill'] === word;
  for (const [at, shape] of drawn.filter((shape) => !isBox(shape)).entries())
    await dragInto(tools, shape, must(matches(shape) ? left : right, 'box'), at);
  await submit(tools);
};

/** Past the middle of the place it shall take, from whichever side it comes. */
async function dragToPlace(tools: Tools, item: Seen, place: Seen): Promise<void> {
  const past = (from: number, to: number) => (to === from ? 0 : to - from + Math.sign(to - from) * 5);
  const by = { x: past(item.box.x, place.box.x), y: past(item.box.y, place.box.y) };
  await tools.drag({ selector: item.ref, by });
}

const dragInList: Policy = async (utterance, tools) => {
  const [, name, where] = must(/^Drag (.*) (to the|down by|up by) /.exec(utterance), 'wish');
  const items = await all(tools, '#sortable li');
  const at = items.findIndex(({ text }) => text === name);
  const nth = /the (\d)\w\w position/.exec(utterance)?.[1];
  const goal =
    nth !== undefined
      ? Number(nth) - 1
      : where === 'down by'
        ? at + 1
        : where === 'up by'
          ? at - 1
          : utterance.includes('to the top')
            ? 0
            : items.length - 1;
  await dragToPlace(tools, must(items[at], 'item'), must(items[goal], 'place'));
};

const columns = ['left', 'center', 'right'];
const rows = ['top', 'center', 'bottom'];
const steps: Readonly<Record<string, number>> = { 'up by': -3, 'down by': 3, 'left by': -1, 'right by': 1 };

const dragInGrid: Policy = async (utterance, tools) => {
  const [, name, where] = must(/^Drag (.*) (to the|up by|down by|left by|right by) /.exec(utterance), 'wish');
  const items = await all(tools, '#sortable li');
  const at = items.findIndex(({ text }) => text === name);
  const [row, column] = (/to the ([a-z ]+)\.$/.exec(utterance)?.[1] ?? '').split(' ');
  const step = steps[where ?? ''];
  const goal =
    step === undefined ? rows.indexOf(row ?? '') * 3 + columns.indexOf(column ?? row ?? '') : at + step;
  await dragToPlace(tools, must(items[at], 'item'), must(items[goal], 'place'));
};

const sortTurnsMax = 12;

const sortNumbers: Policy = async (_utterance, tools) => {
  for (let turn = 0; turn < sortTurnsMax; turn++) {
    const items = await all(tools, '#sortable li');
    const sorted = [...items].sort((one, other) => Number(one.text) - Number(other.text));
    const wrong = sorted.findIndex((item, at) => Number(item.text) !== Number(items[at]?.text));
    if (wrong === -1) break;
    await dragToPlace(tools, must(sorted[wrong], 'item'), must(items[wrong], 'place'));
  }
  await submit(tools);
};

const resize: Policy = async (utterance, tools) => {
  const far = utterance.includes('larger') ? 12 : -12;
  const wide = utterance.includes('width');
  const selector = wide ? '.ui-resizable-e' : '.ui-resizable-s';
  await tools.drag({ selector, by: wide ? { x: far, y: 0 } : { x: 0, y: far } });
  await submit(tools, '#submit');
};

/** Halves of an hour by their place in the list of cells: 8AM is the 16th. */
function cellAt(time: string): number {
  const [, hour, half] = must(/(\d+)(AM|PM)/.exec(time), 'time');
  return ((Number(hour) % 12) + (half === 'PM' ? 12 : 0)) * 2;
}

const createEvent: Policy = async (utterance, tools) => {
  const [, amount, unit] = must(/Create a ([\d.]+) (hour|min)/.exec(utterance), 'length');
  const length = Math.round(unit === 'hour' ? Number(amount) * 2 : Number(amount) / 30);
  const [, from, to] = must(/between (\w+) and (\w+)/.exec(utterance), 'times');
  const cells = await all(tools, '.half-hour');
  const events = await all(tools, '.event');
  const free = (at: number) => {
    const cell = must(cells[at], 'cell').box;
    return events.every(({ box }) => box.y >= cell.y + cell.height + 2 || box.y + box.height <= cell.y - 2);
  };
  const starts = Array.from(
    { length: cellAt(must(to, 'end')) - length - cellAt(must(from, 'start')) + 1 },
    (_, at) => at,
  );
  const start = starts
    .map((at) => at + cellAt(must(from, 'start')))
    .find((at) => Array.from({ length }, (_, more) => at + more).every(free));
  const first = must(cells[must(start, 'free time')], 'cell');
  const last = must(cells[must(start, 'free time') + length - 1], 'cell');
  const down = last.box.y - first.box.y + 10;
  await tools.drag({
    selector: first.ref,
    path: [
      { x: 50, y: 8 },
      { x: 52, y: down },
    ],
  });
  await tools.fill({ selector: '#event-name', value: must(quoted(utterance)[0], 'name') });
  await tools.click({ selector: '#controls .create' });
};

export const dragging: Policies = {
  'use-slider': slideOne,
  'use-slider-2': slideThree,
  'form-sequence': slideThenTick,
  'drag-box': dragBox,
  'drag-circle': dragShape,
  'drag-single-shape': dragShape,
  'drag-shapes': dragIntoBox,
  'drag-shapes-2': sortIntoBoxes,
  'drag-items': dragInList,
  'drag-items-grid': dragInGrid,
  'drag-sort-numbers': sortNumbers,
  'resize-textarea': resize,
  'daily-calendar': createEvent,
};
