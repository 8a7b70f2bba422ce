import { collapse } from '../../shared/plain-text.ts';
import { authorNameOf, nameOf } from './accessible-name.ts';
import { isBuried } from './buried.ts';
import { isOffPage, isOutOfSight } from './concealment.ts';
import type { Covers } from './covers.ts';
import { shownChildrenOf } from './flat-tree.ts';
import { frameSourceOf } from './frames.ts';
import { isLegible } from './legible.ts';
import { attributeOf, hasAttribute, rectOf, tagOf } from './natives.ts';
import { marksOf, optionsTextOf, valueTextOf } from './outline-marks.ts';
import { inputTypeOf, isEditingHost, isFocusable, isInteractiveRole, roleOf } from './roles.ts';
import { headingLevelOf } from './states.ts';
import { isAriaHidden, isInViewport, seenAs, shownAs } from './visibility.ts';

// The outline of what is shown, as a tree: one node an element that has a role, a name or a text. How nodes
// become lines stands in outline-lines.ts.

export type OutlineNode = {
  /** `text` for a text; `clickable` for an element without a role that takes clicks. */
  readonly role: string;
  readonly name: string;
  readonly marks: readonly string[];
  /** A text's text; a field's value. */
  readonly text: string;
  /** What a reader may want to act on or read by itself; it gets a ref when its line is written. */
  readonly element: Element | null;
  readonly wantsRef: boolean;
  readonly children: readonly OutlineNode[];
  readonly frame: { readonly index: number; readonly src: string } | null;
};

/** One walk: what to leave out, and how much more may be read before it stops. */
export type Walk = {
  readonly viewportOnly: boolean;
  readonly covers: Covers;
  readonly focused: Element | null;
  /** True for elements that need not be gone into; null: go into all. */
  readonly leaveOut: ((element: Element) => boolean) | null;
  /** Characters that may still be gathered; the walk ends early below zero. */
  left: number;
  stopped: boolean;
};

type Around = {
  readonly depth: number;
  /** Texts here are not seen: hidden or transparent. */
  readonly unseen: boolean;
  /** The pointer already says "clickable" here, so that it says nothing about what is inside. */
  readonly pointer: boolean;
  /** Inside something that a person works: a button, a link, a label. */
  readonly worked: boolean;
};

const textCharactersMax = 400;
const nameCharactersMax = 200;
const nestingMax = 200;
/** About what a container costs that says nothing itself: a bar, a dash, or nothing at all. */
const bareHeadCharacters = 2;
/** Smaller pictures without a name are decoration. */
const picturePixelsMin = 24;
const wholes = new Set(
  (
    'table grid treegrid dialog alertdialog main navigation form search region article img iframe ' +
    'tablist menu toolbar tree canvas video audio complementary'
  ).split(' '),
);
const namedByOwnContent = new Set(
  (
    'button link heading option tab menuitem menuitemcheckbox menuitemradio checkbox radio switch ' +
    'treeitem'
  ).split(' '),
);
/** Of these a name that no author gave would only say what their content says. */
const unnamed = new Set(
  (
    'paragraph listitem rowgroup row cell gridcell columnheader rowheader list term definition code ' +
    'time strong emphasis'
  ).split(' '),
);
const leaves = new Set(['textbox', 'searchbox', 'spinbutton', 'slider', 'combobox', 'canvas']);
const outermost: Around = { depth: 0, unseen: false, pointer: false, worked: false };

/** The outline under a node. */
export function outlineOf(node: Node, walk: Walk): readonly OutlineNode[] {
  return outlineChildren(node, walk, outermost);
}

/** The outline of an element with what is in it. */
export function outlineAt(element: Element, walk: Walk): readonly OutlineNode[] {
  const seen = seenAs(element);
  return seen === 'gone' ? [] : outlineElement(element, seen, walk, outermost);
}

function outlineChildren(node: Node, walk: Walk, around: Around): readonly OutlineNode[] {
  if (around.depth > nestingMax) return [];
  const out: OutlineNode[] = [];
  let text = '';
  let mute: boolean | null = null;
  const flush = (): void => {
    const shown = collapse(text);
    if (shown !== '') out.push(textNode(shown, node, walk));
    text = '';
  };
  for (const child of shownChildrenOf(node)) {
    if (walk.left < 0) {
      walk.stopped = true;
      break;
    }
    if (child instanceof Text) {
      const value = child.nodeValue ?? '';
      if (mute === null && value.trim() !== '')
        mute = around.unseen || (node instanceof Element && isMute(node, walk));
      if (mute !== true) text += value;
    } else if (child instanceof Element) {
      const seen = seenAs(child);
      if (seen === 'gone' || isAriaHidden(child) || walk.leaveOut?.(child) === true) continue;
      const nodes = outlineElement(child, seen, walk, around);
      const inline = nodes.length === 1 && nodes[0]?.role === 'text' ? nodes[0] : undefined;
      if (inline !== undefined) text += isBlock(child) ? ` ${inline.text} ` : inline.text;
      else if (nodes.length > 0) {
        flush();
        out.push(...nodes);
      }
    }
  }
  flush();
  return out;
}

/** Texts that nobody sees, or that are not asked for. */
function isMute(element: Element, walk: Walk): boolean {
  return (
    isOutOfSight(element) ||
    !isLegible(element) ||
    isBuried(element) ||
    (walk.viewportOnly && !isInViewport(element))
  );
}

function textNode(text: string, holder: Node | null, walk: Walk): OutlineNode {
  const shown = text.length > textCharactersMax ? `${text.slice(0, textCharactersMax)}…` : text;
  walk.left -= shown.length + 2;
  const covered = holder instanceof Element && walk.covers.hides(holder);
  const marks = covered ? ['covered'] : [];
  return {
    role: 'text',
    name: '',
    marks,
    text: shown,
    element: null,
    wantsRef: false,
    children: [],
    frame: null,
  };
}

