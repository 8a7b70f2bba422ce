import { numberOf } from '../../shared/number-text.ts';
import { hrefOf } from './describe.ts';
import { shadowRootOf, shownChildrenOf } from './flat-tree.ts';
import {
  attributeOf,
  childElementCountOf,
  closest,
  hasAttribute,
  queryAll,
  queryOne,
  tagOf,
  textContentOf,
} from './natives.ts';
import { isSensitive } from './sensitive.ts';
import { isTableLike } from './table-kind.ts';
import { isClippedAway, isOpaque, isRendered, isUnhidden } from './visibility.ts';

// The text of a table's cell as a person reads it: without what is hidden, without marks that lead to
// notes, without a table inside it.

export type CellLink = { readonly text: string; readonly href: string };

export type CellReading = {
  readonly text: string;
  /** The number that the text says by itself; columns may tell more. */
  readonly number: number | null;
  /** The cell's language tag; empty if the page says none. */
  readonly lang: string;
  /** Digits raised against others ("$1,299" with a small 99) make no single value. */
  readonly raised: boolean;
  /** What the page itself says of the time in the cell. */
  readonly time: string | null;
  readonly links: readonly CellLink[];
};

export const noCell: CellReading = { text: '', number: null, lang: '', raised: false, time: null, links: [] };

