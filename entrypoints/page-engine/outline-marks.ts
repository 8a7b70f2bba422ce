import { collapse } from '../../shared/plain-text.ts';
import { attributeOf, hasAttribute, textContentOf } from './natives.ts';
import { inputTypeOf, isFocusable, isInteractiveRole } from './roles.ts';
import { isSensitive } from './sensitive.ts';
import { isDisabled, shownValueOf, statesOf } from './states.ts';

// What an outline says of an element besides role and name: its states, its value, the choices it offers.

const valueCharactersMax = 400;
const optionsMax = 12;
const optionCharactersMax = 40;
const valued = new Set('textbox searchbox spinbutton slider combobox progressbar meter scrollbar'.split(' '));
const drawnByOthers = new Set(['checkbox', 'radio', 'file', 'range', 'color']);

export type Seen = {
  /** Clickable besides what its role says. */
  readonly clickable: boolean;
  /** Transparent, or off the page. */
  readonly unseen: boolean;
  readonly focused: boolean;
};

export function marksOf(element: Element, role: string, seen: Seen): readonly string[] {
  const states = statesOf(element, role);
  const marks: string[] = [];
  const works = isInteractiveRole(role) || isFocusable(element);
  if (states.checked !== null)
    marks.push(states.checked === 'mixed' ? 'mixed' : states.checked ? 'checked' : 'unchecked');
  if (states.expanded !== null) marks.push(states.expanded ? 'expanded' : 'collapsed');
  if (states.selected === true) marks.push('selected');
  if (states.pressed !== null) marks.push(states.pressed === true ? 'pressed' : 'not pressed');
  if (works && isDisabled(element)) marks.push('disabled');
  if (works) marks.push(...fieldMarks(element));
  const current = attributeOf(element, 'aria-current');
  if (current !== null && current !== 'false') marks.push('current');
  const sort = attributeOf(element, 'aria-sort');
  if (sort === 'ascending' || sort === 'descending') marks.push(sort);
  if (isSensitive(element)) marks.push('secret');
  if (seen.clickable) marks.push('clickable');
  if (works && seen.unseen && !isDrawnByOthers(element)) marks.push('unseen');
  if (seen.focused) marks.push('focused');
  return marks;
}

function fieldMarks(element: Element): readonly string[] {
  const marks: string[] = [];
  if (hasAttribute(element, 'required') || attributeOf(element, 'aria-required') === 'true')
    marks.push('required');
  if (hasAttribute(element, 'readonly') || attributeOf(element, 'aria-readonly') === 'true')
    marks.push('readonly');
  const invalid = attributeOf(element, 'aria-invalid');
  if (invalid !== null && invalid !== 'false') marks.push('invalid');
  return marks;
}

/** A box that its label draws is seen as that, for all its own transparency. */
function isDrawnByOthers(element: Element): boolean {
  return element instanceof HTMLInputElement && drawnByOthers.has(inputTypeOf(element));
}

/** The value that a field shows; empty for others, and for secret ones. */
export function valueTextOf(element: Element, role: string): string {
  if (!valued.has(role)) return '';
  return collapse(shownValueOf(element) ?? '').slice(0, valueCharactersMax);
}

/** What a closed choice offers besides what it shows. */
export function optionsTextOf(element: Element): string {
  if (!(element instanceof HTMLSelectElement) || element.multiple || element.size > 1) return '';
  const options = Array.from(element.options, (option) => collapse(textContentOf(option)));
  if (options.length < 2) return '';
  const told = options.slice(0, optionsMax).map((option) => option.slice(0, optionCharactersMax));
  const more = options.length > optionsMax ? ` | … ${options.length - optionsMax} more` : '';
  return ` (of ${told.join(' | ')}${more})`;
}
