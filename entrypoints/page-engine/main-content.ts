import { collapse } from '../../shared/selector.ts';
import { ancestorsOf, elementsUnder, flatChildrenOf, flatParentOf, isInside } from './flat-tree.ts';
import { attributeOf, bodyOf, queryAll, queryOne, tagOf, textContentOf } from './natives.ts';
import { isRendered } from './visibility.ts';

// Where the text of an article lies on its page. Paragraphs vote for what holds them; what wins is joined by those of its
// neighbours that read alike. A page without an article has no such place and is read whole.

const articleCharactersMin = 400;
const paragraphCharactersMin = 25;
const unlikely =
  /(?:^|[-_\s])(?:ad|ads|advert\w*|banner|breadcrumb\w*|comment\w*|cookie\w*|consent|disqus|footer|foot|menu\w*|modal|nav\w*|newsletter\w*|outbrain|popup|promo\w*|recommend\w*|related\w*|share\w*|sharing|shoutbox|sidebar\w*|skyscraper|social\w*|sponsor\w*|subscri\w*|taboola|tags?|toolbar|trending|widget\w*|read-?more|more-?stories|signup)(?:$|[-_\s])/i;
const likely =
  /(?:^|[-_\s])(?:article\w*|body|content\w*|entry\w*|main|page|post\w*|story\w*|text|blog)(?:$|[-_\s])/i;
const structural = new Set(['html', 'body', 'main', 'article']);

/** Class and id of an element as one text, for the patterns of names that sites use. */
function marksOf(element: Element): string {
  return `${attributeOf(element, 'class') ?? ''} ${attributeOf(element, 'id') ?? ''}`.replace(
    /([a-z])([A-Z])/g,
    '$1-$2',
  );
}

/** Named like something beside the text: a menu, a share box, a list of other articles. */
export function isNamedAside(element: Element): boolean {
  if (structural.has(tagOf(element))) return false;
  const marks = marksOf(element);
  return (
    unlikely.test(marks) && !/(?:^|[-_\s])(?:article|story|post|entry)[-_]?(?:body|content|text)/i.test(marks)
  );
}

/** Share of an element's text that stands in links. */
export function linkDensity(element: Element): number {
  const whole = collapse(textContentOf(element)).length;
  if (whole === 0) return 0;
  const linked = queryAll(element, 'a[href]').reduce(
    (sum, link) => sum + collapse(textContentOf(link)).length,
    0,
  );
  return Math.min(1, linked / whole);
}

/** The elements that hold the article, in order; none if the page is not an article. */
export function articleRoots(): readonly Element[] {
  const body = bodyOf();
  if (body === null) return [];
  const scores = score(body);
  let best: Element | null = null;
  for (const [element, value] of scores) if (best === null || value > (scores.get(best) ?? 0)) best = element;
  if (best === null) return [];
  const top = widen(best, scores);
  const roots = withNeighbours(top, scores);
  const length = roots.reduce((sum, root) => sum + proseLength(root), 0);
  return length >= articleCharactersMin &&
    (isDeclaredArticle() || length >= collapse(textContentOf(body)).length * 0.25)
    ? roots
    : [];
}

function score(body: Element): Map<Element, number> {
  const scores = new Map<Element, number>();
  for (const element of elementsUnder(body, (inner) => isRendered(inner) && !isAside(inner))) {
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

function isAside(element: Element): boolean {
  const tag = tagOf(element);
  if (['nav', 'aside', 'footer', 'form', 'select', 'button'].includes(tag))
    return tag !== 'form' || linkDensity(element) > 0.3;
  const role = attributeOf(element, 'role') ?? '';
  return (
    ['navigation', 'complementary', 'contentinfo', 'dialog', 'alertdialog', 'menu'].includes(role) ||
    isNamedAside(element)
  );
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
  return base + (likely.test(marks) ? 25 : 0) - (unlikely.test(marks) ? 25 : 0);
}

/** A paragraph, or a block that holds text and inline elements alone. */
function isParagraph(element: Element): boolean {
  const tag = tagOf(element);
  if (tag === 'p' || tag === 'pre' || tag === 'blockquote') return true;
  if (tag !== 'div' && tag !== 'section' && tag !== 'td') return false;
  let direct = 0;
  for (const child of flatChildrenOf(element)) {
    if (child instanceof Text) direct += collapse(child.nodeValue ?? '').length;
  }
  return direct >= paragraphCharactersMin * 2;
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

function withNeighbours(top: Element, scores: ReadonlyMap<Element, number>): readonly Element[] {
  const holder = flatParentOf(top);
  if (holder === null || tagOf(top) === 'article') return [top];
  const enough = Math.max(10, (scores.get(top) ?? 0) * 0.2);
  return flatChildrenOf(holder).flatMap((child) => {
    if (!(child instanceof Element)) return [];
    if (child === top) return [child];
    if (!isRendered(child) || isAside(child)) return [];
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

function proseLength(element: Element): number {
  return [...elementsUnder(element), element]
    .filter((inner) => isParagraph(inner))
    .reduce((sum, inner) => sum + collapse(textContentOf(inner)).length, 0);
}

function isDeclaredArticle(): boolean {
  const type = queryOne(document, 'meta[property="og:type"]');
  if (type !== null && /article|blog|news/i.test(attributeOf(type, 'content') ?? '')) return true;
  return (
    queryOne(document, '[itemprop~=articleBody], [itemtype*="Article"], [itemtype*="BlogPosting"]') !== null
  );
}
