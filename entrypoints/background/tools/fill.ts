import type { z } from 'zod';
import type { FieldState } from '../../../shared/engine-input.ts';
import { attempt, type Fault, FaultError, raise } from '../../../shared/faults.ts';
import { secretReferredTo } from '../../../shared/secret-reference.ts';
import { type fill as declaration, fieldsOf } from '../../../shared/tools/fill.ts';
import type { Behaviour, CallContext, Page, ResolvedTarget } from '../page.ts';
import { askEngine, numberOfRef, stopIfCancelled } from './ask-engine.ts';
import { fillChoice, fillRadio, fillSwitch, fillTypedValue } from './fill-choice.ts';
import { fillCombobox, fillPicker } from './fill-combobox.ts';
import { fillCodeEditor, fillRichText } from './fill-editor.ts';
import { fillStepped } from './fill-stepped.ts';
import { fillSecret, fillText, toldCharactersMax } from './fill-text.ts';
import { recheckTarget } from './resolve-targets.ts';

export type FieldValue = string | number | boolean | readonly string[];

/** What a field holds after it was filled; `null` for what must not be told. */
export type Filled = {
  readonly value: string | number | boolean | string[] | null;
  readonly matches: boolean;
  /** Why it does not match, or what else there is to know. */
  readonly detail?: string;
  /** What the list under the field offers, when nothing was chosen from it. */
  readonly options?: string[];
};

/** One field as the ways of filling see it. */
export type Filling = {
  readonly page: Page;
  readonly target: ResolvedTarget;
  readonly frameId: number;
  readonly ref: number;
  readonly selector: string;
  readonly state: FieldState;
  readonly context: CallContext;
};

export const fill: Behaviour<typeof declaration> = async (page, args, targets, context) => {
  const fields: z.output<(typeof declaration)['output']>['fields'] = [];
  for (const [at, { selector, value }] of fieldsOf(args).entries()) {
    stopIfCancelled(context.signal);
    const target = targets[at];
    if (target === undefined) return raise('internal', 'A field has no target.', 'Propose the call again.');
    const done = await attempt(async () => {
      // The first was checked just now; the fields after it may have moved while those before them were
      // filled.
      const current = at === 0 ? target : await recheckTarget(page, target.description, context.deadline);
      return fillField(page, current, selector, value, context);
    });
    if (done.ok) fields.push({ selector, ...shortened(done.value) });
    else if (at === 0) throw new FaultError(done.fault);
    else fields.push(notFilled(selector, done.fault, fields));
  }
  const verified = fields.every(({ matches, options }) => matches && options === undefined);
  return { result: { fields }, verified };
};

const interrupted: Readonly<Record<string, string>> = {
  'dialog-open': 'Not filled: a dialog of the page is open.',
  'stale-ref': 'Not filled: the field is gone since those before it were filled.',
  'no-page': 'Not filled: the page is gone.',
};

/** A field that those before it have put out of reach. Any other fault ends the call, and says what was filled. */
function notFilled(selector: string, why: Fault, before: readonly { readonly selector: string }[]) {
  const detail = interrupted[why.code];
  if (detail !== undefined) return { selector, value: null, matches: false, detail };
  const filled = before.map((field) => field.selector);
  throw new FaultError({ ...why, detail: { ...why.detail, failed: selector, filled } });
}

/** A target looked at as a field. */
export async function fillingOf(
  page: Page,
  target: ResolvedTarget,
  selector: string,
  context: CallContext,
): Promise<Filling> {
  const frameId = target.description.frame.id;
  const ref = numberOfRef(target.description.ref);
  const state = await askEngine(page, frameId, 'field', { ref }, context.deadline);
  return { page, target, frameId, ref, selector, state, context };
}

async function fillField(
  page: Page,
  target: ResolvedTarget,
  selector: string,
  value: FieldValue,
  context: CallContext,
): Promise<Filled> {
  const filling = await fillingOf(page, target, selector, context);
  const { state } = filling;
  const secret = secretReferredTo(value);
  if (secret !== null) return fillSecret(filling, secret);
  switch (state.kind) {
    case 'text':
      return fillText(filling, textOf(filling, value));
    case 'rich-text':
      return fillRichText(filling, textOf(filling, value));
    case 'code-editor':
      return fillCodeEditor(filling, textOf(filling, value));
    case 'checkbox':
    case 'radio':
      return fillSwitch(filling, value);
    case 'radio-group':
      return fillRadio(filling, textOf(filling, value));
    case 'select':
      return fillChoice(filling, value);
    case 'typed-value':
      return fillTypedValue(filling, textOf(filling, value));
    case 'combobox':
      return fillCombobox(filling, textOf(filling, value));
    case 'picker':
      return fillPicker(filling, textOf(filling, value));
    case 'stepped':
      return fillStepped(filling, textOf(filling, value));
    case 'file':
      return refuse(filling, 'takes files, not values');
    case 'none':
      return refuse(filling, 'is not a field');
  }
}

/** A long value is told by its beginning: whoever put it in knows the rest. */
function shortened(filled: Filled): Filled {
  const { value } = filled;
  if (typeof value !== 'string' || value.length <= toldCharactersMax) return filled;
  const told = `${value.length} characters; told is the beginning.`;
  const detail = filled.detail === undefined ? told : `${filled.detail} ${told}`;
  return { ...filled, value: `${value.slice(0, toldCharactersMax)}…`, detail };
}

function refuse({ selector }: Filling, why: string): never {
  return raise('bad-arguments', `${JSON.stringify(selector)} ${why}.`, 'Take a snapshot and choose a field.');
}

function textOf(filling: Filling, value: FieldValue): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  const given = Array.isArray(value) ? 'a list' : 'true or false';
  return raise(
    'bad-arguments',
    `${JSON.stringify(filling.selector)} takes a text, and the value is ${given}.`,
    'Give the text that the field shall hold.',
  );
}
