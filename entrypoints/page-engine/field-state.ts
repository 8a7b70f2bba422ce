import type { FieldKind, FieldState } from '../../shared/engine-methods.ts';
import { collapse } from '../../shared/plain-text.ts';
import { focusedElement, isInside } from './flat-tree.ts';
import { attributeOf, hasAttribute, textContentOf } from './natives.ts';
import { inputTypeOf, isEditableRegion, roleOf } from './roles.ts';
import { isSensitive } from './sensitive.ts';
import { checkedOf } from './states.ts';

// What kind of field an element is, and what it holds now.

const typedValues = new Set(['date', 'time', 'month', 'week', 'datetime-local', 'color', 'range']);
const noFields = new Set(['button', 'submit', 'reset', 'image', 'hidden']);

export function fieldKindOf(element: Element): FieldKind {
  const role = roleOf(element);
  if (element instanceof HTMLSelectElement) return 'select';
  if (element instanceof HTMLInputElement) {
    const type = inputTypeOf(element);
    if (type === 'checkbox' || type === 'radio' || type === 'file') return type;
    if (typedValues.has(type)) return 'typed-value';
    if (noFields.has(type)) return 'none';
    return isTypeAhead(element) ? 'combobox' : 'text';
  }
  if (element instanceof HTMLTextAreaElement) return isTypeAhead(element) ? 'combobox' : 'text';
  if (['checkbox', 'switch', 'menuitemcheckbox'].includes(role)) return 'checkbox';
  if (role === 'radio' || role === 'menuitemradio') return 'radio';
  if (isEditableRegion(element)) return isTypeAhead(element) ? 'combobox' : 'rich-text';
  return role === 'combobox' || role === 'listbox' ? 'picker' : 'none';
}

/** A text field with a list of the page's own under it; a `datalist` is the browser's and needs nothing. */
function isTypeAhead(element: Element): boolean {
  if (hasAttribute(element, 'list')) return false;
  const complete = attributeOf(element, 'aria-autocomplete') ?? 'none';
  return attributeOf(element, 'role') === 'combobox' || complete === 'list' || complete === 'both';
}

export function fieldStateOf(element: Element): FieldState {
  const kind = fieldKindOf(element);
  const sensitive = isSensitive(element);
  const focus = focusedElement();
  return {
    kind,
    input_type: element instanceof HTMLInputElement ? inputTypeOf(element) : '',
    value: sensitive ? '' : heldValueOf(element, kind),
    labels: element instanceof HTMLSelectElement ? Array.from(element.selectedOptions, labelOf) : [],
    multiple: element instanceof HTMLSelectElement && element.multiple,
    sensitive,
    focused: focus !== null && isInside(focus, element),
  };
}

export function labelOf(option: HTMLOptionElement): string {
  return collapse(attributeOf(option, 'label') ?? textContentOf(option));
}

function heldValueOf(element: Element, kind: FieldKind): FieldState['value'] {
  if (kind === 'checkbox' || kind === 'radio') return checkedOf(element) === true;
  if (element instanceof HTMLSelectElement) {
    return element.multiple ? Array.from(element.selectedOptions, (option) => option.value) : element.value;
  }
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) return element.value;
  return element instanceof HTMLElement ? textShown(element) : '';
}

/** Text of an editable region with its line breaks, as it is shown. */
function textShown(element: HTMLElement): string {
  const read = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'innerText')?.get;
  const text: unknown = read === undefined ? textContentOf(element) : read.call(element);
  return String(text).replaceAll('\u00a0', ' ').replace(/\n+$/, '');
}
