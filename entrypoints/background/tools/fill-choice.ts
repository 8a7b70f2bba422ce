import type { FieldState } from '../../../shared/engine-input.ts';
import { attempt, type Fault, FaultError, raise } from '../../../shared/faults.ts';
import { collapse } from '../../../shared/plain-text.ts';
import { pause } from '../driver/deadline.ts';
import { askEngine, withPrefix } from './ask-engine.ts';
import { type FieldValue, type Filled, type Filling, fillingOf } from './fill.ts';
import { clickTarget, leftClick } from './mouse.ts';
import { readBack } from './put-in.ts';
import { resolveTarget } from './resolve-targets.ts';

const switchSettlesMs = 1_000;
const switchPollMs = 50;
/** Left over for the answer. */
const answerMs = 500;

/** Brings a box, switch or radio button into a state, by a click if it is not in it. */
export async function fillSwitch(filling: Filling, value: FieldValue): Promise<Filled> {
  const wanted = asBoolean(value);
  if (wanted === null && filling.state.kind === 'radio') return fillRadio(filling, String(value));
  if (wanted === null) return refuseSwitch(filling);
  if (filling.state.value === wanted) return { value: wanted, matches: true };
  if (filling.state.kind === 'radio' && !wanted) {
    raise(
      'bad-arguments',
      'A radio button is only unset by setting another one.',
      'Fill the other one with true.',
    );
  }
  await clickTarget(filling.page, filling.target, leftClick, filling.context);
  const state = await settledSwitch(filling, wanted);
  const matches = state.value === wanted;
  return { value: state.value, matches, ...(matches ? {} : { detail: unmoved(filling) }) };
}

/** Some switches move only once their server has agreed. */
async function settledSwitch(filling: Filling, wanted: boolean): Promise<FieldState> {
  const by = Math.min(Date.now() + switchSettlesMs, filling.context.deadline - answerMs);
  for (;;) {
    const state = await readBack(filling);
    if (state.value === wanted || Date.now() >= by || filling.context.signal.aborted) return state;
    await pause(switchPollMs);
  }
}

function unmoved({ state }: Filling): string {
  const waited = `It was clicked, and stayed as it was for ${switchSettlesMs / 1000} s, or was set back.`;
  const drawn = state.input_type === '';
  return drawn ? `${waited} Look before you try again; it may want the key Space.` : waited;
}

/** Sets the radio button of a value or label in the group of a field. */
export async function fillRadio(filling: Filling, wanted: string): Promise<Filled> {
  const { page, frameId, ref, selector, context } = filling;
  const found = await askEngine(page, frameId, 'radio_find', { ref, text: wanted }, context.deadline);
  if (found.ref === null) {
    raise(
      'bad-arguments',
      `${JSON.stringify(selector)} has no radio button of this value or label.`,
      'Use one of the choices in the detail.',
      { choices: found.choices },
    );
  }
  const query = {
    selector: `ref=${withPrefix(frameId, { ref: found.ref }).ref}`,
    readiness: 'enabled',
  } as const;
  const target = await resolveTarget(page, query, context.deadline, context.signal);
  const button = await fillingOf(page, target, selector, context);
  const set = await fillSwitch(button, true);
  return { ...set, value: set.matches ? wanted : '' };
}

function refuseSwitch(filling: Filling): never {
  return raise(
    'bad-arguments',
    `${JSON.stringify(filling.selector)} is a box or switch.`,
    'Give true or false as its value.',
  );
}

function asBoolean(value: FieldValue): boolean | null {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string') {
    if (['true', 'on', 'yes', 'checked'].includes(value.toLowerCase())) return true;
    if (['false', 'off', 'no', 'unchecked'].includes(value.toLowerCase())) return false;
  }
  return null;
}

/** What shall be chosen: texts that are values or labels, or places in the list. */
export type Wanted =
  | { readonly by: 'text'; readonly values: readonly string[] }
  | { readonly by: 'index'; readonly indexes: readonly number[] };

/** What is chosen, read back, and whether it is exactly what was wanted. */
export type Chosen = { readonly values: string[]; readonly labels: string[]; readonly matches: boolean };

