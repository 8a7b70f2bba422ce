import { collapse } from '../../shared/plain-text.ts';
import { ancestorsOf, elementsUnder, flatChildrenOf, flatParentOf, nearest } from './flat-tree.ts';
import { attributeOf, queryAll, queryOne, tagOf, textContentOf } from './natives.ts';
import {
  hasUnlikelyName,
  isNamedArticleBody,
  isParagraph,
  marksOf,
  namePattern,
  type Prose,
  paragraphCharactersMin,
} from './prose.ts';
import { isRendered } from './visibility.ts';

// Where the text of an article lies on its page. Paragraphs vote for what holds them; what wins is joined
// by those of its neighbours that read alike. A page without an article has no such place and is read
// whole.

const articleCharactersMin = 400;
const shortArticleMin = 140;
const likely = namePattern('article\\w* body content\\w* entry\\w* main page post\\w* story\\w* text blog');

/** The elements that hold the article, in order; none if the page is not an article. */
export function articleRoots(body: Element, prose: Prose): readonly Element[] {
  const scores = score(body, prose);
  let best: Element | null = null;
  for (const [element, value] of scores) if (best === null || value > (scores.get(best) ?? 0)) best = element;
  if (best === null) return [];
  const top = widen(best, prose);
  const roots = withNeighbours(top, scores, prose);
  return isArticle(roots, body, prose) ? roots : [];
}

/**
 * Prose enough: for a page that says it is an article a sentence or two; else several paragraphs, or a good
 * part of all that the page says.
 */
function isArticle(roots: readonly Element[], body: Element, prose: Prose): boolean {
  const length = roots.reduce((sum, root) => sum + prose.measureOf(root).said, 0);
  if (length < shortArticleMin) return false;
  if (isDeclaredArticle() || roots.some(isOnlyArticle)) return true;
  if (length < articleCharactersMin) return false;
  const paragraphs = roots
    .flatMap((root) => [...elementsUnder(root, prose.isKnown)])
    .filter((element) => isLongParagraph(element, prose)).length;
  return paragraphs >= 3 || length >= prose.measureOf(body).text * 0.25;
}

/** In the one element of the page that is marked up or named as an article. */
function isOnlyArticle(root: Element): boolean {
  const article = nearest(root, (element) => tagOf(element) === 'article' || isNamedArticleBody(element));
  if (article === null) return false;
  return tagOf(article) === 'article' ? queryAll(document, 'article').length === 1 : true;
}

function isLongParagraph(element: Element, prose: Prose): boolean {
  return isParagraph(element) && prose.measureOf(element).text >= 80 && prose.linkDensity(element) < 0.5;
}

function score(body: Element, prose: Prose): Map<Element, number> {
  const scores = new Map<Element, number>();
  for (const element of elementsUnder(body, (inner) => prose.isKnown(inner) && !prose.isAside(inner))) {
    if (!prose.isKnown(element) || !isParagraph(element)) continue;
    const { text } = prose.measureOf(element);
    if (text < paragraphCharactersMin || prose.linkDensity(element) > 0.5) continue;
    const commas = textContentOf(element).match(/[,،、，]/g)?.length ?? 0;
    const points = 1 + commas + Math.min(3, Math.floor(text / 100));
    let level = 0;
    for (const holder of ancestorsOf(element)) {
      if (tagOf(holder) === 'body' || level > 3) break;
      const share = level === 0 ? 1 : level === 1 ? 0.5 : 1 / (level * 3);
      scores.set(holder, (scores.get(holder) ?? weightOf(holder)) + points * share);
      level++;
    }
  }
  for (const [element, value] of scores) scores.set(element, value * (1 - prose.linkDensity(element)));
  return scores;
}

function weightOf(element: Element): number {
  const marks = marksOf(element);
  const tag = tagOf(element);
  const base =
    tag === 'article'
      ? 10
      : tag === 'div' || tag === 'main'
        ? 5
        : tag === 'blockquote' || tag === 'td'
          ? 3
          : 0;
  return base + (likely.test(marks) ? 25 : 0) - (hasUnlikelyName(element) ? 25 : 0);
}

/** A good deal more of the article, in characters and as a share of what there is. */
const gainMin = 200;
const gainShareMin = 0.08;
/** What is gained is for the most part prose, and not lists of links or teasers. */
const proseShareMin = 0.55;

/** Climbs while the holder gathers a good deal more of the article than what it holds. */
function widen(best: Element, prose: Prose): Element {
  let top = best;
  for (const holder of ancestorsOf(best)) {
    if (tagOf(holder) === 'body') break;
    const [inner, outer] = [prose.mainOf(top), prose.mainOf(holder)];
    const gained = outer.prose - inner.prose;
    if (gained < Math.max(gainMin, inner.prose * gainShareMin)) continue;
    if (gained >= (outer.text - inner.text) * proseShareMin) top = holder;
  }
  return top;
}

function withNeighbours(
  top: Element,
  scores: ReadonlyMap<Element, number>,
  prose: Prose,
): readonly Element[] {
  const holder = flatParentOf(top);
  if (holder === null || tagOf(top) === 'article') return [top];
  const enough = Math.max(10, (scores.get(top) ?? 0) * 0.2);
  return flatChildrenOf(holder).flatMap((child) => {
    if (!(child instanceof Element)) return [];
    if (child === top) return [child];
    if (!isRendered(child) || prose.isAside(child)) return [];
    if ((scores.get(child) ?? 0) >= enough) return [child];
    const text = collapse(textContentOf(child));
    const density = prose.linkDensity(child);
    if (tagOf(child) !== 'p') return [];
    return (text.length > 80 && density < 0.25) ||
      (text.length > 0 && density === 0 && /\.(?:\s|$)/.test(text))
      ? [child]
      : [];
  });
}

function isDeclaredArticle(): boolean {
  const type = queryOne(document, 'meta[property="og:type"]');
  if (type !== null && /article|blog|news/i.test(attributeOf(type, 'content') ?? '')) return true;
  return (
    queryOne(document, '[itemprop~=articleBody], [itemtype*="Article"], [itemtype*="BlogPosting"]') !== null
  );
}
