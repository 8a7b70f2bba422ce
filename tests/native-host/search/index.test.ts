import { expect, test } from 'vitest';
import { chooseProvider } from '../../../native-host/search/choose-provider.ts';
import { type SearchSettings, searchProviders } from '../../../native-host/search/index.ts';
import { given } from '../../e2e/rig.ts';
import { recorded } from './result-page.ts';

const settings: SearchSettings = {
  provider: 'duckduckgo',
  searxng_url: 'https://search.example/',
  template_url: 'https://wiki.example/find?for={query}&in=all',
  template_results: null,
};
const names = Object.keys(searchProviders);
const kilimanjaro = /^https:\/\/(encyclopedia|wiki)\.example\/wiki\/Mount_Kilimanjaro(\?x=1&y=z)?$/;

test.each(names)(
  '%s: results come in their order, without advertisements, with their own addresses',
  (name) => {
    const provider = given(chooseProvider(settings, name));
    const answer = provider.read(recorded(provider, `${name}/results`));
    if (answer.kind !== 'results') throw new Error(JSON.stringify(answer));
    expect(answer.results[0]?.url).toMatch(kilimanjaro);
    expect(answer.results[0]?.title).toMatch(/^Mount Kilimanjaro/);
    expect(answer.results[0]?.snippet).toMatch(/tallest mountain in Africa/i);
    expect(answer.results.map(({ url }) => url)).toContainEqual(
      expect.stringMatching(/^https:\/\/peaks\.example\/africa/),
    );
    const every = JSON.stringify(answer.results);
    expect(every).not.toMatch(/climbs|Book now|ads\.example|javascript|mailto|web\.archive/i);
  },
);

test.each(names)('%s: nothing found, a robot check and an error are told apart', (name) => {
  const provider = given(chooseProvider(settings, name));
  expect(provider.read(recorded(provider, `${name}/nothing`))).toEqual({ kind: 'nothing' });
  const wall = provider.read(recorded(provider, `${name}/wall`));
  expect(wall).toMatchObject({
    kind: 'wall',
    words: expect.stringMatching(/bots|robot|human|too many|checking/i),
  });
  expect(provider.read(recorded(provider, `${name}/error`)).kind).toBe('error');
  expect(provider.read({ ...recorded(provider, `${name}/error`), status: 429 }).kind).toBe('wall');
  const broken = provider.read({ ...recorded(provider, `${name}/error`), status: 503 });
  expect(broken).toMatchObject({ kind: 'error', words: expect.stringMatching(/^HTTP 503/) });
  const empty = {
    ...recorded(provider, `${name}/error`),
    text: '',
    elements: provider.selectors.map(() => []),
  };
  expect(provider.read(empty)).toEqual({ kind: 'error', words: 'the page is empty' });
});

test.each(names)('%s: the query is text and nothing else in the address', (name) => {
  const provider = given(chooseProvider(settings, name));
  const url = new URL(provider.urlOf('Tom & Jerry=1#x {query} 50%'));
  expect([...url.searchParams.values()]).toContain('Tom & Jerry=1#x {query} 50%');
  expect(url.hash).toBe('');
});

test('a page whose engines failed does not count as one that found nothing', () => {
  const provider = given(chooseProvider(settings, 'searxng'));
  expect(provider.read(recorded(provider, 'searxng/error'))).toMatchObject({
    kind: 'error',
    words: expect.stringContaining('Engines cannot retrieve results'),
  });
});

test("the configuration's own selector says what a result is", () => {
  const provider = given(chooseProvider({ ...settings, template_results: 'nav li' }, 'url-template'));
  const answer = provider.read(recorded(provider, 'url-template/results'));
  expect(answer).toMatchObject({ kind: 'results', results: [{ title: 'Home' }, { title: 'News' }] });
});
