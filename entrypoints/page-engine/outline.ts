import { collapse } from '../../shared/plain-text.ts';
import { nameOf } from './accessible-name.ts';
import { flatParentOf, nearest, shownChildrenOf } from './flat-tree.ts';
import { frameSourceOf } from './frames.ts';
import { hasAttribute, rectOf, tagOf } from './natives.ts';
import { refOf } from './refs.ts';
import { isEditingHost, isFocusable, isInteractiveRole, roleOf } from './roles.ts';
import { isSensitive } from './sensitive.ts';
import { isDisabled, shownValueOf, statesOf } from './states.ts';
import { isAriaHidden, isInViewport, isUnhidden, shownAs } from './visibility.ts';

// The outline of what is shown: one line an element that has a role, a name or a text, indented by what
// holds it. Refs are given to what can be acted on or read as a whole; a row whose cells are plain texts is
// one line.

export type OutlineNode = {
  readonly role: string;
  readonly line: string;
  readonly children: readonly OutlineNode[];
  readonly frame: { readonly index: number; readonly src: string } | null;
};

const textCharactersMax = 400;
const nestingMax = 200;
const wholes = new Set(
  (
    'table grid treegrid dialog alertdialog main navigation form search region article img iframe ' +
    'tablist menu ' +
    'toolbar tree canvas video audio complementary'
  ).split(' '),
);
const namedByOwnContent = new Set(
  (
    'button link heading option tab menuitem menuitemcheckbox menuitemradio checkbox radio switch ' +
    'treeitem'
  ).split(' '),
);
const unnamed = new Set([
  'paragraph',
  'listitem',
  'rowgroup',
  'row',
  'cell',
  'list',
  'term',
  'definition',
  'code',
]);

/** `prefix` is what refs begin with: `f3` in frame 3, nothing in the page itself. */
export type OutlineOptions = { readonly viewportOnly: boolean; readonly prefix: string };

/** The outline under a node. */
export function outlineOf(node: Node, options: OutlineOptions, depth = 0): readonly OutlineNode[] {
  if (depth > nestingMax) return [];
  const out: OutlineNode[] = [];
  let text = '';
  let mute: boolean | null = null;
  const flush = (): void => {
    const shown = collapse(text);
    if (shown !== '') out.push(textNode(shown));
    text = '';
  };
  for (const child of shownChildrenOf(node)) {
    if (child instanceof Text) {
      mute ??= node instanceof Element && !isUnhidden(node);
      if (!mute) text += child.nodeValue ?? '';
    } else if (child instanceof Element) {
      const shown = shownAs(child);
      if (shown === 'gone' || isLeftOut(child, options)) continue;
      const nodes = outlineElement(child, shown, options, depth);
      const inline = nodes.length === 1 && nodes[0]?.role === 'text' ? nodes[0] : undefined;
      if (inline !== undefined) {
        text += isBlock(child) ? ` ${textOf(inline)} ` : textOf(inline);
      } else if (nodes.length > 0) {
        flush();
        out.push(...nodes);
      }
    }
  }
  flush();
  return out;
}

function textNode(text: string): OutlineNode {
  const shown = text.length > textCharactersMax ? `${text.slice(0, textCharactersMax)}…` : text;
  return { role: 'text', line: `text: ${withoutRefs(shown)}`, children: [], frame: null };
}

function textOf(node: OutlineNode): string {
  return node.line.slice('text: '.length);
}

function isBlock(element: Element): boolean {
  const display = getComputedStyle(element).display;
  return !display.startsWith('inline') && display !== 'contents';
}

function isLeftOut(element: Element, options: OutlineOptions): boolean {
  if (isAriaHidden(element)) return true;
  if (!options.viewportOnly) return false;
  const rect = rectOf(element);
  return (
    rect.width > 0 &&
    rect.height > 0 &&
    !isInViewport(element) &&
    getComputedStyle(element).overflow !== 'visible'
  );
}

function outlineElement(
  element: Element,
  shown: 'shown' | 'hidden',
  options: OutlineOptions,
  depth: number,
): readonly OutlineNode[] {
  const tag = tagOf(element);
  if (tag === 'br') return [textNode(' ')];
  const role = roleOf(element);
  const clickable = !isInteractiveRole(role) && isClickable(element);
  if (role === '' && !clickable) return outlineOf(element, options, depth + 1);
  if (shown === 'hidden') return outlineOf(element, options, depth + 1);
  if (options.viewportOnly && isInteractiveRole(role) && !isInViewport(element)) return [];
  const name = unnamed.has(role) ? '' : nameOf(element);
  const leaf = ['textbox', 'searchbox', 'spinbutton', 'slider', 'combobox', 'canvas'].includes(role);
  const inner = leaf ? leafChildren(element, options, depth) : outlineOf(element, options, depth + 1);
  return [describe(element, { role, name, clickable, prefix: options.prefix }, inner)];
}

