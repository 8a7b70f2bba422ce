import type { FieldState } from '../../../shared/engine-methods.ts';
import { attempt, raise } from '../../../shared/faults.ts';
import { askEngine, pause } from './ask-engine.ts';
import type { Filled, Filling } from './fill.ts';
import { parseCombination } from './key-table.ts';
import { insertText, pressCombination, typeText } from './keyboard.ts';
import { withProof } from './mouse.ts';
import { sameValue, sameWords } from './same-value.ts';

/** Time that a page gets to answer what was put in, before the field is read back. */
const answerMs = 60;
/** Longer texts are not typed key by key. */
const typedCharactersMax = 500;

/**
 * Replaces what a text field holds: in one go as trusted input; if the field does not take it, key by key,
 * as fields do that listen to keys alone; at last by the browser's own setter. Reads back after the page
 * has answered.
 */
export async function fillText(filling: Filling, wanted: string): Promise<Filled> {
  if (filling.state.sensitive) return fillHidden(filling, wanted);
  const before = textIn(filling.state);
  if (!(await focusAll(filling))) return told(await setDirectly(filling, wanted), filling, wanted);
  let state = await insert(filling, wanted);
  if (holds(state, wanted)) return told(state, filling, wanted);
  if (isCut(textIn(state), wanted)) return told(state, filling, wanted);
  if (wanted.length <= typedCharactersMax) state = await retype(filling, wanted);
  const untouched = textIn(state) === before || textIn(state) === '';
  if (!holds(state, wanted) && untouched && state.kind === 'text') state = await setDirectly(filling, wanted);
  return told(state, filling, wanted);
}

/**
 * Writes a stored secret: by the setter on exactly this node, bound to the origin that was judged; never by
 * typing.
 */
export async function fillSecret(filling: Filling, name: string): Promise<Filled> {
  const value = filling.context.secrets[name];
  if (value === undefined) {
    raise('bad-arguments', `The secret ${name} did not come with the call.`, 'Propose the call again.');
  }
  if (filling.state.kind !== 'text') {
    raise('bad-arguments', 'A secret goes into a text field only.', 'Choose the field that takes it.');
  }
  return fillHidden(filling, value);
}

async function fillHidden({ page, frameId, ref, target, context }: Filling, value: string): Promise<Filled> {
  const origin = target.description.frame.origin;
  const { matches } = await askEngine(
    page,
    frameId,
    'field_secret',
    { ref, value, origin },
    context.deadline,
  );
  return { value: null, matches };
}

export async function focusAll({ page, frameId, ref, context }: Filling): Promise<boolean> {
  const { holds: focused } = await askEngine(
    page,
    frameId,
    'field_focus',
    { ref, select: true },
    context.deadline,
  );
  return focused;
}

async function insert(filling: Filling, wanted: string): Promise<FieldState> {
  const { page, target, context } = filling;
  if (wanted === '') await clear(filling);
  else await withProof(page, target, 'text', context.deadline, () => insertText(page, wanted));
  return readBack(filling);
}

export async function clear({ page, target, state, context }: Filling): Promise<void> {
  const backspace = parseCombination('Backspace');
  if (backspace === null || textIn(state) === '') return;
  await withProof(page, target, 'key', context.deadline, () => pressCombination(page, backspace));
}

async function retype(filling: Filling, wanted: string): Promise<FieldState> {
  const { page, target, context } = filling;
  await focusAll(filling);
  await clear(filling);
  if (wanted !== '') {
    await withProof(page, target, 'key', context.deadline, () => typeText(page, wanted, context.signal));
  }
  return readBack(filling);
}

async function setDirectly(filling: Filling, wanted: string): Promise<FieldState> {
  const { page, frameId, ref, context } = filling;
  await askEngine(page, frameId, 'field_set', { ref, value: wanted }, context.deadline);
  return readBack(filling);
}

/**
 * The field after the page has answered; a field that left with its page reads as it was asked for last.
 */
export async function readBack({ page, frameId, ref, state, context }: Filling): Promise<FieldState> {
  await pause(answerMs, context.signal);
  const read = await attempt(() => askEngine(page, frameId, 'field', { ref }, context.deadline));
  return read.ok ? read.value : { ...state, value: '' };
}

export function textIn(state: FieldState): string {
  return typeof state.value === 'string' ? state.value : '';
}

function holds(state: FieldState, wanted: string): boolean {
  return state.kind === 'rich-text' ? sameWords(textIn(state), wanted) : sameValue(textIn(state), wanted);
}

/** A field with a length limit took the beginning: more tries would not make it longer. */
function isCut(held: string, wanted: string): boolean {
  return held !== '' && held.length < wanted.length && wanted.startsWith(held);
}

function told(state: FieldState, { state: first }: Filling, wanted: string): Filled {
  if (state.sensitive || first.sensitive) return { value: null, matches: false };
  return { value: textIn(state), matches: holds(state, wanted) };
}
