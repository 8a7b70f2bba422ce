import { plainQuery } from './plain-query.ts';
import { hasClass, pairInOrder, readAnswer } from './read-answer.ts';
import type { SearchProvider } from './search-provider.ts';

/** DuckDuckGo's page without scripts. Its links lead through `/l/?uddg=…`, its advertisements through `/y.js`. */
export const duckduckgo: SearchProvider = {
  name: 'duckduckgo',
  urlOf: (query) => `https://html.duckduckgo.com/html/?q=${encodeURIComponent(plainQuery(query))}`,
  selectors: [
    '.result:not(.result--ad) .result__a, .result:not(.result--ad) .result__snippet',
    '#challenge-form, .anomaly-modal__modal',
    '.no-results, .result--no-result',
  ],
  read(page) {
    const [listed = [], wall = [], nothing = []] = page.elements;
    const raw = pairInOrder(listed, (element) => hasClass(element, 'result__a'));
    return readAnswer(page, raw, { wall: wall.length > 0, nothing: nothing.length > 0 });
  },
};
