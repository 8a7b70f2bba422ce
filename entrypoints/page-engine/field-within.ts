import { isShown } from './actionability.ts';
import { codeInputOf } from './code-editor.ts';
import { fieldKindOf } from './field-state.ts';
import { elementsUnder } from './flat-tree.ts';
import { isEditable } from './states.ts';
import { isRendered } from './visibility.ts';

const elementsMax = 3_000;

/**
 * The field that is meant by an element: itself, the field of a label, the input of a code editor, or the
 * only field in what is drawn around it (the box of an editor, a component with a shadow root).
 */
export function fieldWithin(element: Element): Element {
  const code = codeInputOf(element);
  if (code !== null) return code;
  if (element instanceof HTMLLabelElement && element.control !== null) return element.control;
  if (fieldKindOf(element) !== 'none') return element;
  return onlyFieldIn(element) ?? element;
}

function onlyFieldIn(element: Element): Element | null {
  let only: Element | null = null;
  let looked = 0;
  const outermost = (candidate: Element): boolean => isRendered(candidate) && candidate !== only;
  for (const candidate of elementsUnder(element, outermost)) {
    if (looked++ > elementsMax) return null;
    if (fieldKindOf(candidate) === 'none' || !isEditable(candidate) || !isShown(candidate)) continue;
    if (only !== null) return null;
    only = candidate;
  }
  return only;
}
