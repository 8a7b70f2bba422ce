import type { Named, Resolution, Spot } from '../../shared/engine-methods.ts';
import { collapse } from '../../shared/plain-text.ts';
import type { SelectorPart } from '../../shared/selector.ts';
import type { Readiness } from '../../shared/tools/define-tool.ts';
import { nameOf } from './accessible-name.ts';
import { isShown, readyTarget, unready } from './actionability.ts';
import { describeElement } from './describe.ts';
import { fieldWithin } from './field-within.ts';
import { elementsUnder, isInside, nearest } from './flat-tree.ts';
import { frameIndexOf, isFrame } from './frames.ts';
import { attributeOf, hasAttribute, queryAll, tagOf, textContentOf } from './natives.ts';
import { findPart, type Scope, unique } from './query.ts';
import { lookUp, named, refOf, rememberAmong, rememberReadiness } from './refs.ts';
import { isFocusable, isInteractiveRole, roleOf } from './roles.ts';
import { isRendered, isVisible } from './visibility.ts';

// From a selector to the one element that it means in this frame, or the frame into which it leads.

export type ResolveRequest = {
  readonly parts: readonly SelectorPart[];
  readonly readiness: Readiness;
  readonly position?: Spot | null;
};

const candidatesMax = 5;

export async function resolveSelector({ parts, readiness, position }: ResolveRequest): Promise<Resolution> {
  const first = parts[0];
  if (first?.kind === 'ref') {
    const found = lookUp(first.number);
    if (found.state === 'stale') return { ...found, nearest: [...found.nearest] };
  }
  const followed = follow(parts);
  if (followed.frame !== null) return followed.frame;
  const chosen = choose(followed.elements, parts.at(-1));
  // Several that are all hidden are one thing to say about a page: that nothing of it shows.
  if (chosen.length > 1 && (readiness === 'attached' || chosen.some(isShown))) {
    const candidates = chosen.slice(0, candidatesMax).map(named);
    rememberAmong(chosen.slice(0, candidatesMax));
    return { state: 'several', count: chosen.length, candidates };
  }
  const one = chosen[0];
  if (one === undefined) return { state: 'none', nearest: [...nearestTo(parts)] };
  const meant = readiness === 'editable' ? fieldWithin(one) : one;
  const { element, readied } = await readyTarget(meant, readiness, position);
  rememberReadiness(element, readiness);
  const target = describeElement(element);
  if (readied.ready) return { state: 'found', target, point: readied.point };
  return unready(target, readied);
}

/**
 * The elements that a chain of parts means in this frame; throws `SelectorError` for a part that is none.
 */
export function findAll(parts: readonly SelectorPart[]): readonly Element[] {
  return follow(parts).elements;
}

export type Followed = {
  readonly elements: readonly Element[];
  readonly frame: (Resolution & { state: 'frame' }) | null;
};

/** What a chain of parts means in this frame: elements, or the child frame into which it leads. */
export function follow(parts: readonly SelectorPart[]): Followed {
  let found: readonly Element[] = [];
  for (const [at, part] of parts.entries()) {
    if (part.kind === 'nth') {
      found = [preferVisible(found).at(part.index)].filter((element) => element !== undefined);
      continue;
    }
    const frames = at === 0 ? [] : preferVisible(found).filter((element) => isFrame(element));
    const only = frames[0];
    if (only !== undefined && frames.length === 1 && (part.kind === 'enter' || found.length === 1)) {
      return { elements: [], frame: intoFrame(only, part.kind === 'enter' ? at + 1 : at) };
    }
    if (part.kind === 'enter') return { elements: found.length > 1 ? frames : [], frame: null };
    const scopes: readonly Scope[] = at === 0 ? [document] : found;
    found = unique(scopes.flatMap((scope) => findPart(scope, part)));
  }
  return { elements: found, frame: null };
}

function intoFrame(element: Element, used: number): Resolution & { state: 'frame' } {
  const src = element instanceof HTMLIFrameElement ? element.src : (attributeOf(element, 'src') ?? '');
  return { state: 'frame', ref: refOf(element), index: frameIndexOf(element), src, used };
}

function preferVisible(elements: readonly Element[]): readonly Element[] {
  if (elements.length < 2) return elements;
  const visible = elements.filter(isShown);
  return visible.length > 0 ? visible : elements;
}

/** While a modal dialog is open, or a part of the page is inert, only the rest of it can be meant. */
function preferInReach(elements: readonly Element[]): readonly Element[] {
  if (elements.length < 2) return elements;
  const modal = queryAll(document, 'dialog:modal').at(-1);
  const inReach = elements.filter((element) => {
    if (modal !== undefined && !isInside(element, modal)) return false;
    return nearest(element, (around) => hasAttribute(around, 'inert')) === null;
  });
  return inReach.length > 0 ? inReach : elements;
}

/** Visible ones before hidden ones; of several that hold a text, the only one that says just this. */
function choose(elements: readonly Element[], last: SelectorPart | undefined): readonly Element[] {
  const visible = preferInReach(preferVisible(elements));
  if (visible.length < 2 || last === undefined) return visible;
  const wanted = 'match' in last ? last.match : last.kind === 'role' ? last.name : null;
  if (wanted === null) return visible;
  const says = (element: Element) =>
    collapse(last.kind === 'text' ? textContentOf(element) : nameOf(element)).toLowerCase() ===
    wanted.text.toLowerCase();
  const exact = visible.filter(says);
  return exact.length === 1 ? exact : visible;
}

/** What comes closest to what was asked for: the same role first, then names that share a word with it. */
function nearestTo(parts: readonly SelectorPart[]): readonly Named[] {
  const last = parts.findLast((part) => part.kind !== 'nth' && part.kind !== 'enter');
  if (last === undefined) return [];
  const role = last.kind === 'role' ? last.role : null;
  const text =
    'match' in last ? last.match.text : last.kind === 'role' ? (last.name?.text ?? '') : wordsIn(last);
  const words = new Set(text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? []);
  const scored: { readonly element: Element; readonly score: number }[] = [];
  for (const element of elementsUnder(document, isRendered)) {
    const own = roleOf(element);
    if (!isInteractiveRole(own) && own !== role && !(isFocusable(element) && own !== '')) continue;
    if (tagOf(element) === 'option') continue;
    const shared = (
      nameOf(element)
        .toLowerCase()
        .match(/[\p{L}\p{N}]{2,}/gu) ?? []
    ).filter((word) => words.has(word));
    const score = shared.length * 2 + (own === role ? 1 : 0);
    if (score > 0 && isVisible(element)) scored.push({ element, score });
  }
  return scored
    .sort((a, b) => b.score - a.score)
    .slice(0, candidatesMax)
    .map(({ element }) => named(element));
}

function wordsIn(part: SelectorPart): string {
  if (part.kind === 'css') return part.css.replace(/[^\p{L}\p{N}]+/gu, ' ');
  return part.kind === 'testid' ? part.id.replace(/[-_]/g, ' ') : '';
}
