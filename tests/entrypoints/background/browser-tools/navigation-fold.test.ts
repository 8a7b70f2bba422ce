import { expect, test } from 'vitest';
import {
  navigating,
  navigationResult,
  notYet,
} from '../../../../entrypoints/background/browser-tools/navigation-fold.ts';
import type { TabEvent } from '../../../../entrypoints/background/driver/tab-events.ts';

const fold = (events: readonly TabEvent[]) => events.reduce(navigating, notYet);
const committed = (url: string, sameDocument = false): TabEvent => ({
  type: 'committed',
  url,
  documentId: 'D',
  sameDocument,
});
const response = (id: string, url: string, status: number): TabEvent => ({
  type: 'document-response',
  id,
  url,
  status,
});

test('status and redirects are those of the document that became the page', () => {
  const state = fold([
    { type: 'navigation-started', url: 'https://a.example/r' },
    { type: 'redirected', id: 'L', from: 'https://a.example/r', status: 302 },
    response('L', 'https://a.example/end', 200),
    committed('https://a.example/end#part'),
    response('F', 'https://ads.example/frame', 404),
    { type: 'loaded' },
  ]);
  expect(navigationResult(state)).toEqual({
    status: 200,
    http_error: false,
    redirects: ['https://a.example/r'],
  });
  expect(state).toMatchObject({ pending: 0, loaded: true });
});

test('a page that leads on by script counts as passed through', () => {
  const state = fold([
    response('1', 'https://a.example/js', 200),
    committed('https://a.example/js'),
    { type: 'navigation-started', url: 'https://a.example/two' },
    response('2', 'https://a.example/two', 500),
    committed('https://a.example/two'),
  ]);
  expect(navigationResult(state)).toEqual({
    status: 500,
    http_error: true,
    redirects: ['https://a.example/js'],
  });
});

test('a document from memory and a jump within the page have no status', () => {
  const jump = fold([committed('https://a.example/#x', true)]);
  const restored = fold([{ type: 'navigation-started', url: '' }, committed('https://a.example/')]);
  expect(navigationResult(jump).status).toBeNull();
  expect(navigationResult(restored).status).toBeNull();
});

test('a failure is forgotten when another navigation begins', () => {
  const failed = fold([
    { type: 'navigation-started', url: 'https://a.example/1' },
    { type: 'navigation-failed', error: 'net::ERR_ABORTED', url: 'https://a.example/1' },
  ]);
  expect(failed).toMatchObject({ failed: 'net::ERR_ABORTED', pending: 0 });
  expect(navigating(failed, { type: 'navigation-started', url: '' })).toMatchObject({
    failed: null,
    pending: 1,
  });
});