function isBlock(element: Element): boolean {
  const display = getComputedStyle(element).display;
  return !display.startsWith('inline') && display !== 'contents';
}

function outlineElement(
  element: Element,
  seen: 'shown' | 'faint' | 'hidden',
  walk: Walk,
  around: Around,
): readonly OutlineNode[] {
  const tag = tagOf(element);
  if (tag === 'br') return [textNode(' ', null, walk)];
  if (walk.viewportOnly && isOutOfView(element)) return [];
  const role = roleOf(element);
  const pointer = getComputedStyle(element).cursor === 'pointer';
  const works = isInteractiveRole(role);
  const clickable = !works && isClickable(element, tag, role, pointer && !around.pointer, around.worked);
  const label = tag === 'label';
  const within: Around = {
    depth: around.depth + 1,
    unseen: seen !== 'shown',
    pointer,
    worked: around.worked || works || label,
  };
  if (label && saysOnlyItsField(element)) return outlineField(element, walk, within);
  if ((role === '' && !clickable) || seen === 'hidden') return outlineChildren(element, walk, within);
  if (walk.viewportOnly && works && !isInViewport(element)) return [];
  if (role === 'img' && isDecoration(element)) return [];
  const name = (unnamed.has(role) ? authorNameOf(element) : nameOf(element)).slice(0, nameCharactersMax);
  const inner = leaves.has(role)
    ? leafChildren(element, walk, within)
    : outlineChildren(element, walk, within);
  const unseen = seen === 'faint' || ((works || clickable) && isOffPage(element));
  return [describe(element, { role, name, clickable, unseen }, inner, walk)];
}

/** A box that is clipped at its edges and lies outside of the viewport shows nothing there. */
function isOutOfView(element: Element): boolean {
  const rect = rectOf(element);
  if (rect.width === 0 || rect.height === 0 || isInViewport(element)) return false;
  return getComputedStyle(element).overflow !== 'visible';
}

/** A picture without a name and of a small size. */
function isDecoration(element: Element): boolean {
  if (nameOf(element) !== '') return false;
  const { width, height } = rectOf(element);
  return width < picturePixelsMin || height < picturePixelsMin;
}

/** A native choice shows its value; only a list that is open all the time shows its options. */
function leafChildren(element: Element, walk: Walk, around: Around): readonly OutlineNode[] {
  const native = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  if (native || element instanceof HTMLSelectElement || isEditingHost(element)) return [];
  return outlineChildren(element, walk, around);
}

/** A label whose text is its field's name: the field says it. */
function saysOnlyItsField(element: Element): boolean {
  if (!(element instanceof HTMLLabelElement)) return false;
  const field = element.control;
  return field !== null && shownAs(field) !== 'gone' && nameOf(field) !== '';
}

/** Of such a label only what it holds besides texts: the field, links, hints with a role. */
function outlineField(label: Element, walk: Walk, around: Around): readonly OutlineNode[] {
  return outlineChildren(label, walk, around).filter(({ role }) => role !== 'text');
}

type Facts = {
  readonly role: string;
  readonly name: string;
  readonly clickable: boolean;
  /** Transparent, or off the page. */
  readonly unseen: boolean;
};

function describe(
  element: Element,
  { role, name, clickable, unseen }: Facts,
  inner: readonly OutlineNode[],
  walk: Walk,
): OutlineNode {
  const acts = isInteractiveRole(role) || clickable || (isFocusable(element) && role !== '');
  const own = role === '' ? 'clickable' : role === 'heading' ? `h${headingLevelOf(element)}` : role;
  const focused = walk.focused === element;
  const marks = [...marksOf(element, role, { clickable: clickable && role !== '', unseen, focused })];
  if (acts && walk.covers.hides(element)) marks.push('covered');
  const children = withoutRepeats(role, name, inner);
  const text = valueTextOf(element, role) + optionsTextOf(element);
  const head =
    name === '' && marks.length === 0 && text === '' && !acts ? bareHeadCharacters : own.length + 7;
  walk.left -= head + name.length + text.length + marks.length * 10;
  const frame = role === 'iframe' ? frameSourceOf(element) : null;
  return { role: own, name, marks, text, element, wantsRef: acts || wholes.has(role), children, frame };
}

/** A text that only says the name again is left out. */
function withoutRepeats(role: string, name: string, inner: readonly OutlineNode[]): readonly OutlineNode[] {
  if (name === '') return inner;
  if (namedByOwnContent.has(role)) return inner.filter((node) => node.role !== 'text');
  return inner.filter((node) => !says(node, name));
}

function says({ role, text, children }: OutlineNode, name: string): boolean {
  if (role === 'text') return text === name;
  return role === 'caption' && children.length === 1 && children[0]?.text === name;
}

/** Takes clicks without a role that says so: by the pointer over it, a handler, or a label's field. */
function isClickable(
  element: Element,
  tag: string,
  role: string,
  pointer: boolean,
  worked: boolean,
): boolean {
  if (hasAttribute(element, 'onclick')) return true;
  if (role === '' && isFocusable(element)) return true;
  if (element instanceof HTMLLabelElement) return isStandIn(element);
  return pointer && !worked && tag !== 'label';
}

/** A label that stands for a field which itself does not show: a drawn file button, most of all. */
function isStandIn(label: HTMLLabelElement): boolean {
  const field = label.control;
  if (field === null || shownAs(field) !== 'gone') return false;
  return (
    !(field instanceof HTMLInputElement) ||
    inputTypeOf(field) !== 'hidden' ||
    attributeOf(label, 'for') !== null
  );
}
