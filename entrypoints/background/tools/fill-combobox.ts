import type { OptionList } from '../../../shared/engine-input.ts';
import { attempt, FaultError, raise } from '../../../shared/faults.ts';
import { collapse } from '../../../shared/plain-text.ts';
import { askEngine, numberOfRef, pause, prefixOf, stopIfCancelled } from './ask-engine.ts';
import type { Filled, Filling } from './fill.ts';
import type { Chosen, Wanted } from './fill-choice.ts';
import { textIn } from './fill-text.ts';
import { arrowDown, backspace, insertText, pressCombination, typeText } from './keyboard.ts';
import { clickTarget, leftClick } from './mouse.ts';
import { putIn, readBack } from './put-in.ts';
import { resolveTarget } from './resolve-targets.ts';
import { sameValue } from './same-value.ts';

type Option = OptionList['options'][number];

/**
 * Longest wait for a list to open under a field, and for the wanted option once other options are there.
 */
const listMs = 3_000;
const clickedListMs = 1_500;
const restMs = 600;
const pollMs = 60;
/** Left over to tell how it went. */
const answerMs = 300;
const typedCharactersMax = 200;
/** A list that draws only what shows is scrolled through for an option, this far at a time. */
const scrollPixels = 160;
const scrollsMax = 200;
const choicesToldMax = 50;

/**
 * Types into a text field with a list under it, as a person does, key by key. If the list then has an
 * option of exactly this name it is chosen; else the text stays and the list stays open, for the caller to
 * choose from.
 */
export async function fillCombobox(filling: Filling, wanted: string): Promise<Filled> {
  await typeInto(filling, wanted);
  const option = wanted === '' ? null : await awaitOption(filling, named(wanted));
  if (option !== null) await chooseOption(filling, option);
  const held = textIn(await readBack(filling));
  const matches = sameValue(held, wanted) || (option !== null && (await isShown(filling, option)));
  if (option !== null || wanted === '') {
    return { value: held, matches, ...(matches ? {} : { detail: 'The page holds something else now.' }) };
  }
  const { options } = await optionsOf(filling);
  if (options.length === 0) return { value: held, matches };
  const labels = options.slice(0, choicesToldMax).map(({ label }) => label);
  const detail = 'Typed, and the list under the field is open: choose one of its options.';
  return { value: held, matches, detail, options: labels };
}

async function typeInto(filling: Filling, text: string): Promise<void> {
  const { page, state, context } = filling;
  const long = text.length > typedCharactersMax;
  const put = await putIn(filling, { kind: 'key', select: true, frames: 1 }, async () => {
    if (textIn(state) !== '' || text === '') await pressCombination(page, backspace);
    if (long) await insertText(page, text);
    else await typeText(page, text, context.signal);
  });
  if (put === null) raise('not-actionable', 'The field does not take the focus.', 'Click it first.');
}

/** Opens a box that only offers choices, and chooses the option of this name. */
export async function fillPicker(filling: Filling, wanted: string): Promise<Filled> {
  if (sameValue(textIn(filling.state), wanted)) return { value: wanted, matches: true };
  const { labels, matches } = await chooseDrawn(filling, { by: 'text', values: [wanted] });
  return { value: labels[0] ?? collapse(textIn(await readBack(filling))), matches };
}

/** Chooses options of a list that the page draws: one by one, each by a click. */
export async function chooseDrawn(filling: Filling, wanted: Wanted): Promise<Chosen> {
  const count = wanted.by === 'text' ? wanted.values.length : wanted.indexes.length;
  const typed = filling.state.kind === 'combobox' && wanted.by === 'text';
  const start = typed ? await optionsOf(filling) : await openList(filling);
  if (!typed && !start.open)
    return refuse(filling, [], 'no list opened under it, neither by a click nor by the key ArrowDown');
  if (start.multiple) await unchoose(filling, wanted);
  else if (count !== 1) refuse(filling, start.options, 'it takes exactly one choice');
  const chosen: Option[] = [];
  const tests = wanted.by === 'text' ? wanted.values.map(named) : wanted.indexes.map(placed);
  for (const [at, test] of tests.entries()) {
    const text = wanted.by === 'text' ? (wanted.values[at] ?? '') : '';
    const option = await findOption(filling, test, text);
    if (!option.selected || !start.multiple) await chooseOption(filling, option);
    chosen.push(option);
  }
  await readBack(filling);
  const shown = await Promise.all(chosen.map((option) => isShown(filling, option)));
  const labels = chosen.map(({ label }) => label);
  return { values: chosen.map(({ value }) => value), labels, matches: shown.every(Boolean) };
}

type Test = (option: Option, index: number) => boolean;

function named(text: string): Test {
  const wanted = collapse(text).toLowerCase();
  return ({ label, value }) => collapse(label).toLowerCase() === wanted || (value !== '' && value === text);
}

function placed(place: number): Test {
  return (_option, index) => index === place;
}

async function optionsOf({ page, frameId, ref, context }: Filling): Promise<OptionList> {
  return askEngine(page, frameId, 'option_list', { ref }, context.deadline);
}

