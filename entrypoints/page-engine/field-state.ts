import type { FieldKind, FieldState } from '../../shared/engine-input.ts';
import { collapse } from '../../shared/plain-text.ts';
import { codeLinesOf, isCodeInput, linesFromTop } from './code-editor.ts';
import { focusedElement, isInside, nearest } from './flat-tree.ts';
import { attributeOf, hasAttribute, queryAll, textContentOf } from './natives.ts';
import { chosenRadio, isRadioGroup } from './radio-group.ts';
import { inputTypeOf, isEditableRegion, roleOf } from './roles.ts';
import { isSensitive } from './sensitive.ts';
import { checkedOf, isStepped, opensList } from './states.ts';

// What kind of field an element is, and what it holds now.

const typedValues = new Set(['date', 'time', 'month', 'week', 'datetime-local', 'color', 'range']);
const noFields = new Set(['button', 'submit', 'reset', 'image', 'hidden']);

export function fieldKindOf(element: Element): FieldKind {
  const role = roleOf(element);
  if (isCodeInput(element)) return 'code-editor';
  if (element instanceof HTMLSelectElement) return 'select';
  if (element instanceof HTMLInputElement) return inputKindOf(element);
  if (element instanceof HTMLTextAreaElement) return isTypeAhead(element) ? 'combobox' : 'text';
  if (['checkbox', 'switch', 'menuitemcheckbox'].includes(role)) return 'checkbox';
  if (role === 'radio' || role === 'menuitemradio') return 'radio';
  if (isRadioGroup(element)) return 'radio-group';
  if (isStepped(element)) return 'stepped';
  if (isEditableRegion(element)) return isTypeAhead(element) ? 'combobox' : 'rich-text';
  // A box around a text field of its own is that field, as older pages draw a combobox.
  if (role === 'combobox' && queryAll(element, 'input:not([readonly]), textarea').length > 0) return 'none';
  return role === 'combobox' || role === 'listbox' || opensList(element) ? 'picker' : 'none';
}

function inputKindOf(element: HTMLInputElement): FieldKind {
  const type = inputTypeOf(element);
  if (type === 'checkbox' || type === 'radio' || type === 'file') return type;
  if (typedValues.has(type)) return 'typed-value';
  if (noFields.has(type)) return 'none';
  if (opensList(element)) return 'picker';
  return isTypeAhead(element) ? 'combobox' : 'text';
}

/**
 * A text field with a list of the page's own under it, to choose from. A `datalist` is the browser's and
 * needs nothing; what a search box proposes is not its value.
 */
function isTypeAhead(element: Element): boolean {
  if (hasAttribute(element, 'list') || isSearch(element)) return false;
  const complete = attributeOf(element, 'aria-autocomplete') ?? 'none';
  if (complete === 'list' || complete === 'both') return true;
  const box = nearest(element, (around) => attributeOf(around, 'role') === 'combobox');
  return box !== null;
}

function isSearch(element: Element): boolean {
  if (element instanceof HTMLInputElement && inputTypeOf(element) === 'search') return true;
  return nearest(element, (around) => roleOf(around) === 'search') !== null;
}

export function fieldStateOf(element: Element): FieldState {
  const kind = fieldKindOf(element);
  const sensitive = isSensitive(element);
  const focus = focusedElement();
  const limited = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  return {
    kind,
    input_type: element instanceof HTMLInputElement ? inputTypeOf(element) : '',
    value: sensitive ? '' : heldValueOf(element, kind),
    labels: element instanceof HTMLSelectElement ? Array.from(element.selectedOptions, labelOf) : [],
    multiple: element instanceof HTMLSelectElement && element.multiple,
    sensitive,
    focused: focus !== null && isInside(focus, element),
    characters_max: limited && element.maxLength >= 0 ? element.maxLength : null,
    invalid: sensitive ? [] : complaintsOf(element),
  };
}

const complaints = [
  'badInput',
  'patternMismatch',
  'rangeOverflow',
  'rangeUnderflow',
  'stepMismatch',
  'tooShort',
  'typeMismatch',
  'customError',
] as const;

/** What the browser or the page finds wrong with the value; an empty field is no mistake of what was put in. */
function complaintsOf(element: Element): string[] {
  const field =
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement;
  return field && element.willValidate ? complaints.filter((name) => element.validity[name]) : [];
}

export function labelOf(option: HTMLOptionElement): string {
  return collapse(attributeOf(option, 'label') ?? textContentOf(option));
}

function heldValueOf(element: Element, kind: FieldKind): FieldState['value'] {
  if (kind === 'checkbox' || kind === 'radio') return checkedOf(element) === true;
  if (kind === 'radio-group') return chosenRadio(element);
  if (kind === 'stepped') return attributeOf(element, 'aria-valuenow') ?? '';
  if (kind === 'code-editor') return codeShown(element);
  if (element instanceof HTMLSelectElement) {
    return element.multiple ? Array.from(element.selectedOptions, (option) => option.value) : element.value;
  }
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) return element.value;
  return element instanceof HTMLElement ? textShown(element) : '';
}

/** The lines of a code editor that are in sight, which need not be all. */
function codeShown(element: Element): string {
  const lines = codeLinesOf(element);
  if (lines === null) return '';
  const text = linesFromTop(lines).map((line) => textContentOf(line));
  return text.join('\n').replaceAll('\u00a0', ' ').replaceAll('\u200b', '');
}

/** Text of an editable region with its line breaks, as it is shown. */
function textShown(element: HTMLElement): string {
  const read = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'innerText')?.get;
  const text: unknown = read === undefined ? textContentOf(element) : read.call(element);
  return String(text).replaceAll('\u00a0', ' ').replace(/\n+$/, '');
}
