import type { Named } from '../../shared/engine-methods.ts';
import { collapse } from '../../shared/plain-text.ts';
import type { Readiness } from '../../shared/tools/define-tool.ts';
import { nameOf } from './accessible-name.ts';
import { ancestorsOf, elementsUnder } from './flat-tree.ts';
import { attributeOf, isConnected, tagOf, textContentOf } from './natives.ts';
import { roleOf } from './roles.ts';
import { isRendered } from './visibility.ts';

// A ref means an element for as long as the document lives, wherever it moves and however it is renamed.
// When the page has thrown the element away and drawn it anew, the ref passes on to the one that took its
// place: same tag, role, name and neighbourhood, and only if there is exactly one.

type Known = {
  readonly element: WeakRef<Element>;
  readonly tag: string;
  readonly role: string;
  readonly name: string;
  /** Text of the row, entry or group around it; empty where there is none. */
  readonly near: string;
};

const refsMax = 50_000;
const nearCharactersMax = 300;
const known = new Map<number, Known>();
const numbers = new WeakMap<Element, number>();
/** By ref: an element that is drawn anew has to be as ready as the one before it. */
const readiness = new Map<number, Readiness>();
let next = 1;

/** New refs are counted from here at least, so that no document gives out the refs of the one before it. */
export function countRefsFrom(number: number): void {
  next = Math.max(next, number);
}

export function nextRef(): number {
  return next;
}

/** The ref of an element, without the frame's prefix; made at first use. */
export function refOf(
  element: Element,
  role: string = roleOf(element),
  name: string = nameOf(element),
): string {
  const existing = numbers.get(element);
  if (existing !== undefined) return `e${existing}`;
  const number = next++;
  numbers.set(element, number);
  remember(number, element, role, name);
  return `e${number}`;
}

function remember(number: number, element: Element, role: string, name: string): void {
  const near = neighbourhoodOf(element);
  known.set(number, { element: new WeakRef(element), tag: tagOf(element), role, name, near });
  if (known.size <= refsMax) return;
  const oldest = known.keys().next().value;
  if (oldest === undefined) return;
  known.delete(oldest);
  readiness.delete(oldest);
}

export type Lookup =
  | { readonly state: 'found'; readonly element: Element; readonly rematched: boolean }
  | { readonly state: 'stale'; readonly was: Named | null; readonly nearest: readonly Named[] };

/** The element that a ref means now. */
export function lookUp(number: number): Lookup {
  const entry = known.get(number);
  if (entry === undefined) return { state: 'stale', was: null, nearest: [] };
  const element = entry.element.deref();
  if (element !== undefined && isConnected(element)) return { state: 'found', element, rematched: false };
  const alike = sameKind(entry);
  const neighbours = alike.filter((candidate) => neighbourhoodOf(candidate) === entry.near);
  const successor = neighbours.length === 1 ? neighbours[0] : undefined;
  if (successor !== undefined && (entry.name !== '' || entry.near !== '')) {
    numbers.set(successor, number);
    remember(number, successor, entry.role, entry.name);
    return { state: 'found', element: successor, rematched: true };
  }
  const was = { ref: `e${number}`, role: entry.role, name: entry.name };
  return { state: 'stale', was, nearest: alike.slice(0, 5).map(named) };
}

function sameKind(entry: Known): readonly Element[] {
  const alike: Element[] = [];
  for (const element of elementsUnder(document, isRendered)) {
    if (tagOf(element) !== entry.tag || roleOf(element) !== entry.role) continue;
    if (nameOf(element) === entry.name) alike.push(element);
  }
  return alike;
}

const groupTags = new Set(['tr', 'li', 'dd', 'dt', 'article', 'fieldset']);
const groupRoles = new Set(['row', 'listitem', 'article', 'option', 'treeitem', 'group']);

function neighbourhoodOf(element: Element): string {
  for (const ancestor of ancestorsOf(element)) {
    const role = attributeOf(ancestor, 'role') ?? '';
    if (groupTags.has(tagOf(ancestor)) || groupRoles.has(role)) {
      return collapse(textContentOf(ancestor).slice(0, nearCharactersMax * 4)).slice(0, nearCharactersMax);
    }
  }
  return '';
}

/** An element by ref, role and name, as faults and lists name it. */
export function named(element: Element): Named {
  const role = roleOf(element);
  const name = nameOf(element);
  const shown =
    name === '' ? collapse(textContentOf(element).slice(0, 200)).slice(0, 80) : name.slice(0, 120);
  return { ref: refOf(element, role, name), role: role === '' ? tagOf(element) : role, name: shown };
}

/** What a target was last resolved for, so that the check before the act asks for the same. */
export function rememberReadiness(element: Element, level: Readiness): void {
  readiness.set(Number(refOf(element).slice(1)), level);
}

export function readinessOf(element: Element): Readiness {
  const number = numbers.get(element);
  return (number === undefined ? undefined : readiness.get(number)) ?? 'attached';
}
