import { plainQuery } from './plain-query.ts';
import { pairInOrder, readAnswer } from './read-answer.ts';
import type { SearchProvider } from './search-provider.ts';

const nothingFound =
  /not many great matches|no results (?:were )?found|did ?n.t (?:find|match) any|could ?n.t find any/i;

// Classes of its build change from week to week; these names and `data-type` have stayed.
const result = '#results .snippet[data-type="web"]';
const snippets = '.generic-snippet .content, .snippet-description';

/** Brave Search. Advertisements and its other boxes are of another `data-type`. */
export const brave: SearchProvider = {
  name: 'brave',
  urlOf: (query) =>
    `https://search.brave.com/search?q=${encodeURIComponent(plainQuery(query))}&source=web&spellcheck=0`,
  selectors: [
    // The first link of a result alone: further ones lead to parts of the same site.
    [
      `${result} > a[href]`,
      `${result} > .result-wrapper > .result-content > a[href]`,
      `${result} .search-snippet-title`,
      ...snippets.split(', ').map((one) => `${result} ${one}`),
    ].join(', '),
    '#pow-captcha, .captcha, form[action*="captcha"]',
  ],
  read(page) {
    const [listed = [], wall = []] = page.elements;
    const titles = listed.filter(isTitle);
    let at = -1;
    // The link holds site, path and title; the title stands in it as an element of its own.
    const named = listed
      .filter((element) => !isTitle(element))
      .map((element) => {
        if (element.tag !== 'a') return element;
        at += 1;
        const title = titles[at];
        const text = title?.attributes['title'] ?? title?.text ?? element.text;
        return { ...element, text };
      });
    const raw = pairInOrder(named, ({ tag }) => tag === 'a');
    return readAnswer(page, raw, { wall: wall.length > 0, nothing: nothingFound.test(page.text) });
  },
};

function isTitle(element: { readonly attributes: Readonly<Record<string, string>> }): boolean {
  return /\bsearch-snippet-title\b/.test(element.attributes['class'] ?? '');
}
