import { expect, test } from 'vitest';
import { chooseHeadings } from '../../../native-host/agent/choose-headings.ts';
import { chooseLinks } from '../../../native-host/agent/choose-links.ts';
import { onPage, stateOf } from './rules/rule-table.ts';

const link = (path: string, text: string) => ({ url: `https://a.test/${path}`, text });
const menu = Array.from({ length: 30 }, (_, n) => link(`menu/${n}`, `Menu ${n}`));

test('links that share words with what is wanted are shown, in the order of the page', () => {
  const links = [...menu, link('x', 'The tallest one'), ...menu, link('mountain', 'Read this')];
  const texts = chooseLinks(stateOf(), onPage({ links })).map(({ text }) => text);
  expect(texts).toEqual(['The tallest one', 'Read this']);
});

test('a page without such links is no dead end: the first few are shown, and the way to its next page always is', () => {
  expect(chooseLinks(stateOf(), onPage({ links: menu }))).toEqual(menu.slice(0, 4));
  const links = [...menu, link('p/2', 'Next page')];
  expect(chooseLinks(stateOf(), onPage({ links })).map(({ text }) => text)).toEqual(['Next page']);
});

test('neither the page itself, nor what was read, nor the same again', () => {
  const links = [
    link('page#top', 'Mountain top'),
    link('read', 'Mountain'),
    link('new', 'Mountain'),
    link('new', 'Mountain'),
  ];
  const state = stateOf({ visited: ['https://a.test/read'] });
  expect(chooseLinks(state, onPage({ links }))).toEqual([link('new', 'Mountain')]);
});

test('of a long outline the headings with wanted words are kept, inside names of code too, then one a part', () => {
  const outline = Array.from({ length: 60 }, (_, n) => ({
    heading: `fileio.open_${n}`,
    part: Math.floor(n / 5) + 1,
  }));
  outline[33] = { heading: 'height.of_mountain', part: 7 };
  const kept = chooseHeadings(stateOf(), onPage({ outline }));
  expect(kept).toHaveLength(13);
  expect(kept).toContainEqual({ heading: 'height.of_mountain', part: 7 });
  expect(chooseHeadings(stateOf(), onPage({ outline: outline.slice(0, 5) }))).toHaveLength(5);
});
