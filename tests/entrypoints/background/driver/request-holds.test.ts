import { expect, test } from 'vitest';
import { type RequestHold, RequestHolds } from '../../../../entrypoints/background/driver/request-holds.ts';

function setUp() {
  const sent: { method: string; params: Record<string, unknown>; sessionId: string | undefined }[] = [];
  const requests = new RequestHolds({
    async send(method, params, sessionId) {
      sent.push({ method, params, sessionId });
    },
    children: () => ['child'],
  });
  const pause = (requestId: string, url = 'https://a.test/', more: object = {}) =>
    requests.heard(undefined, 'Fetch.requestPaused', { requestId, request: { url, method: 'GET' }, ...more });
  const last = () => sent.at(-1);
  return { requests, sent, pause, last };
}

const all = { urlPattern: '*', requestStage: 'Request' } as const;
const holding = (onPaused: RequestHold['onPaused'], frames = false): RequestHold => ({
  ...{ patterns: [all], frames },
  ...(onPaused === undefined ? {} : { onPaused }),
});

test('what nobody objects to goes on as it was; the first objection counts', async () => {
  const { requests, pause, last } = setUp();
  await requests.add(holding(() => null));
  pause('1');
  await expect.poll(last).toMatchObject({ method: 'Fetch.continueRequest', params: { requestId: '1' } });
  await requests.add(
    holding(async ({ request }) => (request.url.includes('evil') ? { kind: 'fail' } : null)),
  );
  await requests.add(holding(() => ({ kind: 'send', postData: 'eA==' })));
  pause('2', 'https://evil.test/');
  await expect
    .poll(last)
    .toMatchObject({ method: 'Fetch.failRequest', params: { requestId: '2', errorReason: 'Aborted' } });
  pause('3');
  await expect.poll(last).toMatchObject({ params: { requestId: '3', postData: 'eA==' } });
});

test('a hold that breaks lets nothing through', async () => {
  const { requests, pause, last } = setUp();
  await requests.add(holding(() => Promise.reject(new Error('no word'))));
  pause('1');
  await expect.poll(last).toMatchObject({ method: 'Fetch.failRequest' });
});

test('the browser is told the patterns of all, and told to stop when the last lets go', async () => {
  const { requests, sent, last } = setUp();
  const first = await requests.add(holding(undefined));
  const second = await requests.add(holding(undefined, true));
  expect(sent.map(({ method, sessionId }) => [method, sessionId])).toEqual([
    ['Fetch.enable', undefined],
    ['Fetch.enable', undefined],
    ['Fetch.enable', 'child'],
  ]);
  expect(requests.wanted(undefined)?.['patterns']).toHaveLength(2);
  expect(requests.wanted('child')?.['patterns']).toHaveLength(1);
  await second();
  await second();
  expect(last()).toMatchObject({ method: 'Fetch.disable', sessionId: 'child' });
  await first();
  expect(last()).toMatchObject({ method: 'Fetch.disable', sessionId: undefined });
  expect(requests.isHolding).toBe(false);
});
