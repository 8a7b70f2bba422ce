import type { Policies, Policy } from '../policy.ts';
import type { Tools } from '../tools.ts';
import { colourOf, hexOf, hexOfName, strongestOf } from './colours.ts';
import {
  all,
  clickOn,
  clickText,
  eventually,
  group,
  must,
  one,
  quoted,
  same,
  shown,
  submit,
} from './look.ts';

const clickNamedButton: Policy = async (utterance, tools) => {
  await clickText(tools, '#area button', must(quoted(utterance)[0], 'label'));
};

const clickOneOfTwo: Policy = async (utterance, tools) => {
  await clickText(tools, '#area button', group(utterance, /button (\w+)/));
};

const clickSequence: Policy = async (utterance, tools) => {
  for (const [, name] of utterance.matchAll(/button ([A-Z]+)/g))
    await clickText(tools, '#area button', name ?? '');
};

const clickLink: Policy = async (utterance, tools) => {
  await clickText(tools, '#area .alink', must(quoted(utterance)[0], 'link'));
};

const closeDialog: Policy = async (_utterance, tools) => {
  await tools.click({ selector: '.ui-dialog-titlebar button' });
};

const clickInDialog: Policy = async (utterance, tools) => {
  const label = must(quoted(utterance)[0], 'label');
  if (label === 'x') await tools.click({ selector: '.ui-dialog-titlebar button' });
  else await clickText(tools, '.ui-dialog-buttonpane button', label);
};

const clickTab: Policy = async (utterance, tools) => {
  await clickText(tools, '#area ul a', group(utterance, /(Tab #\d)/));
};

const linkInTabs: Policy = async (utterance, tools) => {
  const text = must(quoted(utterance)[0], 'link');
  if (await clickVisibleLink(tools, text)) return;
  for (const tab of (await all(tools, '#area ul a')).slice(1)) {
    await clickOn(tools, tab);
    if (await clickVisibleLink(tools, text)) return;
  }
};

async function clickVisibleLink(tools: Tools, text: string, within = '#area'): Promise<boolean> {
  const link = (await shown(tools, `${within} >> .alink`)).find((element) => same(element.text, text));
  if (link === undefined) return false;
  await clickOn(tools, link);
  return true;
}

const expandAndSubmit: Policy = async (_utterance, tools) => {
  await tools.click({ selector: '#area h3' });
  await tools.wait({ selector: '.ui-accordion-content' });
  await submit(tools);
};

const linkInSections: Policy = async (utterance, tools) => {
  const text = must(quoted(utterance)[0], 'link');
  const sections = await all(tools, '#area h3');
  for (const section of sections) {
    await clickOn(tools, section);
    const panel = `#${must(section.attributes['aria-controls'], 'panel')}`;
    await tools.wait({ selector: panel });
    // While it unfolds, some of what is in it does not show yet.
    await eventually(
      async () => (await all(tools, `${panel} >> .alink`)).every(({ visible }) => visible) || null,
    );
    if (await clickVisibleLink(tools, text, panel)) return;
  }
};

const clickColour: Policy = async (utterance, tools) => {
  const wanted = hexOfName(group(utterance, /Click on the (\w+) colored box/));
  const boxes = await all(tools, '#area .color', ['background-color']);
  const found = boxes.find(({ styles }) => hexOf(colourOf(styles['background-color'] ?? '')) === wanted);
  await clickOn(tools, must(found, 'box of that colour'));
};

const clickShades: Policy = async (utterance, tools) => {
  const wanted = group(utterance, /shades of (\w+)/);
  for (const shade of await all(tools, '#area span', ['background-color'])) {
    if (strongestOf(colourOf(shade.styles['background-color'] ?? '')) === wanted) await clickOn(tools, shade);
  }
  await submit(tools, '#submit');
};

const widgets: Readonly<Record<string, string>> = {
  radio: '#area input[type=radio]',
  checkbox: '#area input[type=checkbox]',
  text: '#area input[type=input]',
  textarea: '#area textarea',
  button: '#area button',
};

const clickWidget: Policy = async (utterance, tools) => {
  const selector = must(widgets[must(quoted(utterance)[0], 'kind')], 'widget of that kind');
  await tools.click({ selector: `${selector} >> nth=0` });
};

const chooseInMenu: Policy = async (utterance, tools) => {
  const path = group(utterance, /^Select (.*)$/).split('>');
  for (const [at, name] of path.entries()) {
    const item = await eventually(async () =>
      (await shown(tools, '#menu li > div')).find(({ text }) => same(text, name)),
    );
    if (at < path.length - 1) await tools.hover({ selector: item.ref });
    else await clickOn(tools, item);
  }
};

const chooseByIcon: Policy = async (utterance, tools) => {
  await tools.click({ selector: '#open-menu' });
  const label = quoted(utterance)[1];
  const icon = label === undefined ? await one(tools, '#query .ui-icon', ['background-position']) : null;
  const find = async () => {
    if (icon === null)
      return (await shown(tools, '#menu li > div')).find(({ text }) => same(text, label ?? ''));
    const icons = await shown(tools, '#menu li > div > .ui-icon:not(.ui-menu-icon)', ['background-position']);
    return icons.find(({ styles }) => styles['background-position'] === icon.styles['background-position']);
  };
  const item = await find();
  if (item !== undefined) return clickOn(tools, item);
  const folder = (await shown(tools, '#menu li > div')).find(({ text }) => same(text, 'Playback'));
  await tools.hover({ selector: must(folder, 'submenu').ref });
  await clickOn(tools, await eventually(find));
};

const openTree: Policy = async (utterance, tools) => {
  const name = must(quoted(utterance)[0], 'file');
  for (let turn = 0; turn < 20; turn++) {
    const found = (await shown(tools, '#tree span')).find(({ text }) => same(text, name));
    if (found !== undefined) return clickOn(tools, found);
    const closed = (await shown(tools, '#tree li.expandable > .hitarea'))[0];
    await clickOn(tools, must(closed, 'folder left to open'));
  }
};

const revealCards: Policy = async (_utterance, tools) => {
  const cards = await all(tools, '#cardholder .card');
  const values: number[] = [];
  for (const card of cards) {
    await clickOn(tools, card);
    values.push(Number((await one(tools, '.card:not(.hidden)')).text));
  }
  await clickOn(tools, must(cards[values.indexOf(Math.max(...values))], 'greatest card'));
  await submit(tools, '#submit');
};

export const clicking: Policies = {
  'click-test': (_utterance, tools) => submit(tools),
  'click-test-2': clickOneOfTwo,
  'click-test-transfer': clickOneOfTwo,
  'click-button': clickNamedButton,
  'unicode-test': clickNamedButton,
  'click-button-sequence': clickSequence,
  'click-link': clickLink,
  'click-dialog': closeDialog,
  'click-dialog-2': clickInDialog,
  'click-tab': clickTab,
  'click-tab-2': linkInTabs,
  'click-tab-2-easy': linkInTabs,
  'click-tab-2-medium': linkInTabs,
  'click-tab-2-hard': linkInTabs,
  'click-collapsible': expandAndSubmit,
  'click-collapsible-nodelay': expandAndSubmit,
  'click-collapsible-2': linkInSections,
  'click-collapsible-2-nodelay': linkInSections,
  'click-color': clickColour,
  'click-shades': clickShades,
  'click-widget': clickWidget,
  'click-menu': chooseInMenu,
  'click-menu-2': chooseByIcon,
  'navigate-tree': openTree,
  'find-greatest': revealCards,
};
