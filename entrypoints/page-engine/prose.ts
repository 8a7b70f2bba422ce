import { collapse } from '../../shared/plain-text.ts';
import { flatChildrenOf } from './flat-tree.ts';
import { attributeOf, queryOne, tagOf, textContentOf } from './natives.ts';
import { isRendered } from './visibility.ts';

// How much of a page is running text, and where. Names that sites give to menus and share boxes are a hint
// only: what holds a good part of all the prose is no aside, whatever it is called.

export const paragraphCharactersMin = 25;
const proseCharactersMin = 50;
const mainShareMin = 0.4;
const nestingMax = 600;
/** Rows from which a table is no frame for a page's parts any more. */
const longTableRows = 200;
const unlikely = namePattern(
  'about-?(?:the-?)?author author-?(?:bio|box|info|card)\\w* ad ads advert\\w* banner breadcrumb\\w* comment\\w* cookie\\w* consent disqus footer foot ' +
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
  const [names, id] = [attributeOf(element, 'class'), attributeOf(element, 'id')];
  if (names === null && id === null) return '';
  const marks = `${names ?? ''} ${id ?? ''}`;
  return marks.replace(/([a-z])([A-Z])/g, '$1-$2');
}

export function hasUnlikelyName(element: Element): boolean {
  const marks = marksOf(element);
  return marks !== '' && unlikely.test(marks);
}

export function isNamedArticleBody(element: Element): boolean {
  return articleBody.test(marksOf(element)) || /articleBody/.test(attributeOf(element, 'itemprop') ?? '');
}

/** Amounts of rendered text in an element, in characters. */
export type Measure = {
  readonly text: number;
  /** In links, but for those that show an address. */
  readonly linked: number;
  /** In paragraphs of some length that are no lists of links. */
  readonly prose: number;
  /** In paragraphs of any kind. */
  readonly said: number;
};

const nothing: Measure = { text: 0, linked: 0, prose: 0, said: 0 };

type Sum = { text: number; linked: number; prose: number; said: number; direct: number };

/**
 * Measures every rendered element in one walk; what `leaveOut` names counts nowhere. Long tables count as text without
 * prose, and are not entered.
 */
export function measure(
  body: Element,
  leaveOut: (element: Element) => boolean = (element) => !isRendered(element),
): ReadonlyMap<Element, Measure> {
  const measures = new Map<Element, Measure>();
  const visit = (element: Element, depth: number): Measure => {
    if (isLongTable(element)) {
      const whole = { ...nothing, text: textContentOf(element).length };
      measures.set(element, whole);
      return whole;
    }
    const sum: Sum = { ...nothing, direct: 0 };
    for (const child of depth > nestingMax ? [] : flatChildrenOf(element)) {
      if (child instanceof Text) {
        const { length } = collapse(child.nodeValue ?? '');
        sum.direct += length;
        sum.text += length;
      } else if (child instanceof Element && !leaveOut(child)) {
        const inner = visit(child, depth + 1);
        sum.text += inner.text;
        sum.linked += inner.linked;
        sum.prose += inner.prose;
        sum.said += inner.said;
      }
    }
    const whole = counted(element, sum);
    measures.set(element, whole);
    return whole;
  };
  visit(body, 0);
  return measures;
}

function isLongTable(element: Element): boolean {
  return element instanceof HTMLTableElement && element.rows.length > longTableRows;
}

function counted(element: Element, { direct, ...inner }: Sum): Measure {
  if (tagOf(element) === 'a' && attributeOf(element, 'href') !== null) {
    const showsAddress = /^\s*(?:https?:\/\/|www\.)\S+\s*$/.test(textContentOf(element).slice(0, 500));
    return { ...inner, linked: showsAddress ? 0 : inner.text };
  }
  if (!isParagraphOf(element, direct)) return inner;
  const isProse = inner.text >= proseCharactersMin && inner.linked <= inner.text * 0.5;
  return { ...inner, said: Math.max(inner.said, inner.text), prose: isProse ? inner.text : inner.prose };
}

