import type { TextBlock } from '../../shared/engine-methods.ts';
import { collapse } from '../../shared/plain-text.ts';
import { type ArticleFields, articleFields } from './article-fields.ts';
import { inlineUnder, type Reading } from './inline-text.ts';
import { articleRoots } from './main-content.ts';
import { attributeOf, bodyOf, queryOne, tagOf, textContentOf } from './natives.ts';
import { namePattern, type Prose, proseOf } from './prose.ts';
import { roleOf } from './roles.ts';
import { blocksUnder } from './text-blocks.ts';

export type PageText = ArticleFields & { readonly blocks: readonly TextBlock[] };

/** The text of one element, or of the page: of its article where it has one, else of all that is shown. */
export function readText(element: Element | null): PageText {
  const none: ArticleFields = { heading: '', byline: '', published: '' };
  if (element !== null) return { ...none, blocks: textOfElement(element) };
  const fields = articleFields();
  const body = bodyOf();
  if (body === null) return { ...fields, blocks: [] };
  const prose = proseOf(body);
  const roots = articleRoots(body, prose);
  if (roots.length > 0) {
    const reading: Reading = { keepsOut: (inner) => isBesideArticle(inner, fields, prose), links: new Set() };
    const blocks = roots.flatMap((root) => [...blocksUnder(root, reading)]);
    return { ...fields, blocks: withoutTail(blocks) };
  }
  return { ...fields, blocks: blocksUnder(body, { keepsOut: () => false, links: new Set() }) };
}

function textOfElement(element: Element): readonly TextBlock[] {
  const reading: Reading = { keepsOut: () => false, links: new Set() };
  const blocks = blocksUnder(element, reading);
  if (blocks.length > 0) return blocks;
  const inline = inlineUnder(element, reading);
  const text = collapse(inline.text);
  return text === ''
    ? []
    : [{ kind: 'paragraph', level: 0, text, markdown: collapse(inline.markdown), frame: null }];
}

const besideTags = new Set([
  'nav',
  'aside',
  'footer',
  'form',
  'button',
  'figure',
  'figcaption',
  'time',
  'iframe',
]);
const besideMarks = namePattern(
  'byline author\\w* dateline timestamp pub-?date published caption\\w* credit\\w* photo\\w* image-?\\w* ' +
    'figure video\\w* player gallery\\w* slideshow rating\\w* print email hidden skip jump ' +
    'pagination pager ' +
    'teaser copyright correction disclaimer tagline kicker eyebrow',
);

/** Within an article: what is no part of its text. */
function isBesideArticle(element: Element, fields: ArticleFields, prose: Prose): boolean {
  const tag = tagOf(element);
  if (besideTags.has(tag) && !(tag === 'figure' && queryOne(element, 'pre, table') !== null)) return true;
  if (['navigation', 'complementary', 'contentinfo', 'dialog'].includes(attributeOf(element, 'role') ?? ''))
    return true;
  const text = collapse(textContentOf(element));
  if (tag === 'h1' || (roleOf(element) === 'heading' && text === fields.heading)) return true;
  if (tag === 'body' || tag === 'article' || tag === 'main') return false;
  if (prose.isNamedAside(element)) return text.length < 2500 || prose.linkDensity(element) > 0.3;
  const marks = `${attributeOf(element, 'class') ?? ''} ${attributeOf(element, 'id') ?? ''}`;
  if (besideMarks.test(marks) && text.length < 400) return true;
  if (['ul', 'ol', 'div', 'section', 'dl'].includes(tag) && text.length < 1500 && prose.linkDensity(element) > 0.6)
    return true;
  return tag === 'p' && text.length < 200 && prose.linkDensity(element) > 0.9;
}

/** Headings at the end with nothing under them ("More on this story") say nothing. */
function withoutTail(blocks: readonly TextBlock[]): readonly TextBlock[] {
  const last = blocks.findLastIndex((block) => block.kind !== 'heading');
  return blocks.slice(0, last + 1);
}
