import type { Named } from '../../shared/engine-methods.ts';
import { collapse } from '../../shared/plain-text.ts';
import type { Readiness } from '../../shared/tools/define-tool.ts';
import { nameOf } from './accessible-name.ts';
import { elementsUnder } from './flat-tree.ts';
import { isConnected, tagOf, textContentOf } from './natives.ts';
import { equalsOf, isStill, type Kept, keptOf, likesOf, successorOf } from './ref-succession.ts';
import { roleOf } from './roles.ts';
import { rowWordsOf, type Told, wordsBeside } from './row-words.ts';
import { isRendered } from './visibility.ts';

// A ref means an element for as long as the document lives, wherever it moves and however it is renamed.
// When the page has thrown the element away and drawn it anew, or has given it to another row, the ref passes
// on to the one that took its place (ref-succession.ts), and says so until the reader sees it again.

type Known = Kept & { readonly element: WeakRef<Element> };

const refsMax = 50_000;
const nearestMax = 5;
const known = new Map<number, Known>();
const numbers = new WeakMap<Element, number>();
/** By ref: an element that is drawn anew has to be as ready as the one before it. */
const readiness = new Map<number, Readiness>();
/** Elements that a ref passed on to, and that nobody has been shown since. */
const rematched = new WeakSet<Element>();
let first = 1;
let next = 1;

/** New refs are counted from here at least, so that no document gives out the refs of the one before it. */
export function countRefsFrom(number: number): void {
  if (next === first && number > next) first = number;
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
  const before = existing === undefined ? undefined : known.get(existing);
  if (existing !== undefined && (before === undefined || isStill(before, element, name)))
    return `e${existing}`;
  const number = next++;
  numbers.set(element, number);
  remember(number, element, keptOf(element, role, name));
  return `e${number}`;
}

/** The ref as a reader is shown it together with its element, which ends what was to be said about it. */
export function shownRefOf(element: Element, role: string, name: string): string {
  rematched.delete(element);
  return refOf(element, role, name);
}

export function isRematched(element: Element): boolean {
  return rematched.has(element);
}

function remember(number: number, element: Element, kept: Kept): void {
  known.set(number, { ...kept, element: new WeakRef(element) });
  if (known.size <= refsMax) return;
  const oldest = known.keys().next().value;
  if (oldest === undefined) return;
  known.delete(oldest);
  readiness.delete(oldest);
}

/** The ref that an element has means what it is now; false for one that was given to another row since. */
export function hasItsRef(element: Element, name: string): boolean {
  const number = numbers.get(element);
  const entry = number === undefined ? undefined : known.get(number);
  return entry === undefined || isStill(entry, element, name);
}

/** What tells elements from their likes, as they are seen together: kept for those whose refs were shown. */
export function rememberWords(seen: readonly Told[], shown: ReadonlySet<Element>): void {
  const words = rowWordsOf(seen);
  for (const { element, role, name } of seen) {
    const number = shown.has(element) ? numbers.get(element) : undefined;
    const entry = number === undefined ? undefined : known.get(number);
    if (number === undefined || entry === undefined) continue;
    known.set(number, { ...entry, role, name, words: words.get(element) ?? entry.words });
  }
}

/**
 * Of several alike, which one it was, and whether its row's key tells it from them: known only when all of them
 * are seen together.
 */
export function rememberPlaces(elements: readonly Element[]): void {
  const equals = new Map<string, number[]>();
  const likes = new Map<string, number>();
  for (const element of elements) {
    const number = numbers.get(element);
    const entry = number === undefined ? undefined : known.get(number);
    if (number === undefined || entry === undefined) continue;
    const group = equals.get(equalsOf(entry));
    if (group === undefined) equals.set(equalsOf(entry), [number]);
    else group.push(number);
    likes.set(likesOf(entry), (likes.get(likesOf(entry)) ?? 0) + 1);
  }
  for (const group of equals.values()) {
    for (const [place, number] of group.entries()) {
      const entry = known.get(number);
      if (entry === undefined) continue;
      known.set(number, { ...entry, place, of: group.length, keyed: likes.get(likesOf(entry)) === 1 });
    }
  }
}

export type Lookup =
  | { readonly state: 'found'; readonly element: Element }
  | {
      readonly state: 'stale';
      /** `earlier`: a ref of a document before this one. `unknown`: never given out. */
      readonly why: 'gone' | 'earlier' | 'unknown';
      readonly was: Named | null;
      readonly nearest: readonly Named[];
    };

/** The element that a ref means now. */
export function lookUp(number: number): Lookup {
  const entry = known.get(number);
  if (entry === undefined) {
    const why = number < first ? 'earlier' : number < next ? 'gone' : 'unknown';
    return { state: 'stale', why, was: null, nearest: [] };
  }
  const element = entry.element.deref();
  if (element !== undefined && isConnected(element) && isStill(entry, element, nameOf(element)))
    return { state: 'found', element };
  const { successor, alike } = successorOf(entry, [...elementsUnder(document, isRendered)]);
  if (successor !== null) {
    numbers.set(successor, number);
    const words = entry.words === null ? null : wordsBeside(entry.words, successor, entry.name, alike);
    remember(number, successor, { ...keptOf(successor, entry.role, entry.name), words });
    rematched.add(successor);
    return { state: 'found', element: successor };
  }
  const was = { ref: `e${number}`, role: entry.role, name: entry.name };
  return { state: 'stale', why: 'gone', was, nearest: alike.slice(0, nearestMax).map(named) };
}

/** The same for elements that are told alone, and not with all that the page shows. */
export function rememberAmong(elements: readonly Element[]): void {
  const told = elements.map((element) => ({ element, role: roleOf(element), name: nameOf(element) }));
  rememberWords(told, new Set(elements));
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
  const number = Number(refOf(element).slice(1));
  readiness.delete(number);
  readiness.set(number, level);
  const oldest = readiness.size > refsMax ? readiness.keys().next().value : undefined;
  if (oldest !== undefined) readiness.delete(oldest);
}

export function readinessOf(element: Element): Readiness {
  const number = numbers.get(element);
  return (number === undefined ? undefined : readiness.get(number)) ?? 'attached';
}