/** A paragraph, or a block that holds text and inline elements alone. */
function isParagraphOf(element: Element, direct: number): boolean {
  const tag = tagOf(element);
  if (tag === 'p' || tag === 'pre' || tag === 'blockquote') return true;
  return (tag === 'div' || tag === 'section' || tag === 'td') && direct >= paragraphCharactersMin * 2;
}

/** Share of an element's text that stands in links. */
export function linkDensity(element: Element, measures: ReadonlyMap<Element, Measure>): number {
  const { text, linked } = measures.get(element) ?? nothing;
  return text === 0 ? 0 : Math.min(1, linked / text);
}

export function isParagraph(element: Element): boolean {
  const tag = tagOf(element);
  if (tag !== 'div' && tag !== 'section' && tag !== 'td') return isParagraphOf(element, 0);
  let direct = 0;
  for (const child of flatChildrenOf(element)) {
    if (child instanceof Text) direct += collapse(child.nodeValue ?? '').length;
  }
  return isParagraphOf(element, direct);
}

/** What tells menus, boxes and lists of links from the text, on one page. */
export type Prose = {
  /** Was measured: is rendered, and in no long table. */
  readonly isKnown: (element: Element) => boolean;
  readonly measureOf: (element: Element) => Measure;
  /** The same without what stands beside the text. */
  readonly mainOf: (element: Element) => Measure;
  readonly linkDensity: (element: Element) => number;
  /** Beside the text by what it is, or by its name unless it holds a good part of all prose. */
  readonly isAside: (element: Element) => boolean;
  readonly isNamedAside: (element: Element) => boolean;
};

const besideTags = new Set(['nav', 'aside', 'footer', 'select', 'button']);
const besideRoles = new Set(['navigation', 'complementary', 'contentinfo', 'dialog', 'alertdialog', 'menu']);

/** Weighs the paragraphs of a page once. */
export function proseOf(body: Element): Prose {
  const measures = measure(body);
  const measureOf = (element: Element) => measures.get(element) ?? nothing;
  const density = (element: Element) => linkDensity(element, measures);
  const total = measureOf(body).prose;
  const isMain = (element: Element) => measureOf(element).prose > total * mainShareMin;
  const isNamedAside = (element: Element) =>
    !structural.has(tagOf(element)) &&
    hasUnlikelyName(element) &&
    !isNamedArticleBody(element) &&
    !isMain(element);
  const isAside = remembered((element) => {
    if (isMain(element)) return false;
    if (besideTags.has(tagOf(element)) || besideRoles.has(attributeOf(element, 'role') ?? '')) return true;
    if (tagOf(element) === 'form' && density(element) > 0.3) return true;
    return isNamedAside(element) || isTeaserList(element, measureOf);
  });
  // What was not measured is not rendered, or lies in a long table.
  const main = measure(body, (element) => !measures.has(element) || isAside(element));
  const mainOf = (element: Element) => main.get(element) ?? nothing;
  const isKnown = (element: Element) => measures.has(element);
  return { isKnown, measureOf, mainOf, linkDensity: density, isAside, isNamedAside };
}

const teaserTags = new Set(['li', 'article', 'div', 'section', 'a']);
const teaserCharactersMax = 900;

/** Entries one after the other that each announce another page: a heading that is a link, and a few words. */
function isTeaserList(element: Element, measureOf: (element: Element) => Measure): boolean {
  if (measureOf(element).linked === 0) return false;
  let teasers = 0;
  for (const child of flatChildrenOf(element)) {
    if (child instanceof Element && isTeaser(child, measureOf(child).text)) teasers++;
  }
  return teasers >= 2;
}

function isTeaser(element: Element, text: number): boolean {
  if (!teaserTags.has(tagOf(element)) || text < 20 || text > teaserCharactersMax) return false;
  if (tagOf(element) === 'a') return queryOne(element, headings) !== null;
  return queryOne(element, linkedHeadings) !== null;
}

const levels = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];
const headings = levels.join(', ');
const linkedHeadings = levels.map((level) => `${level} a[href], a[href] ${level}`).join(', ');

function remembered(test: (element: Element) => boolean): (element: Element) => boolean {
  const known = new Map<Element, boolean>();
  return (element) => {
    const before = known.get(element);
    if (before !== undefined) return before;
    const now = test(element);
    known.set(element, now);
    return now;
  };
}