/** Chooses options of a native choice, by value or by label. */
export async function fillChoice(filling: Filling, value: FieldValue): Promise<Filled> {
  const values = Array.isArray(value) ? value.map(String) : [String(value)];
  const chosen = await chooseNative(filling, { by: 'text', values });
  const shown = sameSet(chosen.values, values) ? chosen.values : chosen.labels;
  return { value: filling.state.multiple ? shown : (shown[0] ?? ''), matches: chosen.matches };
}

export async function chooseNative(filling: Filling, wanted: Wanted): Promise<Chosen> {
  const { page, frameId, ref, selector, context } = filling;
  const args =
    wanted.by === 'text' ? { values: wanted.values, indexes: null } : { values: [], indexes: wanted.indexes };
  const answer = await askEngine(page, frameId, 'field_choose', { ref, ...args }, context.deadline);
  if (!answer.set) {
    raise(
      'bad-arguments',
      `${JSON.stringify(selector)} does not take this value: ${answer.reason}.`,
      'Use one of the choices in the detail.',
      { choices: answer.choices },
    );
  }
  await readBack(filling);
  const read = await attempt(() => askEngine(page, frameId, 'option_list', { ref }, context.deadline));
  if (!read.ok) return leftInAnswer(wanted, read.fault);
  const held = read.value.options.flatMap((option, index) => (option.selected ? [{ ...option, index }] : []));
  const values = held.map((option) => option.value);
  const labels = held.map((option) => option.label);
  const matches =
    wanted.by === 'index'
      ? sameSet(
          held.map(({ index }) => String(index)),
          wanted.indexes.map(String),
        )
      : sameSet(values, wanted.values) || sameSet(labels, wanted.values);
  return { values, labels, matches };
}

/** Menus that lead on when something is chosen in them take their page away; what was chosen, was set by then. */
function leftInAnswer(wanted: Wanted, why: Fault): Chosen {
  if (why.code !== 'stale-ref' && why.code !== 'no-page') throw new FaultError(why);
  const values = wanted.by === 'text' ? [...wanted.values] : [];
  return { values, labels: values, matches: true };
}

function sameSet(held: readonly string[], wanted: readonly string[]): boolean {
  const normal = (texts: readonly string[]) => new Set(texts.map((text) => collapse(text).toLowerCase()));
  const have = normal(held);
  const want = normal(wanted);
  return have.size === want.size && [...want].every((text) => have.has(text));
}

/** Sets a date, time, colour or slider: by value, as the browser's own picker does. */
export async function fillTypedValue(filling: Filling, wanted: string): Promise<Filled> {
  const { page, frameId, ref, context } = filling;
  const value = filling.state.input_type === 'color' ? longColour(wanted) : wanted;
  const answer = await askEngine(page, frameId, 'field_set', { ref, value }, context.deadline);
  if (!answer.set) {
    const what = `${JSON.stringify(filling.selector)} does not take ${JSON.stringify(wanted)}`;
    raise('bad-arguments', `${what}: ${answer.reason}.`, 'Write the value in that form.');
  }
  const state = await readBack(filling);
  const held = String(state.value);
  const matches = held === value || sameTime(held, value) || sameNumber(held, value);
  const detail = matches ? complaints(state) : `The nearest that the field takes is ${held}.`;
  return { value: held, matches, ...(detail === null ? {} : { detail }) };
}

/** `#abc` in the one form that colour fields take. */
function longColour(text: string): string {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(text.trim());
  const [, r, g, b] = short ?? [];
  return (short === null ? text.trim() : `#${r}${r}${g}${g}${b}${b}`).toLowerCase();
}

function complaints({ invalid }: FieldState): string | null {
  return invalid.length === 0 ? null : `The field holds it and says it is not valid: ${invalid.join(', ')}.`;
}

function sameNumber(held: string, wanted: string): boolean {
  return held !== '' && wanted.trim() !== '' && Number(held) === Number(wanted);
}

/** Browsers leave out seconds that are zero. */
function sameTime(held: string, wanted: string): boolean {
  const plain = (text: string) => text.replace(/(\d{2}:\d{2}):00(?:\.0+)?$/, '$1').replace(' ', 'T');
  return /\d{2}:\d{2}/.test(wanted) && plain(held) === plain(wanted);
}
