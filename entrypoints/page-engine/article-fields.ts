import { collapse } from '../../shared/plain-text.ts';
import { attributeOf, queryAll, queryOne, textContentOf, titleOf } from './natives.ts';
import { isVisible } from './visibility.ts';

// What a page says about itself apart from its text: heading, author, date. Each empty when it says
// nothing.

export type ArticleFields = { readonly heading: string; readonly byline: string; readonly published: string };

export function articleFields(): ArticleFields {
  const linked = linkedData();
  return {
    heading: headingOf(linked),
    byline: firstOf(
      linked.author,
      meta('author', 'article:author', 'byl', 'dc.creator'),
      bylineOnPage(),
    ).slice(0, 200),
    published: firstOf(
      linked.published,
      meta('article:published_time', 'date', 'dc.date', 'pubdate', 'publish-date', 'sailthru.date'),
      timeOnPage(),
    ).slice(0, 60),
  };
}

function headingOf(linked: LinkedData): string {
  const headings = queryAll(document, 'h1').filter(isVisible);
  const only = headings.length === 1 ? collapse(textContentOf(headings[0] ?? document)) : '';
  return firstOf(only, linked.headline, meta('og:title', 'twitter:title'), collapse(titleOf())).slice(0, 300);
}

function firstOf(...texts: readonly string[]): string {
  return texts.map(collapse).find((text) => text !== '' && !/^https?:/i.test(text)) ?? '';
}

function meta(...names: readonly string[]): string {
  for (const name of names) {
    const element = queryOne(
      document,
      `meta[name="${name}" i], meta[property="${name}" i], meta[itemprop="${name}" i]`,
    );
    const content = element === null ? '' : collapse(attributeOf(element, 'content') ?? '');
    if (content !== '' && !/^https?:/i.test(content)) return content;
  }
  return '';
}

function bylineOnPage(): string {
  const element = queryOne(document, '[rel~=author], [itemprop~=author], .byline, .author-name, .author');
  if (element === null || !isVisible(element)) return '';
  const text = collapse(textContentOf(element)).replace(/^by\s+/i, '');
  return text.length <= 100 ? text : '';
}

function timeOnPage(): string {
  const element = queryOne(document, 'time[datetime], [itemprop~=datePublished]');
  if (element === null) return '';
  return attributeOf(element, 'datetime') ?? attributeOf(element, 'content') ?? textContentOf(element);
}

type LinkedData = { readonly headline: string; readonly author: string; readonly published: string };
const scriptsMax = 10;
const scriptCharactersMax = 200_000;

function linkedData(): LinkedData {
  const scripts = queryAll(document, 'script[type="application/ld+json"]').slice(0, scriptsMax);
  for (const script of scripts) {
    const item = articleIn(parseJson(textContentOf(script)), 0);
    if (item === null) continue;
    return {
      headline: textIn(item, 'headline'),
      author: authorIn(item['author']),
      published: textIn(item, 'datePublished'),
    };
  }
  return { headline: '', author: '', published: '' };
}

type JsonObject = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parseJson(text: string): unknown {
  if (text.length > scriptCharactersMax) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function articleIn(value: unknown, depth: number): JsonObject | null {
  if (depth > 4) return null;
  const inner = Array.isArray(value)
    ? value
    : isObject(value) && Array.isArray(value['@graph'])
      ? value['@graph']
      : [];
  if (isObject(value) && /Article|BlogPosting|Report/.test(String(value['@type']))) return value;
  for (const item of inner.slice(0, 50)) {
    const found = articleIn(item, depth + 1);
    if (found !== null) return found;
  }
  return null;
}

function textIn(item: JsonObject, key: string): string {
  const value = item[key];
  return typeof value === 'string' ? value : '';
}

function authorIn(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value))
    return value
      .map(authorIn)
      .filter((name) => name !== '')
      .slice(0, 10)
      .join(', ');
  return isObject(value) ? textIn(value, 'name') : '';
}
