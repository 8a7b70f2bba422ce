import type { TextBlock } from '../../shared/engine-methods.ts';
import { collapse } from '../../shared/plain-text.ts';
import { type ArticleFields, articleFields } from './article-fields.ts';
import { isBesideArticle, withoutDateline, withoutTail } from './beside-article.ts';
import { inlineUnder, type Reading } from './inline-text.ts';
import { articleRoots } from './main-content.ts';
import { bodyOf } from './natives.ts';
import { proseOf } from './prose.ts';
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
    return { ...fields, blocks: withoutTail(withoutDateline(blocks)) };
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
