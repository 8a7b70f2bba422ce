import type { Policies, Policy } from '../policy.ts';
import { clickOn, must, press, shown, submit, textOf } from './look.ts';

const buttons: Readonly<Record<string, string>> = {
  bold: '.ql-bold',
  italics: '.ql-italic',
  underlined: '.ql-underline',
};

/** One shade of each name, as the editor's palette shows it. */
const palette: Readonly<Record<string, string>> = {
  red: 'rgb(230, 0, 0)',
  orange: 'rgb(255, 153, 0)',
  yellow: 'rgb(255, 255, 0)',
  green: 'rgb(0, 138, 0)',
  blue: 'rgb(0, 102, 204)',
  purple: 'rgb(153, 51, 255)',
};

const styleText: Policy = async (utterance, tools) => {
  const text = await textOf(tools, '.ql-editor');
  const word = /give the text (\S+) the (?:style|color)/.exec(utterance)?.[1];
  await tools.click({ selector: '.ql-editor p' });
  if (word === undefined) {
    await press(tools, 'Control+A', 1);
  } else {
    const at = text.split(' ').reduce<{ place: number; found: number }>(
      ({ place, found }, each) => ({
        place: place + each.length + 1,
        found: found < 0 && each === word ? place : found,
      }),
      { place: 0, found: -1 },
    ).found;
    await press(tools, 'Control+Home', 1);
    await press(tools, 'ArrowRight', at);
    await press(tools, 'Shift+ArrowRight', word.length);
  }
  const style = /style (\w+)/.exec(utterance)?.[1];
  if (style !== undefined) {
    await tools.click({ selector: must(buttons[style], 'button') });
  } else {
    const wanted = palette[must(/(?:the color|everything the color) (\w+)/.exec(utterance)?.[1], 'colour')];
    await tools.click({ selector: '.ql-color .ql-picker-label' });
    await tools.wait({ selector: '.ql-color .ql-picker-options' });
    const items = await shown(tools, '.ql-color .ql-picker-item', ['background-color']);
    await clickOn(
      tools,
      must(
        items.find(({ styles }) => styles['background-color'] === wanted),
        'colour',
      ),
    );
  }
  await submit(tools);
};

export const editing: Policies = { 'text-editor': styleText };
