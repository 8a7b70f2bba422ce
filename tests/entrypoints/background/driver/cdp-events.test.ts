import { expect, test } from 'vitest';
import { eventsOf, sessionChangeOf } from '../../../../entrypoints/background/driver/cdp-events.ts';

test('a dialog is told with kind and message', () => {
  const params = { type: 'confirm', message: 'Sure?', url: 'https://a.example/', hasBrowserHandler: true };
  expect(eventsOf('Page.javascriptDialogOpening', params)).toEqual([
    { type: 'dialog-opened', dialog: { kind: 'confirm', message: 'Sure?' } },
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
