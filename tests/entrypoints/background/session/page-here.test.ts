import { expect, test } from 'vitest';
import { type HereParts, pageHere } from '../../../../entrypoints/background/session/page-here.ts';
import type { PageInfo } from '../../../../shared/actions.ts';

const info: PageInfo = {
  page: 't3',
  url: 'https://example.com/a',
  title: 'A',
  origin: 'https://example.com',
  document_id: 'd',
  active: true,
  owned: false,
};
const parts = (change: Partial<HereParts>): HereParts => ({
  activeTab: async () => ({ id: 5 }),
  pageOf: () => info,
  selectionIn: async () => '  some words ',
  ...change,
});

test('the page in front is told with what is selected in it', async () => {
  expect(await pageHere(parts({}), 1)).toEqual({
    page: 't3',
    url: 'https://example.com/a',
    title: 'A',
    selection: 'some words',
  });
});

test('a page of the browser itself cannot be begun at, and nothing of it is read', async () => {
  const chrome = parts({
    pageOf: () => ({ ...info, url: 'chrome://settings' }),
    selectionIn: async () => {
      throw new Error('it was read');
    },
  });
  expect(await pageHere(chrome, 1)).toMatchObject({ page: null, selection: '' });
});

test('a page where no script may run is told without a selection', async () => {
  const closed = parts({ selectionIn: () => Promise.reject(new Error('no')) });
  expect(await pageHere(closed, 1)).toMatchObject({ page: 't3', selection: '' });
  expect(await pageHere(parts({ activeTab: async () => undefined }), 1)).toMatchObject({ page: null });
});
