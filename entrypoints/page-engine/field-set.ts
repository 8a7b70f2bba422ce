import { collapse } from '../../shared/plain-text.ts';
import { labelOf } from './field-state.ts';
import { focusedElement, isInside, nearest } from './flat-tree.ts';
import { isConnected } from './natives.ts';
import { inputTypeOf, isEditableRegion } from './roles.ts';
import { markSensitive } from './sensitive.ts';
import { isDisabled, isEditable } from './states.ts';
import { isVisible } from './visibility.ts';

// Writing into fields from here: by the browser's own setters, which pages cannot see or replace in this
// world, and with the events that a person's input would send.

type Answer = { readonly set: boolean; readonly reason: string; readonly choices: readonly string[] };
const choicesMax = 50;

function answer(set: boolean, reason = '', choices: readonly string[] = []): Answer {
  return { set, reason, choices: choices.slice(0, choicesMax) };
}

function setNative(element: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  const prototype =
    element instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
  const set = Object.getOwnPropertyDescriptor(prototype, 'value')?.set;
  if (set === undefined) element.value = value;
  else set.call(element, value);
}

function tell(element: Element): void {
  const options = { bubbles: true, composed: true, cancelable: false };
  const input =
    typeof InputEvent === 'function'
      ? new InputEvent('input', { ...options, inputType: 'insertText' })
      : null;
  element.dispatchEvent(input ?? new Event('input', options));
  element.dispatchEvent(new Event('change', { bubbles: true }));
}

export function setValue(element: Element, value: string): Answer {
  if (!(element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)) {
    return answer(false, 'it holds no value of its own');
  }
  if (element instanceof HTMLInputElement && !hasForm(element, value))
    return answer(false, formatHint(element));
  setNative(element, value);
  tell(element);
  return answer(true);
}

/** Tried on a field beside it, because what is not understood empties a field, or sets it to something else. */
function hasForm(element: HTMLInputElement, value: string): boolean {
  if (value === '') return true;
  const type = inputTypeOf(element);
  if (type === 'color') return /^#[0-9a-f]{6}$/i.test(value);
  if (type === 'range') return Number.isFinite(Number(value));
  const beside = document.createElement('input');
  beside.type = type;
  beside.value = value;
  return beside.value !== '';
}

function formatHint(element: Element): string {
  const formats: Readonly<Record<string, string>> = {
    date: 'a date is written YYYY-MM-DD',
    time: 'a time is written HH:MM',
    month: 'a month is written YYYY-MM',
    week: 'a week is written YYYY-Www, like 2024-W09',
    'datetime-local': 'date and time are written YYYY-MM-DDTHH:MM',
    color: 'a colour is written #rrggbb',
    number: 'it takes numbers only, with a point before decimals',
    range: 'it takes numbers only, with a point before decimals',
  };
  return (
    (element instanceof HTMLInputElement ? formats[element.type] : undefined) ??
    'the field does not take this value'
  );
}

/** Writes a secret into exactly this node. `origin` is compared here, in the same turn as the write. */
export function setSecret(element: Element, value: string, origin: string): { readonly matches: boolean } {
  if (globalThis.origin !== origin || !isConnected(element)) return { matches: false };
  if (!(element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement))
    return { matches: false };
  if (isDisabled(element) || !isEditable(element) || !isVisible(element)) return { matches: false };
  markSensitive(element);
  setNative(element, value);
  tell(element);
  return { matches: element.value === value };
}

/** Focuses an element and, if asked, selects what it holds; false if it does not take the focus. */
export function focusField(element: Element, select: boolean): boolean {
  if (!(element instanceof HTMLElement)) return false;
  HTMLElement.prototype.focus.call(element, { preventScroll: true });
  const focus = focusedElement();
  const taken = focus !== null && (isInside(focus, element) || isInside(element, focus));
  if (!select || !taken) return taken;
  if (element instanceof HTMLInputElement) HTMLInputElement.prototype.select.call(element);
  else if (element instanceof HTMLTextAreaElement) HTMLTextAreaElement.prototype.select.call(element);
  else if (isEditableRegion(element)) getSelection()?.selectAllChildren(element);
  return taken;
}

/** Chooses options of a native choice by place, or by value or label; exactly these. */
export function chooseOptions(
  element: Element,
  values: readonly string[],
  indexes: readonly number[] | null = null,
): Answer {
  if (!(element instanceof HTMLSelectElement)) return answer(false, 'it is not a choice');
  const options = Array.from(element.options);
  const labels = options.filter((option) => !isDisabled(option)).map(labelOf);
  const wanted =
    indexes === null
      ? values.map((value) => findOption(options, value))
      : indexes.map((index) => options[index]);
  if (!element.multiple && wanted.length !== 1) return answer(false, 'it takes exactly one choice', labels);
  const chosen: HTMLOptionElement[] = [];
  for (const option of wanted) {
    if (option === undefined) return answer(false, 'there is no such option', labels);
    if (isDisabled(option)) return answer(false, 'that option is disabled', labels);
    chosen.push(option);
  }
  const changed = options.some((option) => option.selected !== chosen.includes(option));
  for (const option of options)
    if (option.selected !== chosen.includes(option)) option.selected = chosen.includes(option);
  if (changed) tell(element);
  return answer(true);
}

function findOption(options: readonly HTMLOptionElement[], value: string): HTMLOptionElement | undefined {
  const wanted = collapse(value);
  return (
    options.find((option) => option.value === value) ??
    options.find((option) => labelOf(option) === wanted) ??
    options.find((option) => labelOf(option).toLowerCase() === wanted.toLowerCase())
  );
}

/** Chooses the option itself, in the native choice that holds it. */
export function chooseOption(option: Element): Answer {
  const select = nearest(option, (candidate) => candidate instanceof HTMLSelectElement);
  if (!(option instanceof HTMLOptionElement) || !(select instanceof HTMLSelectElement))
    return answer(false, 'no option');
  const others = select.multiple ? Array.from(select.selectedOptions, (other) => other.value) : [];
  return chooseOptions(select, select.multiple ? [...new Set([...others, option.value])] : [option.value]);
}