/** A native choice shows its value; only a list that is open all the time shows its options. */
function leafChildren(element: Element, options: OutlineOptions, depth: number): readonly OutlineNode[] {
  const native = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  if (native || element instanceof HTMLSelectElement || isEditingHost(element)) return [];
  return outlineOf(element, options, depth + 1);
}

type Facts = {
  readonly role: string;
  readonly name: string;
  readonly clickable: boolean;
  readonly prefix: string;
};

function describe(element: Element, facts: Facts, inner: readonly OutlineNode[]): OutlineNode {
  const { role, name, clickable, prefix } = facts;
  const own = role === '' ? 'generic' : role;
  const title = name === '' ? own : `${own} ${JSON.stringify(withoutRefs(name))}`;
  const acts = isInteractiveRole(role) || clickable || (isFocusable(element) && role !== '');
  const ref = acts || wholes.has(role) ? ` [ref=${prefix}${refOf(element, role, name)}]` : '';
  const head = `${title}${statesText(element, role)}${clickable ? ' [clickable]' : ''}${ref}`;
  const frame = role === 'iframe' ? frameSourceOf(element) : null;
  const children = withoutRepeats(role, name, inner);
  const value = valueText(element, role);
  if (value !== '') return { role: own, line: `${head}: ${value}`, children, frame };
  const flat = flatText(role, children);
  if (flat !== null) return { role: own, line: flat === '' ? head : `${head}: ${flat}`, children: [], frame };
  return { role: own, line: head, children, frame };
}

/** A text that only says the name again is left out. */
function withoutRepeats(role: string, name: string, inner: readonly OutlineNode[]): readonly OutlineNode[] {
  if (name === '') return inner;
  if (namedByOwnContent.has(role)) return inner.filter((node) => node.role !== 'text');
  return inner.filter((node) => node.role !== 'text' || textOf(node) !== name);
}

/** Texts of children on one line, where that says as much: a single text, or the cells of a row. */
function flatText(role: string, children: readonly OutlineNode[]): string | null {
  const only = children[0];
  if (children.length === 1 && only?.role === 'text') return textOf(only);
  if (role !== 'row' || children.length === 0) return null;
  const plain = children.every(
    (child) =>
      ['cell', 'gridcell', 'columnheader', 'rowheader'].includes(child.role) &&
      child.children.length === 0 &&
      !child.line.includes('[ref='),
  );
  return plain ? children.map((child) => cellText(child.line)).join(' | ') : null;
}

function cellText(line: string): string {
  const named = /^[a-z]+ ("(?:[^"\\]|\\.)*")/.exec(line)?.[1];
  if (named !== undefined) return String(JSON.parse(named));
  return /^[a-z]+(?: \[[^\]]*\])*: (.*)$/s.exec(line)?.[1] ?? '';
}

function statesText(element: Element, role: string): string {
  const states = statesOf(element, role);
  const told: string[] = [];
  if (states.level !== null) told.push(`level=${states.level}`);
  if (states.checked !== null)
    told.push(states.checked === 'mixed' ? 'mixed' : states.checked ? 'checked' : 'unchecked');
  if (states.expanded !== null) told.push(states.expanded ? 'expanded' : 'collapsed');
  if (states.selected === true) told.push('selected');
  if (states.pressed !== null) told.push(states.pressed === true ? 'pressed' : 'not pressed');
  if ((isInteractiveRole(role) || isFocusable(element)) && isDisabled(element)) told.push('disabled');
  if (hasAttribute(element, 'required')) told.push('required');
  if (isSensitive(element)) told.push('secret');
  return told.map((state) => ` [${state}]`).join('');
}

function valueText(element: Element, role: string): string {
  if (!['textbox', 'searchbox', 'spinbutton', 'slider', 'combobox', 'progressbar', 'meter'].includes(role))
    return '';
  return withoutRefs(collapse(shownValueOf(element) ?? '').slice(0, textCharactersMax));
}

/** Looks clickable without a role: the pointer says so, and not because of something around it. */
function isClickable(element: Element): boolean {
  if (hasAttribute(element, 'onclick')) return true;
  if (isFocusable(element) && roleOf(element) === '') return true;
  if (tagOf(element) === 'label' || getComputedStyle(element).cursor !== 'pointer') return false;
  const within = flatParentOf(element);
  if (within === null) return true;
  if (nearest(within, (holder) => isInteractiveRole(roleOf(holder)) || tagOf(holder) === 'label') !== null)
    return false;
  return getComputedStyle(within).cursor !== 'pointer';
}

/** Text of the page cannot pass for a ref. */
function withoutRefs(text: string): string {
  return text.replaceAll('[ref=', '[ref ');
}
