import type { Policies, Policy } from '../policy.ts';
import type { Tools } from '../tools.ts';
import { digitRows } from './digit-rows.ts';
import {
  all,
  clickOn,
  clickText,
  eventually,
  fill,
  group,
  must,
  one,
  quoted,
  same,
  shown,
  submit,
} from './look.ts';
import { synonyms } from './synonyms.ts';

/** Ticks the boxes whose labels are named; the labels are the targets, as for a person. */
async function tick(tools: Tools, wanted: (label: string) => boolean): Promise<void> {
  for (const label of await all(tools, '#area label')) if (wanted(label.text)) await clickOn(tools, label);
  await submit(tools);
}

const tickNamed: Policy = async (utterance, tools) => {
  const names = group(utterance, /^Select (.*) and click Submit/).split(', ');
  await tick(tools, (label) => names.includes(label));
};

const tickSimilar: Policy = async (utterance, tools) => {
  const words = group(utterance, /similar to (.*) and click Submit/).split(', ');
  const alike = (word: string) => synonyms.filter((family) => family.includes(word)).flat();
  const wanted = new Set(words.flatMap(alike));
  await tick(tools, (label) => wanted.has(label));
};

const drawDigit: Policy = async (utterance, tools) => {
  const rows = must(digitRows[Number(quoted(utterance)[0])], 'digit');
  const boxes = await all(tools, '#checkboxes input');
  const fields = [...rows.join('')].flatMap((mark, at) =>
    mark === '#' ? [{ selector: must(boxes[at], 'box').ref, value: true }] : [],
  );
  await tools.fill({ fields });
  await submit(tools);
};

const chooseOne: Policy = async (utterance, tools) => {
  const values = group(utterance, /^Select (.*) from the list/);
  await tools.select_option({ selector: '#options', values });
  await tools.click({ selector: '#area button' });
};

const chooseSome: Policy = async (utterance, tools) => {
  const wanted = group(utterance, /^Select (.*) from the scroll list/);
  const labels = (await all(tools, '#options option')).map(({ name, text, attributes }) =>
    (text || name || attributes['value'] || '').trim(),
  );
  const pairs = labels.flatMap((first) => labels.map((second) => [first, second]));
  const values = [...labels.map((label) => [label]), ...pairs].find((choice) => choice.join(', ') === wanted);
  await tools.select_option({ selector: '#options', values: must(values, 'such choice') });
  await tools.click({ selector: '#area button' });
};

const months = 'January February March April May June July August September October November December'.split(
  ' ',
);
const monthsMax = 40;

/** Turns the leaves of a date picker to a month and clicks the day. */
export async function pickDate(tools: Tools, field: string, date: string): Promise<void> {
  const [month, day, year] = date.split('/').map(Number);
  const wanted = (year ?? 0) * 12 + (month ?? 0) - 1;
  await tools.click({ selector: field });
  await tools.wait({ selector: '#ui-datepicker-div' });
  for (let turn = 0; turn < monthsMax; turn++) {
    const name = (await one(tools, '.ui-datepicker-month')).text;
    const at = Number((await one(tools, '.ui-datepicker-year')).text) * 12 + months.indexOf(name);
    if (at === wanted) break;
    await tools.click({ selector: at > wanted ? '.ui-datepicker-prev' : '.ui-datepicker-next' });
  }
  await clickText(tools, '.ui-datepicker-calendar td a', String(day));
}

const chooseDate: Policy = async (utterance, tools) => {
  await pickDate(tools, '#datepicker', group(utterance, /(\d+\/\d+\/\d+)/));
  await submit(tools);
};

const complete: Policy = async (utterance, tools) => {
  const [start, end] = quoted(utterance);
  await tools.press_key({ selector: '#tags', text: must(start, 'beginning') });
  const item = await eventually(async () =>
    (await shown(tools, '.ui-menu-item')).find(
      ({ text }) => text.startsWith(start ?? '') && text.endsWith(end ?? ''),
    ),
  );
  await clickOn(tools, item);
  await submit(tools);
};

const dropDownThenButton: Policy = async (utterance, tools) => {
  const option = group(utterance, /Choose (.*) from the dropdown/);
  await tools.click({ selector: '.selectric' });
  await tools.wait({ selector: '.selectric-items' });
  await clickText(tools, '.selectric-items li', option);
  await clickText(tools, '#buttons button', must(quoted(utterance)[0], 'button'));
};

const radioThenText: Policy = async (utterance, tools) => {
  const radio = Number.parseInt(group(utterance, /Check the (\w+) radio/), 10) - 1;
  const field = Number.parseInt(group(utterance, /into the (\w+) textbox/), 10) - 1;
  await tools.fill({ selector: `#area input[type=radio] >> nth=${radio}`, value: true });
  await fill(tools, `#area input[type=text] >> nth=${field}`, must(quoted(utterance)[0], 'number'));
  await submit(tools);
};

const orderFood: Policy = async (utterance, tools) => {
  const names = /Order one of each item: (.*)$/.exec(utterance)?.[1]?.split(', ');
  if (names !== undefined) {
    const items = await all(tools, '.food-item .item-name');
    for (const name of names) {
      const at = items.findIndex(({ text }) => same(text, name));
      await tools.click({ selector: `.food-item >> nth=${at} >> .add` });
    }
  } else {
    const [, count, type] = must(/Order (\d+) items that are (.*)$/.exec(utterance), 'order');
    const first = await firstOfType(tools, must(type, 'type'));
    for (let time = 0; time < Number(count); time++)
      await tools.click({ selector: `.food-item >> nth=${first} >> .add` });
  }
  await tools.click({ selector: '#submit-order button' });
};

async function firstOfType(tools: Tools, type: string): Promise<number> {
  const count = (await all(tools, '.food-item')).length;
  for (let at = 0; at < count; at++) {
    const types = await all(tools, `.food-item >> nth=${at} >> .types img`);
    if (types.some(({ name }) => name === type)) return at;
  }
  throw new Error(`nothing on the menu is ${type}`);
}

export const choosing: Policies = {
  'click-checkboxes': tickNamed,
  'click-checkboxes-large': tickNamed,
  'click-checkboxes-transfer': tickNamed,
  'click-checkboxes-soft': tickSimilar,
  'click-option': tickNamed,
  'number-checkboxes': drawDigit,
  'choose-list': chooseOne,
  'click-scroll-list': chooseSome,
  'choose-date': chooseDate,
  'choose-date-easy': chooseDate,
  'choose-date-medium': chooseDate,
  'choose-date-nodelay': chooseDate,
  'use-autocomplete': complete,
  'use-autocomplete-nodelay': complete,
  'form-sequence-2': radioThenText,
  'form-sequence-3': dropDownThenButton,
  'order-food': orderFood,
};
