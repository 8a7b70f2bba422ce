import { plainQuery } from './plain-query.ts';
import { type RawResult, readAnswer } from './read-answer.ts';
import type { ResultElement, SearchProvider } from './search-provider.ts';

/** What a search page's address has where the query goes. */
export const queryMark = '{query}';

/** One result on pages that say nothing better: an entry of a list or an article with a heading that is a link. */
const commonResults = [
  'article:has(h2 a[href])',
  'article:has(h3 a[href])',
  'li:has(h2 a[href])',
  'li:has(h3 a[href])',
  'li:has(h4 a[href])',
  'dt:has(a[href])',
  'div:has(> h2 a[href])',
  'div:has(> h3 a[href])',
].join(', ');

const nothingFound =
  /\b(?:no|0|zero) (?:results|matches|hits|pages)\b|nothing (?:was )?found|did not match any/i;

/** Any page that answers questions in its address: a wiki, a documentation, an engine of the organisation. */
export function urlTemplate(template: string, results: string | null): SearchProvider {
  const result = results ?? commonResults;
  return {
    name: 'url-template',
    urlOf: (query) => template.replaceAll(queryMark, encodeURIComponent(plainQuery(query))),
    selectors: [result, within(result, ':is(h2, h3, h4, dt) a[href]'), within(result, 'a[href]')],
    read(page) {
      const [blocks = [], headings = [], every = []] = page.elements;
      const links = headings.length > 0 ? headings : every;
      const nothing = nothingFound.test(page.text);
      return readAnswer(page, matched(blocks, links), { wall: false, nothing });
    },
  };
}

/** `a, b` and `c` as `:is(a, b) c`. */
function within(outer: string, inner: string): string {
  return `:is(${outer}) ${inner}`;
}

/** The first link with words in each block, in the order of the page; the rest of the block is the snippet. */
function matched(blocks: readonly ResultElement[], links: readonly ResultElement[]): readonly RawResult[] {
  const results: RawResult[] = [];
  let next = 0;
  for (const { text } of blocks) {
    const at = links.findIndex(
      (link, index) => index >= next && link.text !== '' && text.includes(link.text),
    );
    const link = links[at];
    if (link === undefined) continue;
    next = at + 1;
    const snippet = text.slice(text.indexOf(link.text) + link.text.length);
    results.push({ href: link.attributes['href'] ?? '', title: link.text, snippet });
  }
  return results;
}
