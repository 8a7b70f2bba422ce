import {
  activeIn,
  attributeOf,
  childNodesOf,
  closest,
  nodeTypeOf,
  openRootOf,
  parentNodeOf,
  rootOf,
  slotOf,
  tagOf,
} from './natives.ts';

// The page as it is shown: a host's children are those of its shadow root, a slot's are what was assigned
// to it. Closed roots are opened through `chrome.dom` where the engine runs as an extension's script.

const hosts = new Set(
  'article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span'.split(' '),
);

// Looked up once: every look at `chrome.dom` is a call of its own, and a walk would make thousands.
const dom = typeof chrome === 'undefined' ? undefined : chrome.dom;

let remembered: Map<Element, ShadowRoot | null> | null = null;

/** Runs a walk that changes nothing and waits for nothing; each element is asked for its root only once in it. */
export function askingRootsOnce<T>(walk: () => T): T {
  const before = remembered;
  remembered ??= new Map();
  try {
    return walk();
  } finally {
    remembered = before;
  }
}

/** The open or closed shadow root of an element; null without one. */
export function shadowRootOf(element: Element): ShadowRoot | null {
  const open = openRootOf(element);
  if (open !== null || dom === undefined) return open;
  const known = remembered?.get(element);
  if (known !== undefined) return known;
  const root = closedRootOf(element, dom);
  remembered?.set(element, root);
  return root;
}

function closedRootOf(element: Element, opener: typeof chrome.dom): ShadowRoot | null {
  const tag = tagOf(element);
  if ((!tag.includes('-') && !hosts.has(tag)) || !(element instanceof HTMLElement)) return null;
  const root: unknown = opener.openOrClosedShadowRoot(element);
  return root instanceof ShadowRoot ? root : null;
}

/** The nodes shown under a node, in order. */
export function flatChildrenOf(node: Node): readonly Node[] {
  if (!(node instanceof Element)) return childNodesOf(node);
  if (node instanceof HTMLSlotElement) {
    const assigned = HTMLSlotElement.prototype.assignedNodes.call(node);
    if (assigned.length > 0) return assigned;
  }
  return childNodesOf(shadowRootOf(node) ?? node);
}

/** The same, without what a closed `<details>` keeps: its loose texts have no element to ask. */
export function shownChildrenOf(node: Node): readonly Node[] {
  const children = flatChildrenOf(node);
  if (!(node instanceof HTMLDetailsElement) || node.open) return children;
  const summary = children.find((child) => child instanceof Element && tagOf(child) === 'summary');
  return summary === undefined ? [] : [summary];
}

/** The element under which a node is shown; null for the outermost, and for a child that no slot takes. */
export function flatParentOf(node: Node): Element | null {
  const parent = parentNodeOf(node);
  if (parent instanceof ShadowRoot) return parent.host;
  if (!(parent instanceof Element)) return null;
  const slot = node instanceof Element ? slotOf(node) : null;
  if (slot !== null) return slot;
  const root = shadowRootOf(parent);
  return root === null ? parent : (closedSlotOf(root, node) ?? parent);
}

/** A closed root does not tell a node its slot, but its slots tell what they hold. */
function closedSlotOf(root: ShadowRoot, node: Node): Element | null {
  for (const slot of DocumentFragment.prototype.querySelectorAll.call(root, 'slot')) {
    if (!(slot instanceof HTMLSlotElement)) continue;
    if (HTMLSlotElement.prototype.assignedNodes.call(slot).includes(node)) return slot;
  }
  return null;
}

/** True if `node` is `ancestor` or is shown inside it. */
export function isInside(node: Node, ancestor: Node): boolean {
  for (let at: Node | null = node; at !== null; at = flatParentOf(at)) if (at === ancestor) return true;
  return false;
}

/** Every element shown under a node, in order, without the node itself; `enter` may keep a subtree out. */
export function* elementsUnder(
  node: Node,
  enter: (element: Element) => boolean = () => true,
): Generator<Element> {
  const stack: Node[] = [...flatChildrenOf(node)].reverse();
  while (stack.length > 0) {
    const next = stack.pop();
    if (!(next instanceof Element)) continue;
    yield next;
    if (!enter(next)) continue;
    const children = flatChildrenOf(next);
    for (let at = children.length - 1; at >= 0; at--) {
      const child = children[at];
      if (child !== undefined && nodeTypeOf(child) === Node.ELEMENT_NODE) stack.push(child);
    }
  }
}

/** A node's ancestors as shown, nearest first. */
export function* ancestorsOf(node: Node): Generator<Element> {
  for (let at = flatParentOf(node); at !== null; at = flatParentOf(at)) yield at;
}

/** The nearest element, the given one included, that a test accepts. */
export function nearest(element: Element, test: (candidate: Element) => boolean): Element | null {
  for (let at: Element | null = element; at !== null; at = flatParentOf(at)) if (test(at)) return at;
  return null;
}

/**
 * The nearest element that a selector matches, the given one included, out through the hosts of shadow roots.
 * For tests of what is set around an element: the browser finds it without a look at every step.
 */
export function closestAcross(element: Element, css: string): Element | null {
  for (let at: Element | null = element; at !== null; ) {
    const found = closest(at, css);
    if (found !== null) return found;
    const root = rootOf(at);
    at = root instanceof ShadowRoot ? root.host : null;
  }
  return null;
}

/** The focused element, down through shadow roots; null when nothing but the page has the focus. */
export function focusedElement(): Element | null {
  let active = activeIn(document);
  while (active !== null) {
    const root = shadowRootOf(active);
    const inner = root === null ? null : activeIn(root);
    if (inner === null) break;
    active = inner;
  }
  return active === null || tagOf(active) === 'body' || tagOf(active) === 'html' ? null : active;
}

/** Attribute values that list ids or words. */
export function wordsOf(element: Element, name: string): readonly string[] {
  return (attributeOf(element, name) ?? '').split(/\s+/).filter((word) => word !== '');
}
