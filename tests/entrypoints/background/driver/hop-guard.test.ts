import { expect, test } from 'vitest';
import { HopGuard } from '../../../../entrypoints/background/driver/hop-guard.ts';
import type { RequestHold } from '../../../../entrypoints/background/driver/request-holds.ts';
import { fakeStorage } from '../../../fakes/chrome.ts';

const judged = { free: false, version: 'v1' };

function setUp(session = fakeStorage()) {
  const holds = new Map<number, RequestHold>();
  const asked: string[] = [];
  const blocked: unknown[] = [];
  const state = { reachable: true, covers: 'origin' as 'origin' | 'url' };
  const guard = new HopGuard({
    session,
    async ask({ to }) {
      if (!state.reachable) throw new Error('nobody there');
      asked.push(to);
      return { allowed: !to.includes('evil'), reason: 'no', version: 'v1', covers: state.covers };
    },
    async hold(tabId, hold) {
      holds.set(tabId, hold);
      return async () => void holds.delete(tabId);
    },
    mainFrame: async () => 'MAIN',
    urlOf: () => 'https://a.test/now',
    onBlocked: (tabId, hop) => void blocked.push([tabId, hop]),
  });
  const document = async (url: string, more: object = {}) =>
    holds.get(7)?.onPaused?.({
      ...{ requestId: url, sessionId: undefined, frameId: 'MAIN', resourceType: 'Document' },
      request: { url, method: 'GET', headers: {} },
      ...more,
    });
  return { guard, holds, asked, blocked, state, document };
}

test('where everything may be opened nothing is held back and nobody asked', async () => {
  const { guard, holds, asked } = setUp();
  guard.begin('c', { free: true, version: 'v1' }, 'https://a.test/');
  await guard.guard(7, 'c');
  expect(holds.size).toBe(0);
  expect(await guard.judge('c', '', 'https://evil.test/')).toMatchObject({ allowed: true });
  expect(asked).toEqual([]);
});

test('rules that change to free let go, and rules that change from free hold', async () => {
  const { guard, holds } = setUp();
  guard.begin('c', judged, undefined);
  await guard.guard(7, 'c');
  expect([...holds.keys()]).toEqual([7]);
  guard.begin('c', { free: true, version: 'v2' }, undefined);
  await guard.guard(7, 'c');
  expect(holds.size).toBe(0);
  guard.begin('c', judged, undefined);
  await guard.guard(7, 'c');
  expect(holds.size).toBe(1);
});

test('an origin is asked about once, a denied one each time, and what was judged for the act not at all', async () => {
  const { guard, asked, document, blocked } = setUp();
  guard.begin('c', judged, 'https://known.test/x');
  await guard.guard(7, 'c');
  expect(await document('https://known.test/y')).toBeNull();
  expect(await document('https://a.test/1')).toBeNull();
  expect(await document('https://a.test/2')).toBeNull();
  for (let time = 0; time < 2; time += 1)
    expect(await document('https://evil.test/')).toEqual({ kind: 'fail' });
  expect(asked).toEqual(['https://a.test/1', 'https://evil.test/', 'https://evil.test/']);
  expect(blocked[0]).toEqual([7, { from: 'https://a.test/now', to: 'https://evil.test/', reason: 'no' }]);
});

test('another port, scheme or version of the rules is another question', async () => {
  const { guard, asked, document } = setUp();
  guard.begin('c', judged, 'https://a.test/');
  await guard.guard(7, 'c');
  await document('http://a.test/');
  await document('https://a.test:8443/');
  guard.begin('c', { free: false, version: 'v2' }, undefined);
  await document('https://a.test/');
  expect(asked).toEqual(['http://a.test/', 'https://a.test:8443/', 'https://a.test/']);
});

test('rules that look at the path have each address judged', async () => {
  const { guard, asked, document, state } = setUp();
  state.covers = 'url';
  guard.begin('c', judged, undefined);
  await guard.guard(7, 'c');
  for (const path of ['1', '1', '2']) await document(`https://a.test/${path}`);
  expect(asked).toEqual(['https://a.test/1', 'https://a.test/2']);
});

test('a redirect is told from where it came', async () => {
  const { guard, document, blocked } = setUp();
  guard.begin('c', judged, undefined);
  await guard.guard(7, 'c');
  await document('https://a.test/away');
  await document('https://evil.test/', { redirectedRequestId: 'https://a.test/away' });
  expect(blocked).toMatchObject([[7, { from: 'https://a.test/away', to: 'https://evil.test/' }]]);
});

test('without a word from the authority nothing is opened', async () => {
  const { guard, document, state } = setUp();
  state.reachable = false;
  guard.begin('c', judged, undefined);
  await guard.guard(7, 'c');
  expect(await document('https://a.test/')).toEqual({ kind: 'fail' });
});

test('documents of inner frames and answers are not held', async () => {
  const { guard, document, asked } = setUp();
  guard.begin('c', judged, undefined);
  await guard.guard(7, 'c');
  expect(await document('https://evil.test/', { frameId: 'INNER' })).toBeNull();
  expect(await document('https://evil.test/', { responseStatusCode: 200 })).toBeNull();
  expect(asked).toEqual([]);
});

test('a new worker guards what the one before it guarded', async () => {
  const session = fakeStorage();
  const before = setUp(session);
  before.guard.begin('c', judged, undefined);
  await before.guard.guard(7, 'c');
  const after = setUp(session);
  await after.guard.load();
  expect(await after.document('https://evil.test/')).toEqual({ kind: 'fail' });
  await after.guard.release(7);
  const last = setUp(session);
  await last.guard.load();
  expect(last.holds.size).toBe(0);
});
