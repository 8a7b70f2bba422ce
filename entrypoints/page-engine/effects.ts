import { nameOf } from './accessible-name.ts';
import { changedWords } from './changed-words.ts';
import { endChanges, enterPhase, watchChanges } from './changes.ts';
import { elementsUnder, flatParentOf, focusedElement, isInside } from './flat-tree.ts';
import { isConnected, queryAll, scrollLeftOf, scrollTopOf, textContentOf } from './natives.ts';
import { labelOf } from './region-label.ts';
import { roleOf } from './roles.ts';
import { isSensitive } from './sensitive.ts';
import { statesOf } from './states.ts';
import { isVisible, seenAmong } from './visibility.ts';

// What an act changed, told from readings before and after it and from what changed in the tree in between;
// and what a pointer made appear.

type Reading = {
  readonly attached: boolean;
  readonly focus: Element | null;
  readonly checked: string;
  readonly value: string;
  readonly expanded: string;
  readonly selected: string;
  readonly pressed: string;
};
type Before = {
  readonly url: string;
  readonly own: { readonly element: Element; readonly reading: Reading } | null;
  readonly fields: ReadonlyMap<Element, string>;
  readonly scrolls: ReadonlyMap<Element | Window, number>;
  readonly seen: WeakMap<Element, boolean>;
};

const fieldsMax = 300;
const seenMax = 2_000;
const effectsMax = 12;
const scrollersMax = 30;

let before: Before | null = null;
let visible = new WeakSet<Element>();

/** Takes the readings before an act on an element, or in another frame than this, and begins to watch the tree. */
export function readBefore(element: Element | null): void {
  watchChanges(element);
  if (element === null) enterPhase('after');
  before = {
    url: location.href,
    own: element === null ? null : { element, reading: readingOf(element) },
    fields: fieldsOf(element),
    scrolls: scrollsAround(element),
    seen: seenAmong(queryAll(document, 'body *').slice(0, seenMax)),
  };
}

/** Short words for what differs since the reading before, the target's own first; empty if nothing does. */
export function effectsSince(): readonly string[] {
  if (before === null) return [];
  const { url, own, fields, scrolls, seen } = before;
  const element = own?.element ?? null;
  const words = [
    ...(location.href === url ? [] : ['address changed']),
    ...(own === null ? [] : ownEffects(own.element, own.reading, readingOf(own.element))),
    ...([...scrolls].some(([area, was]) => scrollOf(area) !== was) ? ['scrolled'] : []),
    ...fieldEffects(fields, fieldsOf(element)),
    ...changedWords(element, seen),
  ];
  endChanges();
  before = null;
  const different = [...new Set(words)];
  const more = different.length - effectsMax;
  return more > 0 ? [...different.slice(0, effectsMax), `${more} more changes`] : different;
}

function ownEffects(element: Element, was: Reading, is: Reading): readonly string[] {
  const effects: string[] = [];
  if (was.attached && !is.attached) effects.push('target gone');
  if (is.focus !== was.focus) effects.push(...focusEffect(element, is.focus));
  if (is.checked !== was.checked) effects.push(is.checked === 'true' ? 'checked' : 'unchecked');
  if (is.value !== was.value) effects.push('value changed');
  if (is.expanded !== was.expanded) effects.push(is.expanded === 'true' ? 'expanded' : 'collapsed');
  if (is.selected !== was.selected) effects.push('selection changed');
  if (is.pressed !== was.pressed) effects.push(is.pressed === 'true' ? 'pressed' : 'released');
  return effects;
}

function focusEffect(element: Element, focus: Element | null): readonly string[] {
  if (focus === null) return [];
  return isInside(focus, controlOf(element)) ? ['focused'] : [`focus on ${labelOf(focus)}`];
}

/** The control that a label stands for. */
function controlOf(element: Element): Element {
  return element instanceof HTMLLabelElement ? (element.control ?? element) : element;
}

function readingOf(element: Element): Reading {
  const control = controlOf(element);
  const states = statesOf(control);
  return {
    attached: isConnected(element),
    focus: focusedElement(),
    checked: String(states.checked),
    value: heldBy(control),
    expanded: String(states.expanded),
    selected: String(states.selected),
    pressed: String(states.pressed),
  };
}

function heldBy(control: Element): string {
  const field =
    control instanceof HTMLInputElement ||
    control instanceof HTMLTextAreaElement ||
    control instanceof HTMLSelectElement;
  return field && !isSensitive(control) ? control.value : '';
}

/** How far the window and the areas around an element are scrolled. */
function scrollsAround(element: Element | null): ReadonlyMap<Element | Window, number> {
  const scrolls = new Map<Element | Window, number>([[window, scrollOf(window)]]);
  let at = element === null ? null : flatParentOf(element);
  for (; at !== null && scrolls.size < scrollersMax; at = flatParentOf(at)) {
    scrolls.set(at, scrollOf(at));
  }
  return scrolls;
}

function scrollOf(area: Element | Window): number {
  const across = area instanceof Element ? scrollLeftOf(area) : scrollX;
  const down = area instanceof Element ? scrollTopOf(area) : scrollY;
  // Both in one number; no page is as wide as a million pixels.
  return Math.round(across) + Math.round(down) * 1_000_000;
}

/** What the other fields of the page hold: script sets them without leaving a mark in the tree. */
function fieldsOf(target: Element | null): ReadonlyMap<Element, string> {
  const own = target === null ? null : controlOf(target);
  const held = new Map<Element, string>();
  for (const field of queryAll(document, 'input, select, textarea').slice(0, fieldsMax)) {
    if (field === own) continue;
    const box = field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type);
    held.set(field, box ? String(field.checked) : heldBy(field));
  }
  return held;
}

function fieldEffects(
  was: ReadonlyMap<Element, string>,
  is: ReadonlyMap<Element, string>,
): readonly string[] {
  const effects: string[] = [];
  for (const [field, value] of is) {
    const old = was.get(field);
    if (old === undefined || old === value) continue;
    const box = field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type);
    const what = box ? (value === 'true' ? 'checked' : 'unchecked') : 'value changed of';
    effects.push(`${what} ${labelOf(field)}`);
  }
  return effects;
}

const appearedMax = 20;

/** Remembers what is visible now. */
export function rememberVisible(): void {
  visible = new WeakSet();
  for (const element of elementsUnder(document)) if (isVisible(element)) visible.add(element);
}

/** Role and name of what is visible and was not, outermost first; `tooltip "Opens at nine"`. */
export function appearedSince(): readonly string[] {
  const appeared: string[] = [];
  const fresh = new Set<Element>();
  for (const element of elementsUnder(document)) {
    if (appeared.length >= appearedMax) break;
    if (visible.has(element) || !isVisible(element)) continue;
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
