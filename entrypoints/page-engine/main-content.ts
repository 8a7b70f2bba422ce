import { collapse } from '../../shared/plain-text.ts';
import { ancestorsOf, elementsUnder, flatChildrenOf, flatParentOf, isInside } from './flat-tree.ts';
import { attributeOf, queryAll, queryOne, tagOf, textContentOf } from './natives.ts';
import {
  hasUnlikelyName,
  isParagraph,
  linkDensity,
  marksOf,
  namePattern,
  type Prose,
  paragraphCharactersMin,
  proseLength,
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
  const top = widen(best, scores);
  const roots = withNeighbours(top, scores, prose);
  return isArticle(roots, body) ? roots : [];
}

/**
 * Prose enough: for a page that says it is an article a sentence or two; else several paragraphs, or a good
 * part of all that the page says.
 */
function isArticle(roots: readonly Element[], body: Element): boolean {
  const length = roots.reduce((sum, root) => sum + proseLength(root), 0);
  if (length < shortArticleMin) return false;
  if (isDeclaredArticle()) return true;
  if (length < articleCharactersMin) return false;
  const paragraphs = roots
    .flatMap((root) => [...elementsUnder(root, isRendered)])
    .filter(isLongParagraph).length;
  return paragraphs >= 3 || length >= spokenLength(body) * 0.25;
}

function isLongParagraph(element: Element): boolean {
  return isParagraph(element) && collapse(textContentOf(element)).length >= 80 && linkDensity(element) < 0.5;
}

/** What a page says, without its scripts and styles. */
function spokenLength(body: Element): number {
  const silent = queryAll(body, 'script, style, noscript, template');
  return silent.reduce((sum, element) => sum - textContentOf(element).length, textContentOf(body).length);
}

function score(body: Element, prose: Prose): Map<Element, number> {
  const scores = new Map<Element, number>();
  for (const element of elementsUnder(body, (inner) => isRendered(inner) && !prose.isAside(inner))) {
    if (!isParagraph(element) || !isRendered(element)) continue;
    const text = collapse(textContentOf(element));
    if (text.length < paragraphCharactersMin || linkDensity(element) > 0.5) continue;
    const points = 1 + (text.match(/[,،、，]/g)?.length ?? 0) + Math.min(3, Math.floor(text.length / 100));
    let level = 0;
    for (const holder of ancestorsOf(element)) {
      if (tagOf(holder) === 'body' || level > 3) break;
      const share = level === 0 ? 1 : level === 1 ? 0.5 : 1 / (level * 3);
      scores.set(holder, (scores.get(holder) ?? weightOf(holder)) + points * share);
      level++;
    }
  }
  for (const [element, value] of scores) scores.set(element, value * (1 - linkDensity(element)));
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

/** Climbs while the holder gathers a good deal more of the article than what it holds. */
function widen(best: Element, scores: ReadonlyMap<Element, number>): Element {
  let top = best;
  const text = proseLength(best);
  for (const holder of ancestorsOf(best)) {
    if (tagOf(holder) === 'body') break;
    const strong = [...scores].filter(
      ([element, value]) =>
        value > (scores.get(best) ?? 0) * 0.5 && element !== best && isInside(element, holder),
    );
    const outside = strong.filter(([element]) => !isInside(element, top) && !isInside(top, element));
    if (outside.length >= 2 && proseLength(holder) > text * 1.2) top = holder;
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
    const density = linkDensity(child);
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
