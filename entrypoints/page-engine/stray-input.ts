import { closest } from './natives.ts';
import { lookUp, refOf } from './refs.ts';
import { inputTypeOf, isEditableRegion } from './roles.ts';

const wordless = /^(?:button|submit|reset|image|checkbox|radio|file|color|range)$/;

/** Forms of several small fields move the focus on while a text is typed. */
export function takesText(element: Element): boolean {
  if (element instanceof HTMLInputElement) return !wordless.test(inputTypeOf(element));
  return element instanceof HTMLTextAreaElement || isEditableRegion(element);
}

const controls =
  'a[href], button, input, select, textarea, summary, [role=button], [role=link], [role=option], [role^=menuitem], ' +
  '[role=tab], [role=checkbox], [role=radio], [role=switch], [role=treeitem]';

/**
 * A control that lies under the pointer as it is let go, and is not the one that was pressed. Pages lay bare areas there themselves, to
 * follow the pointer: those hear of it.
 */
export function controlAt(hit: Element): Element | null {
  return closest(hit, controls);
}

/** The element that the ref of a lost one passed on to; the lost one itself where it passed on to none. */
export function successorOf(lost: Element): Element {
  const found = lookUp(Number(refOf(lost).slice(1)));
  return found.state === 'found' ? found.element : lost;
}
