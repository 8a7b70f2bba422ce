import { expect, test } from 'vitest';
import { eventsOf, sessionChangeOf } from '../../../../entrypoints/background/driver/cdp-events.ts';

test('a dialog is told with kind and message', () => {
  const params = { type: 'confirm', message: 'Sure?', url: 'https://a.example/', hasBrowserHandler: true };
  expect(eventsOf('Page.javascriptDialogOpening', params)).toEqual([
    { type: 'dialog-opened', dialog: { kind: 'confirm', message: 'Sure?' }, given: '' },
  ]);
});

test('a redirect of the document is not another request', () => {
  const params = { requestId: 'L', loaderId: 'L', type: 'Document' };
  const redirected = { ...params, redirectResponse: { url: 'https://a.example/r', status: 302 } };
  expect(eventsOf('Network.requestWillBeSent', params)).toEqual([
    { type: 'request-started', id: 'L', kind: 'Document' },
  ]);
  expect(eventsOf('Network.requestWillBeSent', redirected)).toEqual([
    { type: 'redirected', id: 'L', from: 'https://a.example/r', status: 302 },
  ]);
});

test.each([
  ['Page.javascriptDialogOpening', { type: 'unheard of', message: '' }],
  ['Network.responseReceived', { requestId: 'L', type: 'Image', response: { url: '', status: 200 } }],
  ['Network.requestWillBeSent', null],
  ['toString', {}],
])('%s with %o says nothing', (method, params) => {
  expect(eventsOf(method, params)).toEqual([]);
});

test('only frames become sessions', () => {
  const targetInfo = { targetId: 'F', type: 'iframe', url: 'https://b.example/' };
  expect(sessionChangeOf('Target.attachedToTarget', { sessionId: 'S', targetInfo })).toEqual({
    type: 'attached',
    sessionId: 'S',
    targetId: 'F',
  });
  const worker = { ...targetInfo, type: 'worker' };
  expect(sessionChangeOf('Target.attachedToTarget', { sessionId: 'S', targetInfo: worker })).toBeNull();
  expect(sessionChangeOf('Target.detachedFromTarget', { sessionId: 'S' })).toEqual({
    type: 'detached',
    sessionId: 'S',
  });
});

test('a navigation is asked for, and cleared when it has begun, ended or gone with its frame', () => {
  const asked = { type: 'navigation-asked', frame: 'F', url: 'https://a.example/2' };
  const params = { frameId: 'F', url: 'https://a.example/2', delay: 0, reason: 'anchorClick' };
  expect(eventsOf('Page.frameScheduledNavigation', params)).toEqual([asked]);
  expect(eventsOf('Page.frameRequestedNavigation', params)).toEqual([asked]);
  expect(eventsOf('Page.frameStartedNavigating', { ...params, navigationType: 'differentDocument' })).toEqual(
    [asked],
  );
  const cleared = [{ type: 'navigation-cleared', frame: 'F' }];
  for (const method of ['frameClearedScheduledNavigation', 'frameStoppedLoading', 'frameDetached']) {
    expect(eventsOf(`Page.${method}`, { frameId: 'F' })).toEqual(cleared);
  }
  expect(eventsOf('Page.frameNavigated', { frame: { id: 'F', url: '' } })).toEqual(cleared);
});

test('a move inside the document, and a refresh set for later, are nobody’s act', () => {
  const params = { frameId: 'F', url: 'https://a.example/#x' };
  expect(eventsOf('Page.frameStartedNavigating', { ...params, navigationType: 'sameDocument' })).toEqual([]);
  expect(eventsOf('Page.frameScheduledNavigation', { ...params, delay: 5 })).toEqual([]);
});

test('only the end of a download is told, and how it ended', () => {
  const progress = (state: string) =>
    eventsOf('Page.downloadProgress', { guid: 'g', state, receivedBytes: 1 });
  expect(progress('inProgress')).toEqual([]);
  expect(progress('completed')).toEqual([{ type: 'download-ended', guid: 'g', state: 'complete' }]);
  expect(progress('canceled')).toEqual([{ type: 'download-ended', guid: 'g', state: 'canceled' }]);
});
