import { expect, test } from 'vitest';
import { followPage } from '../../../native-host/gate/follow-page.ts';

test('the page that an act left is the current one', () => {
  const pages = new Map([['a', 't1']]);
  followPage(pages, 'a', undefined, 't2');
  expect(pages.get('a')).toBe('t2');
});

test('a page that the act closed is nobody’s current page; another caller keeps its own', () => {
  const pages = new Map([
    ['a', 't1'],
    ['b', 't1'],
  ]);
  followPage(pages, 'a', undefined, null);
  expect([...pages]).toEqual([['b', 't1']]);
  followPage(pages, 'b', 't1', null);
  expect(pages.size).toBe(0);
});

test('closing another page by name leaves the current one', () => {
  const pages = new Map([['a', 't1']]);
  followPage(pages, 'a', 't2', null);
  expect(pages.get('a')).toBe('t1');
});
