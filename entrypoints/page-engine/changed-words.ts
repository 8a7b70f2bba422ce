import { type Change, changesSoFar } from './changes.ts';
import { flatParentOf, isInside } from './flat-tree.ts';
import { isConnected, matches, queryAll, tagOf, textContentOf } from './natives.ts';
import { labelled, labelOf, regionOf } from './region-label.ts';
import { roleOf } from './roles.ts';
import { isSeen, isVisible } from './visibility.ts';

// Changes of the tree in a few words each: what appeared, what went, what says or looks something else.

const eachMax = 4;
const insideMax = 400;
/** Attributes that are told by the state that they carry, of the target itself, or that show nothing. */
const stateOnly = new Set([
  'aria-expanded',
  'aria-selected',
  'aria-checked',
  'aria-pressed',
  'checked',
  'value',
]);

/** What the watched changes come to; what came after the input had been worked off begins with `then`. */
export function changedWords(
  target: Element | null,
  seenBefore: WeakMap<Element, boolean>,
): readonly string[] {
  const changes = changesSoFar();
  const added = new Set(changes.flatMap((change) => [...change.added]));
  const inAdded = (node: Node): boolean => [...added].some((one) => isInside(node, one));
  const words: { readonly later: boolean; readonly text: string }[] = [];
  for (const change of changes) {
    if (!isConnected(change.node) || inAdded(change.node)) continue;
    for (const text of wordsOf(change, target, seenBefore)) words.push({ later: change.later, text });
  }
  const now = words.filter(({ later }) => !later).map(({ text }) => text);
  const then = words.filter(({ later }) => later).map(({ text }) => `then ${text}`);
  return [...now, ...then];
}

function wordsOf(
  change: Change,
  target: Element | null,
  seenBefore: WeakMap<Element, boolean>,
): readonly string[] {
  const { node, added, removed, attributes, text } = change;
  const words: string[] = [];
  const shown = [...added].filter(isShownNode);
  const gone = [...removed].filter(([one, held]) => isWorthTelling(one, held));
  if (text || (shown.length > 0 && gone.length > 0)) words.push(...changed(node));
  else {
    words.push(...shown.slice(0, eachMax).map((one) => `appeared ${labelOfNode(one)}`));
    if (shown.length > eachMax) words.push(`appeared ${shown.length - eachMax} more`);
    words.push(...gone.slice(0, eachMax).map(([one, held]) => `gone ${labelOfGone(one, held)}`));
  }
  const looks = [...attributes].filter((name) => !stateOnly.has(name) || node !== target);
  if (looks.length > 0 && node instanceof Element) words.push(...restyled(node, looks, seenBefore));
  return words;
}

function changed(node: Node): readonly string[] {
  const region = regionOf(node);
  if (region === null || !isVisible(region)) return [];
  return [`changed ${tagOf(region) === 'body' ? 'page' : labelOf(region)}`];
}

function isShownNode(node: Node): boolean {
  if (node instanceof Element) return isVisible(node);
  return node instanceof Text && (node.nodeValue ?? '').trim() !== '';
}

function labelOfNode(node: Node): string {
  if (!(node instanceof Element)) return labelled('text', node.nodeValue ?? '');
  // A wrapper says less than the one thing in it that has a role.
  const inner = roleOf(node) === '' ? queryAll(node, '*').filter((one) => roleOf(one) !== '') : [];
  const only = inner.find((one) => !inner.some((other) => other !== one && !isInside(other, one)));
  return labelOf(only ?? node);
}

const unseen = new Set(['script', 'style', 'link', 'meta', 'template']);

function isWorthTelling(node: Node, held: string): boolean {
  if (node instanceof Element) return !unseen.has(tagOf(node));
  return held.trim() !== '';
}

function labelOfGone(node: Node, held: string): string {
  const role = node instanceof Element ? roleOf(node) : '';
  return labelled(role === '' ? 'text' : role, held);
}

/** What an attribute shows or hides; where it does neither, that the element is another in looks or state. */
function restyled(
  element: Element,
  attributes: readonly string[],
  seenBefore: WeakMap<Element, boolean>,
): readonly string[] {
  if (attributes.includes('load')) return [`loaded ${labelOf(element)}`];
  const inside = [element, ...queryAll(element, '*').slice(0, insideMax)];
  const appeared = outermost(inside.filter((one) => seenBefore.get(one) === false && isSeen(one)));
  if (appeared.length > 0) {
    return appeared.slice(0, eachMax).map((one) => `appeared ${labelOfNode(one)}`);
  }
  const hidden = outermost(inside.filter((one) => seenBefore.get(one) === true && !isSeen(one)));
  if (hidden.length > 0)
    return hidden.slice(0, eachMax).map((one) => `gone ${labelled(kindOf(one), textContentOf(one))}`);
  if (!isVisible(element)) return [];
  if (attributes.includes('disabled')) {
    return [`${matches(element, ':disabled') ? 'disabled' : 'enabled'} ${labelOf(element)}`];
  }
  const region = tagOf(element) === 'body' || tagOf(element) === 'html' ? 'page' : labelOf(element);
  return [`restyled ${region}`];
}

function kindOf(element: Element): string {
  const role = roleOf(element);
  return role === '' ? 'text' : role;
}

function outermost(elements: readonly Element[]): readonly Element[] {
  const all = new Set(elements);
  return elements.filter((element) => {
    for (let at = flatParentOf(element); at !== null; at = flatParentOf(at)) if (all.has(at)) return false;
    return true;
  });
}
