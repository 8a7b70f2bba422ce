import { matchesText, type TextMatch } from '../../shared/plain-text.ts';
import type { SelectorPart } from '../../shared/selector.ts';
import { labelsOf, nameOf } from './accessible-name.ts';
import { elementsUnder, flatChildrenOf, isInside, shadowRootOf, wordsOf } from './flat-tree.ts';
import {
  attributeOf,
  byId,
  isDocument,
  type QueryRoot,
  queryAll,
  queryOne,
  rootOf,
  tagOf,
  textContentOf,
} from './natives.ts';
import { lookUp } from './refs.ts';
import { roleOf } from './roles.ts';
import { isDisabled, type States, statesOf } from './states.ts';
import { isRendered } from './visibility.ts';

// One part of a selector, evaluated under a scope, in the order of the page.

/** A part that the browser cannot evaluate; the message names the part and never holds text of the page. */
export class SelectorError extends Error {}

export type Scope = Document | Element;

export function findPart(scope: Scope, part: SelectorPart): readonly Element[] {
  switch (part.kind) {
    case 'css':
      return findCss(scope, part.css);
    case 'role':
      return everyElement(scope).filter((element) => hasRole(element, part));
    case 'text':
      return findText(scope, part.match);
    case 'label':
      return everyElement(scope).filter((element) => isLabelled(element, part.match));
    case 'placeholder':
      return findCss(scope, '[placeholder], [aria-placeholder]').filter((element) =>
        ['placeholder', 'aria-placeholder'].some((name) =>
          matchesText(attributeOf(element, name) ?? '', part.match),
        ),
      );
    case 'testid':
      return findCss(scope, '[data-testid], [data-test-id], [data-test]').filter((element) =>
        ['data-testid', 'data-test-id', 'data-test'].some((name) => attributeOf(element, name) === part.id),
      );
    case 'xpath':
      return findXpath(scope, part.expression);
    case 'ref': {
      const found = lookUp(part.number);
      return found.state === 'found' && (isDocument(scope) || isInside(found.element, scope))
        ? [found.element]
        : [];
    }
    case 'nth':
    case 'enter':
      return [];
  }
}

function everyElement(scope: Scope): readonly Element[] {
  return [...elementsUnder(scope, isRendered)];
}

/** Every tree in which a CSS selector is tried: the scope's own, and the shadow roots under it. */
function treesUnder(scope: Scope): readonly QueryRoot[] {
  const trees: QueryRoot[] = [scope];
  const own = scope instanceof Element ? shadowRootOf(scope) : null;
  if (own !== null) trees.push(own);
  for (let at = 0; at < trees.length; at++) {
    const tree = trees[at];
    if (tree === undefined) continue;
    for (const element of queryAll(tree, '*')) {
      const root = shadowRootOf(element);
      if (root !== null) trees.push(root);
    }
  }
  return trees;
}

function findCss(scope: Scope, css: string): readonly Element[] {
  const found = inEveryTree(scope, css);
  if (found.length > 0) return found;
  const steps = descendantSteps(css);
  if (steps.length < 2) return found;
  let scopes: readonly Scope[] = [scope];
  for (const step of steps) scopes = unique(scopes.flatMap((at) => inEveryTree(at, step)));
  return scopes.filter((at) => at instanceof Element);
}

function inEveryTree(scope: Scope, css: string): readonly Element[] {
  try {
    if (isDocument(scope)) queryOne(document, css);
    return treesUnder(scope).flatMap((tree) => queryAll(tree, css));
  } catch {
    throw new SelectorError(`${JSON.stringify(css)} is not a CSS selector`);
  }
}

/**
 * A selector cut at its descendant spaces, so that each step may lie in another shadow tree than the one
 * before.
 */
function descendantSteps(css: string): readonly string[] {
  if (/[,>+~"'(]/.test(css.replace(/\[[^\]]*\]/g, ''))) return [];
  return css.match(/(?:\[[^\]]*\]|[^\s[\]])+/g) ?? [];
}

export function unique<T>(items: readonly T[]): readonly T[] {
  return [...new Set(items)];
}

function hasRole(element: Element, part: SelectorPart & { kind: 'role' }): boolean {
  const role = roleOf(element);
  if (role !== part.role && !(part.role === 'image' && role === 'img')) return false;
  if (part.name !== null && !matchesText(nameOf(element), part.name)) return false;
  const states = statesOf(element, role);
  return Object.entries(part.states).every(([key, wanted]) => {
    const is = key === 'disabled' ? isDisabled(element) : stateNamed(states, key);
    return is === wanted || (is === null && wanted === false);
  });
}

function stateNamed(states: States, key: string): States[keyof States] {
  switch (key) {
    case 'checked':
    case 'expanded':
    case 'selected':
    case 'pressed':
    case 'level':
      return states[key];
    default:
      return null;
  }
}

function isLabelled(element: Element, match: TextMatch): boolean {
  if (labelsOf(element).some((label) => matchesText(labelOwnText(label), match))) return true;
  if (matchesText(attributeOf(element, 'aria-label') ?? '', match)) return true;
  const labelled = wordsOf(element, 'aria-labelledby').map((id) => byId(rootOf(element), id));
  return labelled.some((label) => label !== null && matchesText(textContentOf(label), match));
}

/** What a label says, without the choices of the field that it holds. */
export function labelOwnText(label: Element): string {
  return flatChildrenOf(label)
    .map((child) =>
      child instanceof Element && ['select', 'textarea'].includes(tagOf(child)) ? '' : textContentOf(child),
    )
    .join('');
}

const silent = new Set(['script', 'style', 'noscript', 'template', 'head', 'title']);

/**
 * The innermost elements whose whole text holds what is looked for; buttons made of inputs count by their
 * value.
 */
function findText(scope: Scope, match: TextMatch): readonly Element[] {
  const found: Element[] = [];
  const visit = (node: Node): { readonly text: string; readonly holds: boolean } => {
    let text = '';
    let holds = false;
    for (const child of flatChildrenOf(node)) {
      if (child instanceof Text) text += child.nodeValue ?? '';
      if (!(child instanceof Element) || silent.has(tagOf(child))) continue;
      const inner = visit(child);
      text += inner.text;
      if (inner.holds) holds = true;
      else if (matchesText(inner.text, match)) {
        holds = true;
        found.push(child);
      }
    }
    const button = node instanceof HTMLInputElement && ['button', 'submit', 'reset'].includes(node.type);
    return { text: button ? node.value : text, holds };
  };
  visit(scope);
  return found;
}

function findXpath(scope: Scope, expression: string): readonly Element[] {
  try {
    const kind = XPathResult.ORDERED_NODE_SNAPSHOT_TYPE;
    const result = Document.prototype.evaluate.call(document, expression, scope, null, kind, null);
    const found: Element[] = [];
    for (let at = 0; at < result.snapshotLength; at++) {
      const node = result.snapshotItem(at);
      if (node instanceof Element) found.push(node);
    }
    return found;
  } catch {
    throw new SelectorError(`${JSON.stringify(expression)} is not an XPath expression`);
  }
}
