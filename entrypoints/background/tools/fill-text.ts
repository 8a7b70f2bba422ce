import type { FieldState } from '../../../shared/engine-input.ts';
import { raise } from '../../../shared/faults.ts';
import { askEngine } from './ask-engine.ts';
import type { Filled, Filling } from './fill.ts';
import { backspace, insertText, pressCombination, typeText } from './keyboard.ts';
import { type Put, putIn, readBack } from './put-in.ts';
import { sameValue } from './same-value.ts';

/** Longer texts are not typed key by key. */
const typedCharactersMax = 500;
/** The browser lays a field out anew for every line that is put in; longer texts are set in one go. */
const insertedCharactersMax = 20_000;
const insertedLinesMax = 100;
/** Longer values are told by their beginning. */
export const toldCharactersMax = 2_000;

/**
 * Replaces what a text field holds: in one go as trusted input; if the field does not take it, key by key,
 * as fields do that listen to keys alone; at last by the browser's own setter. Reads back after the page
 * has answered.
 */
export async function fillText(filling: Filling, wanted: string): Promise<Filled> {
  if (filling.state.sensitive) return fillHidden(filling, wanted);
  refuseFormat(filling, wanted);
  const before = textIn(filling.state);
  const first = isLong(wanted) ? await setFocused(filling, wanted) : await replaceAll(filling, wanted);
  if (first === null) return told(await setDirectly(filling, wanted), filling, wanted);
  if (first.cut !== null || holds(first.state, wanted)) return told(first, filling, wanted);
  if (isCut(first.state, wanted)) return told(first, filling, wanted);
  let last = wanted.length <= typedCharactersMax ? ((await retype(filling, wanted)) ?? first) : first;
  const held = textIn(last.state);
  const untouched = held === before || held === '';
  if (last.cut === null && !holds(last.state, wanted) && untouched) last = await setDirectly(filling, wanted);
  return told(last, filling, wanted);
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
  const wire = wireFor(filling, name);
  if (wire === null) return fillHidden(filling, value);
  const { page, context } = filling;
  const standIn = await page.wireSecret({ name, caller: context.caller, value, origins: wire.origins });
  const filled = await fillHidden(filling, standIn);
  const detail = `The field holds a stand-in; the secret goes into the next request that sends it to ${wire.origins.join(' or ')}, within a minute.`;
  return { ...filled, detail };
}

/** How the secret travels in the request; null where it goes into the field itself. */
function wireFor({ context, target }: Filling, name: string): { readonly origins: readonly string[] } | null {
  const wire = context.wires?.[name];
  if (wire === undefined || wire.mode === 'wire') return wire ?? null;
  const { form } = target.description;
  if (form === null || form.method.toLowerCase() !== 'post' || !URL.canParse(form.action)) return null;
  return wire.origins.includes(new URL(form.action).origin) ? wire : null;
}

async function fillHidden({ page, frameId, ref, target, context }: Filling, value: string): Promise<Filled> {
  const origin = target.description.frame.origin;
  const args = { ref, value, origin };
  const { matches } = await askEngine(page, frameId, 'field_secret', args, context.deadline);
  return { value: null, matches };
}

/** A number field swallows letters and tells nobody; so they are refused before anything is taken out. */
function refuseFormat({ selector, state }: Filling, wanted: string): void {
  if (state.input_type !== 'number' || wanted === '') return;
  if (/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(wanted.trim())) return;
  raise(
    'bad-arguments',
    `${JSON.stringify(selector)} takes numbers only, and the value is none.`,
    'Write it with a point before decimals and without separators.',
  );
}

function isLong(text: string): boolean {
  return text.length > insertedCharactersMax || text.split('\n').length > insertedLinesMax;
}

/** The browser's own setter, in a field that has the focus as if it had been typed. */
async function setFocused(filling: Filling, wanted: string): Promise<Put | null> {
  const { page, frameId, ref, context } = filling;
  return putIn(filling, { kind: 'text', select: true, frames: 1 }, async () => {
    await askEngine(page, frameId, 'field_set', { ref, value: wanted }, context.deadline);
  });
}

function replaceAll(filling: Filling, wanted: string): Promise<Put | null> {
  const { page, state } = filling;
  const way = { select: true, frames: 1 };
  if (wanted !== '') return putIn(filling, { ...way, kind: 'text' }, () => insertText(page, wanted));
  const empty = textIn(state) === '';
  return putIn(filling, { ...way, kind: 'key' }, () =>
    empty ? Promise.resolve() : pressCombination(page, backspace),
  );
}

function retype(filling: Filling, wanted: string): Promise<Put | null> {
  const { page, context } = filling;
  return putIn(filling, { kind: 'key', select: true, frames: 1 }, async () => {
    await pressCombination(page, backspace);
    await typeText(page, wanted, context.signal);
  });
}

async function setDirectly(filling: Filling, wanted: string): Promise<Put> {
  const { page, frameId, ref, context } = filling;
  await askEngine(page, frameId, 'field_set', { ref, value: wanted }, context.deadline);
  return { state: await readBack(filling), cut: null };
}

export function textIn(state: FieldState): string {
  return typeof state.value === 'string' ? state.value : '';
}

function holds(state: FieldState, wanted: string): boolean {
  return sameValue(textIn(state), wanted);
}

/** A field with a length limit took the beginning: more tries would not make it longer. */
function isCut(state: FieldState, wanted: string): boolean {
  const held = textIn(state);
  return held !== '' && held.length < wanted.length && wanted.startsWith(held);
}

function told({ state, cut }: Put, filling: Filling, wanted: string): Filled {
  if (state.sensitive || filling.state.sensitive) return { value: null, matches: false };
  if (cut !== null) return { value: null, matches: false, detail: cutWords[cut] };
  const matches = holds(state, wanted);
  const detail = matches ? complaintOf(state) : whyNot(state, filling.state, wanted);
  return { value: textIn(state), matches, ...(detail === null ? {} : { detail }) };
}

export const cutWords = {
  dialog: 'A dialog opened in answer, so it could not be read back. Answer it, then look at the field.',
  stray: 'The focus was taken from the field while it was filled; the rest of the input was stopped.',
  left: 'The page left in answer, so it could not be read back.',
} as const;

function complaintOf({ invalid }: FieldState): string | null {
  return invalid.length === 0 ? null : `The field holds it and says it is not valid: ${invalid.join(', ')}.`;
}

function whyNot(state: FieldState, before: FieldState, wanted: string): string {
  if (isCut(state, wanted)) {
    const most = state.characters_max;
    return most === null
      ? 'The field took the beginning only.'
      : `The field takes ${most} characters at most; the rest was left out.`;
  }
  if (textIn(state) === textIn(before))
    return 'The page did not take it: the field holds what it held before.';
  return 'The page changed what was put in.';
}
