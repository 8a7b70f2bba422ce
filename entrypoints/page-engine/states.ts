import { collapse } from '../../shared/plain-text.ts';
import { isCodeInput } from './code-editor.ts';
import { closestAcross, nearest } from './flat-tree.ts';
import { attributeOf, hasAttribute, matches, tagOf, textContentOf } from './natives.ts';
import { isRadioGroup } from './radio-group.ts';
import { inputTypeOf, isEditableRegion, roleOf } from './roles.ts';
import { isSensitive } from './sensitive.ts';

// What state an element is in, for selectors, outlines and checks.

export type States = {
  readonly checked: boolean | 'mixed' | null;
  readonly expanded: boolean | null;
  readonly selected: boolean | null;
  readonly pressed: boolean | 'mixed' | null;
  readonly level: number | null;
};

export function statesOf(element: Element, role: string = roleOf(element)): States {
  return {
    checked: checkedOf(element),
    expanded: expandedOf(element),
    selected: element instanceof HTMLOptionElement ? element.selected : flag(element, 'aria-selected'),
    pressed: threeStates(element, 'aria-pressed'),
    level: role === 'heading' ? headingLevelOf(element) : null,
  };
}

function flag(element: Element, name: string): boolean | null {
  const value = attributeOf(element, name);
  return value === 'true' ? true : value === 'false' ? false : null;
}

function threeStates(element: Element, name: string): boolean | 'mixed' | null {
  return attributeOf(element, name) === 'mixed' ? 'mixed' : flag(element, name);
}

export function checkedOf(element: Element): boolean | 'mixed' | null {
  if (element instanceof HTMLInputElement && ['checkbox', 'radio'].includes(inputTypeOf(element))) {
    return element.indeterminate ? 'mixed' : element.checked;
  }
  return threeStates(element, 'aria-checked');
}

function expandedOf(element: Element): boolean | null {
  if (tagOf(element) === 'summary') {
    const details = nearest(element, (candidate) => candidate instanceof HTMLDetailsElement);
    return details instanceof HTMLDetailsElement ? details.open : null;
  }
  return flag(element, 'aria-expanded');
}

/** `disabled` of its own, of a fieldset around it, or `aria-disabled` of it or of an element around it. */
export function isDisabled(element: Element): boolean {
  if (matches(element, ':disabled')) return true;
  const control = closestAcross(element, '[aria-disabled]');
  if (control !== null && attributeOf(control, 'aria-disabled') === 'true') return true;
  return closestAcross(element, 'button:disabled') !== null;
}

/** Takes text or a choice from a person: a field that is not read-only, a choice, or an editable region. */
/** A slider or spin button that the page draws, and that says what it holds. */
export function isStepped(element: Element): boolean {
  if (element instanceof HTMLInputElement || isEditableRegion(element)) return false;
  return ['slider', 'spinbutton'].includes(roleOf(element)) && hasAttribute(element, 'aria-valuenow');
}

export function isEditable(element: Element): boolean {
  if (attributeOf(element, 'aria-readonly') === 'true') return false;
  if (opensList(element)) return true;
  if (element instanceof HTMLTextAreaElement) return !hasAttribute(element, 'readonly');
  if (element instanceof HTMLSelectElement) return true;
  if (element instanceof HTMLInputElement) {
    const type = inputTypeOf(element);
    if (['button', 'submit', 'reset', 'image', 'hidden'].includes(type)) return false;
    return (
      !hasAttribute(element, 'readonly') || ['checkbox', 'radio', 'range', 'color', 'file'].includes(type)
    );
  }
  const role = roleOf(element);
  if (
    ['checkbox', 'radio', 'switch', 'combobox', 'listbox', 'menuitemcheckbox', 'menuitemradio'].includes(role)
  ) {
    return true;
  }
  return isEditableRegion(element) || isCodeInput(element) || isRadioGroup(element) || isStepped(element);
}

/** A box that is read-only to the keyboard, or a button, because its value is chosen from a list of the page. */
export function opensList(element: Element): boolean {
  const list =
    attributeOf(element, 'aria-haspopup') === 'listbox' || attributeOf(element, 'role') === 'combobox';
  const text = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  return list && (!text || hasAttribute(element, 'readonly'));
}

export function headingLevelOf(element: Element): number {
  const given = Number(attributeOf(element, 'aria-level') ?? Number.NaN);
  if (Number.isInteger(given) && given > 0) return Math.min(given, 9);
  const tag = /^h([1-6])$/.exec(tagOf(element));
  return tag === null ? 2 : Number(tag[1]);
}

/**
 * The value a person sees in a field, for outlines; null where there is none to tell, or it must not be
 * told.
 */
export function shownValueOf(element: Element): string | null {
  if (isSensitive(element)) return null;
  if (element instanceof HTMLSelectElement) {
    return collapse(Array.from(element.selectedOptions, (option) => textContentOf(option)).join(', '));
  }
  if (element instanceof HTMLTextAreaElement) return element.value;
  if (element instanceof HTMLInputElement) {
    const type = inputTypeOf(element);
    if (['checkbox', 'radio', 'button', 'submit', 'reset', 'image', 'hidden'].includes(type)) return null;
    return element.value;
  }
  const told = attributeOf(element, 'aria-valuetext') ?? attributeOf(element, 'aria-valuenow');
  if (told !== null) return told;
  return roleOf(element) === 'textbox' && isEditableRegion(element) ? collapse(textContentOf(element)) : null;
}