/** The list as it shows; a box that is shut is clicked first, and where that opens nothing asked by key. */
async function openList(filling: Filling): Promise<OptionList> {
  const now = await optionsOf(filling);
  if (now.open) return now;
  await clickTarget(filling.page, filling.target, leftClick, filling.context);
  const clicked = await awaitList(filling, clickedListMs);
  if (clicked.open) return clicked;
  const put = await attempt(() =>
    putIn(filling, { kind: 'key', select: false, frames: 1 }, () =>
      pressCombination(filling.page, arrowDown),
    ),
  );
  return put.ok ? awaitList(filling, listMs - clickedListMs) : clicked;
}

async function awaitList(filling: Filling, ms: number): Promise<OptionList> {
  const { context } = filling;
  const until = Math.min(context.deadline - answerMs, Date.now() + ms);
  for (;;) {
    stopIfCancelled(context.signal);
    const list = await optionsOf(filling);
    if (list.open || Date.now() >= until) return list;
    await pause(pollMs, context.signal);
  }
}

/** Unsets what is chosen in a multiple choice and is not wanted. */
async function unchoose(filling: Filling, wanted: Wanted): Promise<void> {
  const tests = wanted.by === 'text' ? wanted.values.map(named) : wanted.indexes.map(placed);
  const { options } = await optionsOf(filling);
  for (const [index, option] of options.entries()) {
    const keep = tests.some((test) => test(option, index));
    if (option.selected && !keep) await chooseOption(filling, option);
  }
}

/** The option: typed for in a field that filters, waited for, and scrolled to; raises when there is none. */
async function findOption(filling: Filling, test: Test, text: string): Promise<Option> {
  const before = await optionsOf(filling);
  const there = before.options.find(test);
  if (there !== undefined) return usable(filling, there);
  if (filling.state.kind === 'combobox' && text !== '') await typeInto(filling, text);
  else await openList(filling);
  const found = (await awaitOption(filling, test)) ?? (await scrollFor(filling, test));
  if (found !== null) return found;
  return refuse(filling, (await optionsOf(filling)).options, 'the list has no such option');
}

function refuse({ selector }: Filling, options: readonly Option[], why: string): never {
  return raise(
    'bad-arguments',
    `${JSON.stringify(selector)} does not take this value: ${why}.`,
    'Use one of the choices in the detail.',
    { choices: options.slice(0, choicesToldMax).map(({ label }) => label) },
  );
}

/**
 * The option that passes; null once the list has come to rest without it, or none opened in time.
 */
async function awaitOption(filling: Filling, test: Test): Promise<Option | null> {
  const { context } = filling;
  const until = Math.min(context.deadline, Date.now() + listMs);
  let last = '';
  let restsSince = Date.now();
  while (Date.now() < until) {
    stopIfCancelled(context.signal);
    const { open, busy, options } = await optionsOf(filling);
    const found = options.find(test);
    if (found !== undefined) return usable(filling, found);
    if (busy) restsSince = Date.now();
    const names = options.map(({ label }) => label).join('\n');
    if (names !== last) restsSince = Date.now();
    last = names;
    if (open && Date.now() - restsSince > restMs) return null;
    await pause(pollMs, context.signal);
  }
  return null;
}

function usable({ selector }: Filling, option: Option): Option {
  if (!option.disabled) return option;
  return raise(
    'not-actionable',
    `${JSON.stringify(selector)} does not take this value: that option is disabled.`,
    'Choose another one.',
  );
}

async function scrollFor(filling: Filling, test: Test): Promise<Option | null> {
  const { page, frameId, context } = filling;
  for (let turn = 0; turn < scrollsMax; turn++) {
    stopIfCancelled(context.signal);
    const { list, options } = await optionsOf(filling);
    const found = options.find(test);
    if (found !== undefined) return usable(filling, found);
    if (list === null) return null;
    const args = { ref: numberOfRef(list), by: { x: 0, y: scrollPixels }, to: null };
    const { scroller, moved } = await askEngine(page, frameId, 'scroll', args, context.deadline);
    if (scroller === null || scroller === 'page' || moved.y === 0) return null;
  }
  return null;
}

/** Clicks an option. A list that is drawn anew under the pointer makes the click miss; then it is looked for again, once. */
async function chooseOption(filling: Filling, option: Option): Promise<void> {
  const first = await attempt(() => clickOption(filling, option));
  if (first.ok) return;
  if (first.fault.code !== 'covered' && first.fault.code !== 'stale-ref') throw new FaultError(first.fault);
  const { options } = await optionsOf(filling);
  const again = options.find(({ label, value }) => label === option.label && value === option.value);
  if (again === undefined) throw new FaultError(first.fault);
  await clickOption(filling, again);
}

async function clickOption({ page, frameId, context }: Filling, option: Option): Promise<void> {
  const selector = `ref=${prefixOf(frameId)}e${numberOfRef(option.ref ?? '')}`;
  const query = { selector, readiness: 'enabled' } as const;
  const target = await resolveTarget(page, query, context.deadline, context.signal);
  await clickTarget(page, target, leftClick, context);
}

/** The option counts as chosen, or the field shows its name, or holds it. */
async function isShown(filling: Filling, option: Option): Promise<boolean> {
  const { page, frameId, ref, context } = filling;
  const { options } = await optionsOf(filling);
  const now = options.find(({ label, value }) => label === option.label && value === option.value);
  if (now?.selected === true) return true;
  const state = await readBack(filling);
  if (sameValue(textIn(state), option.label)) return true;
  return (await askEngine(page, frameId, 'shows_near', { ref, text: option.label }, context.deadline)).holds;
}
