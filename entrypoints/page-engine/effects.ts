import { nameOf } from './accessible-name.ts';
import { elementsUnder, focusedElement, isInside } from './flat-tree.ts';
import { attributeOf, bodyOf, isConnected, queryAll, textContentOf } from './natives.ts';
import { roleOf } from './roles.ts';
import { isSensitive } from './sensitive.ts';
import { isVisible } from './visibility.ts';

// What an act changed, told from cheap readings before and after it; and what a pointer made appear.

type Reading = {
  readonly url: string;
  readonly attached: boolean;
  readonly focused: boolean;
  readonly checked: string;
  readonly value: string;
  readonly expanded: string;
  readonly selected: string;
  readonly pressed: string;
  readonly nodes: number;
  readonly text: number;
};

let before: { readonly element: Element; readonly reading: Reading } | null = null;
let seen = new WeakSet<Element>();

/** Takes the reading before an act. */
export function readBefore(element: Element): void {
  before = { element, reading: readingOf(element) };
}

/** Short words for what differs since the reading before; empty if there was none. */
export function effectsSince(): readonly string[] {
  if (before === null) return [];
  const was = before.reading;
  const is = readingOf(before.element);
  const effects: string[] = [];
  if (is.url !== was.url) effects.push('address changed');
  if (was.attached && !is.attached) effects.push('target gone');
  if (!was.focused && is.focused) effects.push('focused');
  if (is.checked !== was.checked) effects.push(is.checked === 'true' ? 'checked' : 'unchecked');
  if (is.value !== was.value) effects.push('value changed');
  if (is.expanded !== was.expanded) effects.push(is.expanded === 'true' ? 'expanded' : 'collapsed');
  if (is.selected !== was.selected) effects.push('selection changed');
  if (is.pressed !== was.pressed) effects.push(is.pressed === 'true' ? 'pressed' : 'released');
  if (is.nodes !== was.nodes || is.text !== was.text) effects.push('page changed');
  return effects;
}

function readingOf(element: Element): Reading {
  const focus = focusedElement();
  const body = bodyOf();
  const control = element instanceof HTMLLabelElement ? (element.control ?? element) : element;
  const field =
    control instanceof HTMLInputElement ||
    control instanceof HTMLTextAreaElement ||
    control instanceof HTMLSelectElement;
  return {
    url: location.href,
    attached: isConnected(element),
    focused: focus !== null && isInside(focus, control),
    checked:
      control instanceof HTMLInputElement ? String(control.checked) : attribute(control, 'aria-checked'),
    value: field && !isSensitive(control) ? control.value : '',
    expanded: attribute(control, 'aria-expanded'),
    selected: attribute(control, 'aria-selected'),
    pressed: attribute(control, 'aria-pressed'),
    nodes: queryAll(document, '*').length,
    text: body === null ? 0 : fingerprintOf(textContentOf(body)),
  };
}

const hashedCharactersMax = 300_000;

/** A number that differs where texts of the same length do; for telling changes, not for security. */
function fingerprintOf(text: string): number {
  let hash = text.length;
  const end = Math.min(text.length, hashedCharactersMax);
  for (let at = 0; at < end; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
  return hash;
}

function attribute(element: Element, name: string): string {
  return attributeOf(element, name) ?? '';
}

const appearedMax = 20;

/** Remembers what is visible now. */
export function rememberVisible(): void {
  seen = new WeakSet();
  for (const element of elementsUnder(document)) if (isVisible(element)) seen.add(element);
}

/** Role and name of what is visible and was not, outermost first; `tooltip "Opens at nine"`. */
export function appearedSince(): readonly string[] {
  const appeared: string[] = [];
  const fresh = new Set<Element>();
  for (const element of elementsUnder(document)) {
    if (appeared.length >= appearedMax) break;
    if (seen.has(element) || !isVisible(element)) continue;
    fresh.add(element);
    const role = roleOf(element);
    const name = nameOf(element);
    const text = name !== '' ? name : textContentOf(element).replace(/\s+/g, ' ').trim().slice(0, 100);
    const told = [...fresh].some(
      (outer) => outer !== element && isInside(element, outer) && roleOf(outer) !== '',
    );
    if (text === '' || (role === '' && told)) continue;
    appeared.push(role === '' ? text : `${role} ${JSON.stringify(text)}`);
  }
  return appeared;
}
