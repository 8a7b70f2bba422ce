import { collapse } from '../../shared/plain-text.ts';
import { ancestorsOf, elementsUnder, flatChildrenOf } from './flat-tree.ts';
import { attributeOf, queryAll, tagOf, textContentOf } from './natives.ts';
import { isRendered } from './visibility.ts';

// How much of a page is running text, and where. Names that sites give to menus and share boxes are a hint
// only: what holds a good part of all the prose is no aside, whatever it is called.

export const paragraphCharactersMin = 25;
const mainShareMin = 0.4;
const unlikely = namePattern(
  'ad ads advert\\w* banner breadcrumb\\w* comment\\w* cookie\\w* consent disqus footer foot ' +
    'menu\\w* modal ' +
    'nav\\w* newsletter\\w* outbrain popup promo\\w* recommend\\w* related\\w* share\\w* sharing shoutbox ' +
    'sidebar\\w* skyscraper social\\w* sponsor\\w* subscri\\w* taboola tags? toolbar trending widget\\w* ' +
    'read-?more more-?stories signup',
);
const structural = new Set(['html', 'body', 'main', 'article']);
const articleBody = /(?:^|[-_\s])(?:article|story|post|entry)[-_]?(?:body|content|text)/i;

/**
 * Matches class names and ids that have one of the words, which may hold `\w*`, as a part of their own.
 */
export function namePattern(words: string): RegExp {
  return new RegExp(`(?:^|[-_\\s])(?:${words.split(' ').join('|')})(?:$|[-_\\s])`, 'i');
}

/** Class and id of an element as one text, for the patterns of names that sites use. */
export function marksOf(element: Element): string {
  const marks = `${attributeOf(element, 'class') ?? ''} ${attributeOf(element, 'id') ?? ''}`;
  return marks.replace(/([a-z])([A-Z])/g, '$1-$2');
}

export function hasUnlikelyName(element: Element): boolean {
  return unlikely.test(marksOf(element));
}

/** Share of an element's text that stands in links. */
export function linkDensity(element: Element): number {
  const whole = collapse(textContentOf(element)).length;
  if (whole === 0) return 0;
  const links = queryAll(element, 'a[href]');
  const linked = links.reduce((sum, link) => sum + collapse(textContentOf(link)).length, 0);
  return Math.min(1, linked / whole);
}

/** A paragraph, or a block that holds text and inline elements alone. */
export function isParagraph(element: Element): boolean {
  const tag = tagOf(element);
  if (tag === 'p' || tag === 'pre' || tag === 'blockquote') return true;
  if (tag !== 'div' && tag !== 'section' && tag !== 'td') return false;
  let direct = 0;
  for (const child of flatChildrenOf(element)) {
    if (child instanceof Text) direct += collapse(child.nodeValue ?? '').length;
  }
  return direct >= paragraphCharactersMin * 2;
}

export function proseLength(element: Element): number {
  return [...elementsUnder(element), element]
    .filter((inner) => isParagraph(inner))
    .reduce((sum, inner) => sum + collapse(textContentOf(inner)).length, 0);
}

/** What tells menus, boxes and lists of links from the text, on one page. */
export type Prose = {
  /** Beside the text by what it is, or by its name unless it holds a good part of all prose. */
  readonly isAside: (element: Element) => boolean;
  readonly isNamedAside: (element: Element) => boolean;
};

const besideTags = new Set(['nav', 'aside', 'footer', 'select', 'button']);
const besideRoles = new Set(['navigation', 'complementary', 'contentinfo', 'dialog', 'alertdialog', 'menu']);

/** Weighs the paragraphs of a page once. */
export function proseOf(body: Element): Prose {
  const held = new Map<Element, number>();
  let total = 0;
  for (const element of elementsUnder(body, isRendered)) {
    if (!isParagraph(element)) continue;
    const length = collapse(textContentOf(element)).length;
    if (length < paragraphCharactersMin * 2 || linkDensity(element) > 0.5) continue;
    total += length;
    for (const holder of ancestorsOf(element)) held.set(holder, (held.get(holder) ?? 0) + length);
  }
  const isMain = (element: Element) => (held.get(element) ?? 0) > total * mainShareMin;
  const isNamedAside = (element: Element) =>
    !structural.has(tagOf(element)) &&
    hasUnlikelyName(element) &&
    !articleBody.test(marksOf(element)) &&
    !isMain(element);
  const isAside = (element: Element) => {
    if (isMain(element)) return false;
    if (besideTags.has(tagOf(element)) || besideRoles.has(attributeOf(element, 'role') ?? '')) return true;
    return (tagOf(element) === 'form' && linkDensity(element) > 0.3) || isNamedAside(element);
  };
  return { isAside, isNamedAside };
}
