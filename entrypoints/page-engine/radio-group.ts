import { collapse } from '../../shared/plain-text.ts';
import { labelsOf, nameOf } from './accessible-name.ts';
import { isShown } from './actionability.ts';
import { nearest } from './flat-tree.ts';
import { attributeOf, queryAll, tagOf, textContentOf } from './natives.ts';
import { refOf } from './refs.ts';
import { roleOf } from './roles.ts';
import { checkedOf } from './states.ts';

// Radio buttons belong together: by their name in a form, or by the group that is drawn around them.

const buttons = 'input[type=radio], [role=radio]';
const radiosMax = 200;

/** The radio buttons inside an element. */
export function radiosIn(element: Element): readonly Element[] {
  return queryAll(element, buttons).slice(0, radiosMax);
}

/** An element that groups radio buttons and nothing else that is filled. */
export function isRadioGroup(element: Element): boolean {
  if (roleOf(element) !== 'radiogroup' && tagOf(element) !== 'fieldset') return false;
  const others = queryAll(element, 'input:not([type=radio]):not([type=hidden]), textarea, select');
  return others.length === 0 && radiosIn(element).length > 0;
}

/** The radio buttons that a group, or one of them, belongs to. */
export function radiosOf(element: Element): readonly Element[] {
  if (!(element instanceof HTMLInputElement)) {
    if (roleOf(element) !== 'radio') return radiosIn(element);
    const group = nearest(element, (candidate) => roleOf(candidate) === 'radiogroup');
    return group === null ? [element] : radiosIn(group);
  }
  const { name, form } = element;
  if (name === '') return [element];
  const same = (other: Element): boolean =>
    other instanceof HTMLInputElement && other.name === name && other.form === form;
  return queryAll(document, 'input[type=radio]').filter(same).slice(0, radiosMax);
}

/** The button of a value or a label, and what there is to choose. */
export function findRadio(
  element: Element,
  text: string,
): { readonly ref: string | null; readonly choices: readonly string[] } {
  const radios = radiosOf(element).filter(isShown);
  const wanted = collapse(text).toLowerCase();
  const found =
    radios.find((radio) => givenValue(radio) === text) ??
    radios.find((radio) => labelOf(radio).toLowerCase() === wanted) ??
    radios.find((radio) => givenValue(radio).toLowerCase() === wanted);
  return { ref: found === undefined ? null : refOf(found), choices: radios.map(labelOf) };
}

/** The label of the button that is set; empty when none is. */
export function chosenRadio(element: Element): string {
  const chosen = radiosOf(element).find((radio) => checkedOf(radio) === true);
  return chosen === undefined ? '' : labelOf(chosen);
}

function givenValue(radio: Element): string {
  return radio instanceof HTMLInputElement ? radio.value : (attributeOf(radio, 'data-value') ?? '');
}

function labelOf(radio: Element): string {
  const name = nameOf(radio);
  if (name !== '') return collapse(name);
  return collapse(labelsOf(radio).map(textContentOf).join(' ') || textContentOf(radio) || givenValue(radio));
}
