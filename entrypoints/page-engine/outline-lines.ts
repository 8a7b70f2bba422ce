import type { OutlineNode } from './outline.ts';
import { shownRefOf } from './refs.ts';
import { roleOf } from './roles.ts';

// Nodes of an outline as lines: `role "name" [state] [e12]: value`. Containers that say nothing are left out,
// a row of a table is one line with its cells between bars, and so is a paragraph with what stands in it.

export type OutlineLine = {
  readonly depth: number;
  /** The line with a mark where each ref comes: refs are only given to lines that are told. */
  readonly words: string;
  /** What the refs are of, in order. */
  readonly refs: readonly OutlineNode[];
  readonly frame: OutlineNode['frame'];
  /** The element that the line begins with, where it is one. */
  readonly element: Element | null;
};

/** Stands for a ref; taken out of all text of the page. */
const refMark = '\ue000';

const cells = new Set(['cell', 'gridcell', 'columnheader', 'rowheader']);
/** They say nothing by themselves: without name, state and ref only what they hold is told. */
const silent = new Set('list rowgroup group paragraph figure directory strong emphasis time code'.split(' '));
/** What they hold stands on their own line, as far as it holds nothing itself. */
const inlined = new Set('listitem term definition caption status alert blockquote'.split(' '));

/** The lines of an outline, in the order of the page. */
export function* linesOf(nodes: readonly OutlineNode[], depth = 0): Generator<OutlineLine> {
  for (const node of nodes) yield* linesOfOne(node, depth);
}

/** A line as it is told, with its refs; `prefix` is what they begin with. */
export function toldLine({ words, refs }: OutlineLine, prefix: string): string {
  if (refs.length === 0) return words;
  const pieces = words.split(refMark);
  return pieces.map((piece, at) => `${piece}${refFor(refs[at], prefix)}`).join('');
}

function refFor(node: OutlineNode | undefined, prefix: string): string {
  if (node === undefined || node.element === null) return '';
  return `[${prefix}${shownRefOf(node.element, roleForRef(node, node.element), node.name)}]`;
}

/** Headings are told by their level; for the ref they are what their role is. */
export function roleForRef({ role }: OutlineNode, element: Element): string {
  return /^h\d$|^clickable$/.test(role) ? roleOf(element) : role;
}

function* linesOfOne(node: OutlineNode, depth: number): Generator<OutlineLine> {
  const { role } = node;
  const children = inlined.has(role) ? node.children.flatMap(liftedOut) : node.children;
  const line = (words: string, used: readonly OutlineNode[] = []): OutlineLine => {
    const refs = [...ownRef(node), ...used.flatMap(withRefs)];
    return { depth, words, refs, frame: node.frame, element: node.element };
  };
  if (role === 'text') return yield line(wordsOf(node));
  const isSilent = silent.has(role) && node.name === '' && node.marks.length === 0 && !node.wantsRef;
  const flat = children.every(isLeaf);
  const flatText = role === 'paragraph' && flat && children.length > 0;
  if (isSilent && flatText) return yield line(inlineText(children), children);
  if (isSilent) return yield* linesOf(children, depth);
  if (role === 'row' && children.every(isFlatCell)) return yield line(rowText(node), children);
  const head = headOf(node);
  const beside = besideHead(node, children);
  const used = children.slice(0, beside.used);
  if (used.length === 0) yield line(head);
  else yield line(head === '-' ? `- ${beside.text}` : `${head}: ${beside.text}`, used);
  yield* linesOf(children.slice(used.length), depth + 1);
}

function ownRef(node: OutlineNode): readonly OutlineNode[] {
  return node.wantsRef && node.element !== null ? [node] : [];
}

/** What has a ref in a node that is told on another's line, in the order in which the refs are written. */
function withRefs(node: OutlineNode): readonly OutlineNode[] {
  if (!cells.has(node.role) && node.role !== 'paragraph') return ownRef(node);
  return [...node.children.flatMap(withRefs), ...ownRef(node)];
}

/** What stands on the line of the element that holds it, and how many of its children that uses up. */
function besideHead(
  { role, text }: OutlineNode,
  children: readonly OutlineNode[],
): { readonly text: string; readonly used: number } {
  const first = children[0];
  if (first === undefined || text !== '') return { text: '', used: 0 };
  if (children.length === 1 && first.role === 'text') return { text: bareWords(first), used: 1 };
  if (!inlined.has(role)) return { text: '', used: 0 };
  const nested = children.findIndex((child) => !isLeaf(child));
  const used = nested < 0 ? children.length : nested;
  return { text: inlineText(children.slice(0, used)), used };
}

function isLeaf(node: OutlineNode): boolean {
  return node.children.length === 0 && node.frame === null;
}

function isFlatCell(node: OutlineNode): boolean {
  return cells.has(node.role) && node.children.every((child) => isLeaf(child) || isPlainParagraph(child));
}

function isPlainParagraph(node: OutlineNode): boolean {
  return node.role === 'paragraph' && node.children.every(isLeaf);
}

/** A paragraph says nothing more than what stands in it. */
function liftedOut(node: OutlineNode): readonly OutlineNode[] {
  return isPlainParagraph(node) ? node.children : [node];
}

function rowText(row: OutlineNode): string {
  const told = row.children.map(cellText).join(' | ');
  const own = `${marksText(row)}${refText(row)}`;
  return own === '' ? told : `row${own}: ${told}`;
}

/** A cell that is one text, or one link, is told by the words alone: a ref without a role is a link's. */
function cellText(cell: OutlineNode): string {
  const children = cell.children.flatMap(liftedOut);
  const only = children.length === 1 ? children[0] : undefined;
  const own = `${marksText(cell)}${refText(cell)}`;
  if (cell.name !== '') return `${withoutBars(withoutRefs(cell.name))} ${inlineText(children)}${own}`;
  if (only?.role === 'text') return `${withoutBars(bareWords(only))}${own}`;
  if (only?.role === 'link' && only.name !== '')
    return `${withoutBars(withoutRefs(only.name))}${marksText(only)}${refText(only)}${own}`;
  return `${withoutBars(inlineText(children))}${own}`;
}

/** Several things in a row; texts are set off by quotation marks. */
function inlineText(nodes: readonly OutlineNode[]): string {
  return nodes.map((node) => (node.role === 'text' ? wordsOf(node) : headOf(node))).join(' ');
}

function headOf(node: OutlineNode): string {
  const name = node.name === '' ? '' : ` ${JSON.stringify(withoutRefs(node.name))}`;
  const value = node.text === '' ? '' : `: ${withoutRefs(node.text)}`;
  const role = node.role === 'listitem' ? '-' : node.role;
  return `${role}${name}${marksText(node)}${refText(node)}${value}`;
}

function wordsOf(node: OutlineNode): string {
  return `"${withoutRefs(node.text)}"${marksText(node)}`;
}

function bareWords(node: OutlineNode): string {
  return `${withoutRefs(node.text)}${marksText(node)}`;
}

function marksText({ marks }: OutlineNode): string {
  return marks.map((mark) => ` [${mark}]`).join('');
}

function refText({ element, wantsRef }: OutlineNode): string {
  return wantsRef && element !== null ? ` ${refMark}` : '';
}

/** Text of the page cannot pass for a ref. */
function withoutRefs(text: string): string {
  const clean = text.includes(refMark) ? text.replaceAll(refMark, '') : text;
  return clean.includes('[') ? clean.replace(/\[(?=(?:f\d+)?e\d+\])/g, '[ ') : clean;
}

function withoutBars(text: string): string {
  return text.includes('|') ? text.replaceAll('|', '¦') : text;
}