const cellCharactersMax = 20_000;
const linksMax = 20;
const noteLink = /#(?:cite[_-]?note|cite[_-]?ref|fn|footnote|note|endnote|ref)[-_:\d\w]*/i;
const bracketed = /^\s*\[(?:[a-z]{1,3}|\d{1,3}|note \d+|n \d+|[^[\]]{0,30}needed\??|update)\]\s*$/i;
const loneMark = /^\s*[†‡*§¶#]{1,3}\s*$/u;

export function readCell(cell: Element): CellReading {
  if (childElementCountOf(cell) === 0 && !(cell instanceof HTMLSlotElement) && shadowRootOf(cell) === null) {
    return asReading(cell, tidy(isUnhidden(cell) ? textContentOf(cell) : ''));
  }
  const shown = tidy(textUnder(cell)).slice(0, cellCharactersMax);
  const spoken = shown === '' ? tidy(unspokenText(cell)).slice(0, cellCharactersMax) : shown;
  const text = withoutRaisedLetter(cell, spoken);
  return { ...asReading(cell, text, raisedDigits(cell)), time: timeOf(cell), links: linksOf(cell) };
}

function asReading(cell: Element, whole: string, raised = false): CellReading {
  const text = whole.slice(0, cellCharactersMax);
  const lang = languageOf(cell);
  const number = raised || !/\p{Nd}/u.test(text) ? null : numberOf(text, lang);
  return { text, number, lang, raised, time: null, links: [] };
}

/** A raised letter at a column's name, or at a number, leads to a note under the table. */
function withoutRaisedLetter(cell: Element, text: string): string {
  const raised = queryAll(cell, 'sup').find((sup) =>
    /^\s*\p{Ll}(?:\s*,\s*\p{Ll})*\s*$/u.test(textContentOf(sup)),
  );
  if (raised === undefined) return text;
  const mark = tidy(textContentOf(raised));
  if (!text.endsWith(mark)) return text;
  const bare = text.slice(0, -mark.length).trim();
  const isName = tagOf(cell) === 'th' && /\p{L}{2}$/u.test(bare);
  return isName || numberOf(bare, languageOf(cell)) !== null ? bare : text;
}

/** Line breaks count as gaps; all white space in runs becomes one space. */
function tidy(text: string): string {
  return text.replace(/[\s\u00a0\u202f\u200b\ufeff]+/gu, ' ').trim();
}

function textUnder(node: Node): string {
  let text = '';
  for (const child of shownChildrenOf(node)) {
    if (child instanceof Text) text += child.nodeValue ?? '';
    else if (child instanceof Element) text += textOfPart(child);
  }
  return text;
}

function textOfPart(element: Element): string {
  const tag = tagOf(element);
  if (tag === 'br' || tag === 'wbr') return tag === 'br' ? '\n' : '';
  if (!isSeen(element) || isTableLike(element) || isNoteMark(element, tag)) return '';
  if (element instanceof HTMLSelectElement) {
    return Array.from(element.selectedOptions, (option) => textContentOf(option)).join(', ');
  }
  if (element instanceof HTMLInputElement)
    return isSensitive(element) || element.type === 'hidden' ? '' : fieldText(element);
  if (element instanceof HTMLTextAreaElement) return isSensitive(element) ? '' : element.value;
  const text = textUnder(element);
  const inline = tag === 'sup' || tag === 'sub' || getComputedStyle(element).display.startsWith('inline');
  return inline ? text : `\n${text}\n`;
}

/** Only what a sheet can name is asked for its box: a bare tag in a cell is not clipped away. */
function isSeen(element: Element): boolean {
  if (!isRendered(element) || !isUnhidden(element) || !isOpaque(element)) return false;
  const named =
    hasAttribute(element, 'class') || hasAttribute(element, 'style') || hasAttribute(element, 'id');
  return !named || !isClippedAway(element);
}

function fieldText(input: HTMLInputElement): string {
  if (input.type === 'checkbox' || input.type === 'radio') return input.checked ? '☑' : '☐';
  return input.value;
}

/** A raised mark or a bracketed one that leads to a note: it is no part of the value. */
function isNoteMark(element: Element, tag: string): boolean {
  const text = textContentOf(element);
  if (text.length > 60) return false;
  const classes = attributeOf(element, 'class') ?? '';
  if (/(?:^|\s)(?:reference|footnote|noprint)(?:\s|$)/i.test(classes) && tag === 'sup') return true;
  if (tag === 'sup' && (bracketed.test(text) || loneMark.test(text))) return true;
  const link = tag === 'a' ? element : tag === 'sup' ? queryOne(element, 'a[href]') : null;
  if (link === null || !noteLink.test(attributeOf(link, 'href') ?? '')) return false;
  return tag === 'sup' || bracketed.test(text) || closest(element, 'sup') !== null;
}

function raisedDigits(cell: Element): boolean {
  const sup = queryOne(cell, 'sup, sub');
  return sup !== null && /\d/.test(textContentOf(sup)) && !isNoteMark(sup, tagOf(sup)) && isRendered(sup);
}

/** What a cell without a shown word says otherwise: of its picture, or to those who listen. */
function unspokenText(cell: Element): string {
  const picture = queryOne(cell, 'img[alt], [role=img][aria-label]');
  const alt =
    picture === null ? '' : (attributeOf(picture, 'alt') ?? attributeOf(picture, 'aria-label') ?? '');
  if (alt !== '' && picture !== null && isRendered(picture)) return alt;
  const spoken = queryAll(cell, '*').find(
    (element) => isRendered(element) && isClippedAway(element) && textContentOf(element).trim() !== '',
  );
  if (spoken !== undefined) return textContentOf(spoken);
  const labelled = queryOne(cell, '[aria-label], [title]');
  if (labelled === null || !isRendered(labelled) || isTableLike(labelled)) return '';
  return attributeOf(labelled, 'aria-label') ?? attributeOf(labelled, 'title') ?? '';
}

function timeOf(cell: Element): string | null {
  const times = queryAll(cell, 'time[datetime]');
  const [only] = times;
  return times.length === 1 && only !== undefined ? attributeOf(only, 'datetime') : null;
}

function linksOf(cell: Element): readonly CellLink[] {
  const links: CellLink[] = [];
  for (const link of linksUnder(cell)) {
    if (links.length >= linksMax) break;
    if (isNoteMark(link, 'a') || closest(link, 'sup.reference') !== null) continue;
    const href = hrefOf(link);
    if (href !== null) links.push({ text: tidy(textUnder(link)).slice(0, 300), href });
  }
  return links;
}

function* linksUnder(node: Node): Generator<Element> {
  for (const child of shownChildrenOf(node)) {
    if (!(child instanceof Element) || isTableLike(child) || !isRendered(child)) continue;
    if (tagOf(child) === 'a' && attributeOf(child, 'href') !== null) yield child;
    else yield* linksUnder(child);
  }
}

function languageOf(element: Element): string {
  const holder = closest(element, '[lang]');
  return holder === null ? '' : (attributeOf(holder, 'lang') ?? '');
}
