import { numberOf } from '../../shared/number-text.ts';
import { hrefOf } from './describe.ts';
import { shownChildrenOf } from './flat-tree.ts';
import { attributeOf, closest, queryOne, tagOf, textContentOf } from './natives.ts';
import { isSensitive } from './sensitive.ts';
import { isRendered, isUnhidden } from './visibility.ts';

// The text of a table's cell as a person reads it: without what is hidden, without marks that lead to
// notes, without a table inside it.

export type CellReading = {
  readonly text: string;
  readonly number: number | null;
  readonly href: string | null;
};

const cellCharactersMax = 20_000;
const noteLink = /#(?:cite[_-]?note|cite[_-]?ref|fn|footnote|note|endnote|ref)[-_:\d\w]*/i;
const bracketed = /^\s*\[(?:[a-z]{1,3}|\d{1,3}|note \d+|n \d+|[^[\]]{0,30}needed\??|update)\]\s*$/i;
const loneMark = /^\s*[†‡*§¶#]{1,3}\s*$/u;

export function readCell(cell: Element): CellReading {
  const text = tidy(textUnder(cell)).slice(0, cellCharactersMax);
  const shown = text === '' ? tidy(picturesUnder(cell)) : text;
  const raised = raisedDigits(cell);
  return { text: shown, number: raised ? null : numberOf(shown, languageOf(cell)), href: firstLink(cell) };
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
  if (!isRendered(element) || isNestedTable(element, tag) || isNoteMark(element, tag)) return '';
  if (!isUnhidden(element)) return '';
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

function fieldText(input: HTMLInputElement): string {
  if (input.type === 'checkbox' || input.type === 'radio') return input.checked ? '☑' : '☐';
  return input.value;
}

function isNestedTable(element: Element, tag: string): boolean {
  return tag === 'table' || ['table', 'grid', 'treegrid'].includes(attributeOf(element, 'role') ?? '');
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

/** Digits raised against others ("$1,299" with a small 99) make no single number. */
function raisedDigits(cell: Element): boolean {
  const sup = queryOne(cell, 'sup, sub');
  return sup !== null && /\d/.test(textContentOf(sup)) && !isNoteMark(sup, tagOf(sup)) && isRendered(sup);
}

function picturesUnder(cell: Element): string {
  const picture = queryOne(cell, 'img[alt], [role=img][aria-label]');
  if (picture === null || !isRendered(picture)) return '';
  return attributeOf(picture, 'alt') ?? attributeOf(picture, 'aria-label') ?? '';
}

function firstLink(cell: Element): string | null {
  const links = [...findLinks(cell)];
  const link = links.find(
    (candidate) => !isNoteMark(candidate, 'a') && closest(candidate, 'sup.reference') === null,
  );
  return link === undefined ? null : hrefOf(link);
}

function* findLinks(node: Node): Generator<Element> {
  for (const child of shownChildrenOf(node)) {
    if (!(child instanceof Element) || isNestedTable(child, tagOf(child)) || !isRendered(child)) continue;
    if (tagOf(child) === 'a' && attributeOf(child, 'href') !== null) yield child;
    else yield* findLinks(child);
  }
}

function languageOf(element: Element): string {
  const holder = closest(element, '[lang]');
  return holder === null ? '' : (attributeOf(holder, 'lang') ?? '');
}
