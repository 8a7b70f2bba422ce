import MiniSearch from 'minisearch';
import { escaped, type Site, wordsOf } from './site.ts';

// Answers questions over the pages of the offline web, ranked by BM25, in DuckDuckGo's own form.

export type Hit = { readonly url: string; readonly title: string; readonly snippet: string };

const hitsMax = 8;
const snippetWords = 34;
const stopWords = new Set(
  'a an the of in on at to for and or is are was were be it its by with as from that this what which how do does i my'.split(
    ' ',
  ),
);

export class SearchEngine {
  readonly #index = new MiniSearch<{ id: string; title: string; text: string }>({
    fields: ['title', 'text'],
    storeFields: ['title', 'text'],
    searchOptions: { boost: { title: 2 }, combineWith: 'OR' },
    processTerm: (term) => {
      const word = term.toLowerCase();
      return stopWords.has(word) ? null : word.replace(/(?<=.{3})s$/, '');
    },
  });

  constructor(sites: readonly Site[]) {
    for (const { host, pages } of sites) {
      for (const page of pages) {
        if (page.unlisted === true) continue;
        const text = wordsOf(page.body);
        this.#index.add({ id: `https://${host}${page.path}`, title: page.title, text });
      }
    }
  }

  /** The best pages for a question, best first. */
  hits(query: string): readonly Hit[] {
    return this.#index
      .search(query)
      .slice(0, hitsMax)
      .map(({ id, terms, ...stored }) => ({
        url: String(id),
        title: String(stored['title']),
        snippet: passage(String(stored['text']), terms),
      }));
  }

  /** The result page as DuckDuckGo writes it. */
  page(query: string): string {
    const hits = this.hits(query);
    const results =
      hits.length === 0
        ? '<div class="result result--no-result"><div class="no-results">No  results.</div></div>'
        : hits.map(resultHtml).join('\n');
    return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${escaped(query)} at DuckDuckGo</title></head>
<body class="body--html"><form action="/html/" method="post"><input type="text" name="q" value="${escaped(query)}"><input type="submit" name="b" value="S"></form>
<div class="serp__results"><div id="links" class="results">
<div class="result results_links result--ad"><div class="links_main result__body"><h2 class="result__title"><a class="result__a" href="https://duckduckgo.com/y.js?ad_domain=offers.example">Everything for less</a></h2><a class="result__snippet" href="https://duckduckgo.com/y.js?ad_domain=offers.example">Advertisement. Order today.</a></div></div>
${results}</div></div></body></html>`;
  }
}

function resultHtml({ url, title, snippet }: Hit): string {
  const link = `//duckduckgo.com/l/?uddg=${encodeURIComponent(url)}&amp;rut=0a1b2c`;
  const { host, pathname } = new URL(url);
  return `<div class="result results_links results_links_deep web-result"><div class="links_main links_deep result__body">
<h2 class="result__title"><a rel="nofollow" class="result__a" href="${link}">${escaped(title)}</a></h2>
<div class="result__extras"><div class="result__extras__url"><a class="result__url" href="${link}">${escaped(host + pathname)}</a></div></div>
<a class="result__snippet" href="${link}">${escaped(snippet)}</a></div></div>`;
}

/** The stretch of words that holds most of what was asked for. */
function passage(text: string, terms: readonly string[]): string {
  const words = text.split(' ');
  const wanted = words.map((word) => (terms.some((term) => word.toLowerCase().includes(term)) ? 1 : 0));
  let best = 0;
  let bestCount = -1;
  for (let at = 0; at < words.length; at += 8) {
    const count = wanted.slice(at, at + snippetWords).reduce<number>((sum, one) => sum + one, 0);
    if (count > bestCount) [best, bestCount] = [at, count];
  }
  const end = best + snippetWords;
  return `${best > 0 ? '… ' : ''}${words.slice(best, end).join(' ')}${end < words.length ? ' …' : ''}`;
}
