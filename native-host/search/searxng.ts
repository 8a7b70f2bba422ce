import { plainQuery } from './plain-query.ts';
import { pairInOrder, readAnswer } from './read-answer.ts';
import type { SearchProvider } from './search-provider.ts';

const nothingFound = /no results were found|didn.t find any results|could ?n.t find/i;
const enginesFailed = /engines cannot retrieve|unresponsive|error!/i;

/** An instance of SearXNG, by its own page in the theme that it is shipped with. */
export function searxng(instance: string): SearchProvider {
  const base = instance.replace(/\/+$/, '');
  return {
    name: 'searxng',
    urlOf: (query) => `${base}/search?q=${encodeURIComponent(plainQuery(query))}&categories=general`,
    selectors: ['article.result h3 a, article.result p.content', '.dialog-error, .dialog-error-block'],
    read(page) {
      const [listed = [], dialogs = []] = page.elements;
      const said = dialogs.map(({ text }) => text).join(' ');
      // When engines of the instance failed, it does not know whether there is nothing.
      const nothing = nothingFound.test(said) && !enginesFailed.test(said);
      const raw = pairInOrder(listed, ({ tag }) => tag === 'a');
      return readAnswer(page, raw, { wall: false, nothing });
    },
  };
}
