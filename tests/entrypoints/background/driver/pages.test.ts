import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Pages, type TabView } from '../../../../entrypoints/background/driver/pages.ts';
import type { PageInfo } from '../../../../shared/actions.ts';
import { fakeStorage } from '../../../fakes/chrome.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function pagesOver(tabs: Map<number, TabView>, areas = { local: fakeStorage(), session: fakeStorage() }) {
  const told: (readonly PageInfo[])[] = [];
  const pages = new Pages({
    ...areas,
    tabs: async () => [...tabs.values()],
    tab: async (tabId) => tabs.get(tabId) ?? Promise.reject(new Error('No tab with id')),
    documentOf: async (tabId) => `D${tabId}`,
    onChange: (list) => told.push(list),
  });
  return { pages, told, areas };
}
const tab = (id: number, url: string): TabView => ({ id, url, title: `Tab ${id}`, active: false });

test('a page keeps its name over a restart of the worker, and no name is given twice', async () => {
  const tabs = new Map([[7, tab(7, 'https://a.example/')]]);
  const { pages, areas } = pagesOver(tabs);
  await pages.load();
  tabs.set(8, tab(8, 'about:blank'));
  await pages.own(8, 'run-1');
  pages.removed(8);
  const later = pagesOver(tabs, areas).pages;
  tabs.set(9, tab(9, 'https://b.example/'));
  tabs.delete(8);
  await later.load();
  expect(later.list().map(({ page, origin }) => [page, origin])).toEqual([
    ['t1', 'https://a.example'],
    ['t3', 'https://b.example'],
  ]);
  expect(later.tabOf('t3')).toBe(9);
  expect(() => later.tabOf('t2')).toThrow('no-page');
});

test('tabs that come at the same time get different names', async () => {
  const tabs = new Map([1, 2, 3].map((id) => [id, tab(id, '')]));
  const { pages } = pagesOver(tabs);
  const infos = await Promise.all([1, 2, 3, 2].map((id) => pages.refresh(id)));
  expect(new Set(infos.map(({ page }) => page)).size).toBe(3);
});

test('changes are told together, and only if there are any', async () => {
  const tabs = new Map([[1, tab(1, 'https://a.example/')]]);
  const { pages, told } = pagesOver(tabs);
  await pages.refresh(1);
  await pages.refresh(1);
  tabs.set(1, tab(1, 'https://a.example/b'));
  await pages.refresh(1);
  await vi.advanceTimersByTimeAsync(60);
  expect(told).toHaveLength(1);
  await pages.refresh(1);
  await vi.advanceTimersByTimeAsync(60);
  expect(told).toHaveLength(1);
});

test('a tab that Chrome swaps for another is the same page; one that is gone is no page', async () => {
  const tabs = new Map([[1, tab(1, 'https://a.example/')]]);
  const { pages } = pagesOver(tabs);
  await pages.own(1, 'run-1');
  tabs.set(5, tab(5, 'https://a.example/'));
  tabs.delete(1);
  pages.replaced(5, 1);
  expect(pages.tabOf('t1')).toBe(5);
  expect(pages.ownedBy('run-1')).toEqual([5]);
  tabs.delete(5);
  await expect(pages.refresh(5)).rejects.toThrow('no-page');
  expect(() => pages.tabOf('t1')).toThrow('no-page');
});

test('only http and https pages have an origin, and what such a page has written has its writer’s', async () => {
  const urls = ['https://a.example:8443/x', 'chrome://settings/', 'blob:https://a.example/1', 'about:blank'];
  const { pages } = pagesOver(new Map(urls.map((url, index) => [index, tab(index, url)])));
  const origins = await Promise.all(urls.map(async (_, index) => (await pages.refresh(index)).origin));
  expect(origins).toEqual(['https://a.example:8443', 'null', 'https://a.example', 'null']);
});

test('a page that closes while it is looked at is not listed', async () => {
  const tabs = new Map([[1, tab(1, 'https://a.example/')]]);
  const { pages } = pagesOver(tabs);
  await pages.refresh(1);
  const looking = pages.refresh(1);
  pages.removed(1);
  await expect(looking).rejects.toThrow('no-page');
  expect(pages.list()).toEqual([]);
});

test('what was gathered can be told at once, and is told once', async () => {
  const { pages, told } = pagesOver(new Map([[1, tab(1, 'https://a.example/')]]));
  await pages.refresh(1);
  pages.tellGathered();
  expect(told.length).toBe(1);
  pages.tellGathered();
  await vi.runAllTimersAsync();
  expect(told.length).toBe(1);
});
