import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TabEvents } from '../../../../entrypoints/background/driver/tab-events.ts';
import { createWatch } from '../../../../entrypoints/background/driver/watch.ts';
import type { PageInfo } from '../../../../shared/actions.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const info: PageInfo = {
  page: 't9',
  url: 'https://a.example/new',
  title: '',
  origin: 'https://a.example',
  document_id: 'D',
  active: true,
  owned: true,
};

function watching() {
  const events = new TabEvents();
  const log: string[] = [];
  const infos = new Map<number, PageInfo>();
  const watch = createWatch({
    subscribe: (listener) => events.on(1, listener),
    holdNetwork: () => {
      log.push('listening');
      return () => log.push('not listening');
    },
    infoOf: (tabId) => infos.get(tabId) ?? null,
    nextFrame: async () => void log.push('frame'),
  });
  const settledAfter = async (deadlineMs = 10_000) => {
    const begun = Date.now();
    const settled = watch.settle(begun + deadlineMs).then((caused) => ({ caused, ms: Date.now() - begun }));
    return settled;
  };
  return { events, log, infos, watch, settledAfter };
}
const at = (ms: number, work: () => void) => void setTimeout(work, ms);
const committed = {
  type: 'committed',
  url: 'https://a.example/2',
  documentId: 'D2',
  sameDocument: false,
} as const;

test('an act that sets nothing off costs less than a tenth of a second, and ends with a frame', async () => {
  const { settledAfter, log } = watching();
  const settled = settledAfter();
  await vi.runAllTimersAsync();
  const { caused, ms } = await settled;
  expect(caused).toEqual({ navigated: false, opened: [], dialog: null, download: null });
  expect(ms).toBeLessThan(100);
  expect(log).toContain('frame');
  expect(log.at(-1)).toBe('not listening');
});

test('a navigation is waited for until its document can be used', async () => {
  const { events, settledAfter } = watching();
  at(20, () => events.emit(1, { type: 'navigation-started', url: 'https://a.example/2' }));
  at(700, () => events.emit(1, committed));
  at(900, () => events.emit(1, { type: 'dom-ready' }));
  const settled = settledAfter();
  await vi.runAllTimersAsync();
  const { caused, ms } = await settled;
  expect(caused.navigated).toBe(true);
  expect(ms).toBeGreaterThanOrEqual(900);
  expect(ms).toBeLessThan(1_100);
});

test('a navigation that turns out to be nothing is not waited for', async () => {
  const { events, settledAfter } = watching();
  at(5, () => events.emit(1, { type: 'navigation-started', url: 'https://a.example/file' }));
  at(50, () => events.emit(1, { type: 'download-begun', guid: 'g', url: 'u', filename: 'f' }));
  at(60, () => events.emit(1, { type: 'navigation-failed', error: 'net::ERR_ABORTED', url: '' }));
  const settled = settledAfter();
  await vi.runAllTimersAsync();
  const { caused, ms } = await settled;
  expect(caused.navigated).toBe(false);
  expect(caused.download).toEqual({ id: 'g', url: 'u', filename: 'f' });
  expect(ms).toBeLessThan(200);
});

test('requests are waited for, one leading to the next, but pictures and streams are not', async () => {
  const { events, settledAfter } = watching();
  at(1, () => events.emit(1, { type: 'request-started', id: 'a', kind: 'Fetch' }));
  at(1, () => events.emit(1, { type: 'request-started', id: 'p', kind: 'Image' }));
  at(1, () => events.emit(1, { type: 'request-started', id: 's', kind: 'EventSource' }));
  at(300, () => events.emit(1, { type: 'request-ended', id: 'a' }));
  at(310, () => events.emit(1, { type: 'request-started', id: 'b', kind: 'XHR' }));
  at(500, () => events.emit(1, { type: 'request-ended', id: 'b' }));
  const settled = settledAfter();
  await vi.runAllTimersAsync();
  const { ms } = await settled;
  expect(ms).toBeGreaterThanOrEqual(500);
  expect(ms).toBeLessThan(600);
});

test('a request that never ends holds the act for two seconds', async () => {
  const { events, settledAfter } = watching();
  at(1, () => events.emit(1, { type: 'request-started', id: 'a', kind: 'Fetch' }));
  const settled = settledAfter();
  await vi.runAllTimersAsync();
  const { ms } = await settled;
  expect(ms).toBeGreaterThanOrEqual(2_000);
  expect(ms).toBeLessThan(2_300);
});

test('a dialog ends the wait at once, without a frame that could not come', async () => {
  const { events, settledAfter, log } = watching();
  at(3, () => events.emit(1, { type: 'dialog-opened', dialog: { kind: 'alert', message: 'hi' } }));
  const settled = settledAfter();
  await vi.runAllTimersAsync();
  const { caused, ms } = await settled;
  expect(caused.dialog).toEqual({ kind: 'alert', message: 'hi' });
  expect(ms).toBeLessThan(20);
  expect(log).not.toContain('frame');
});

test('a window that was asked for is told with its address', async () => {
  const { events, settledAfter, infos } = watching();
  at(2, () => events.emit(1, { type: 'opening', url: 'https://a.example/new' }));
  at(200, () => events.emit(1, { type: 'opened', tabId: 9 }));
  at(260, () => void infos.set(9, info));
  const settled = settledAfter();
  await vi.runAllTimersAsync();
  expect((await settled).caused.opened).toEqual([info]);
});

test('the deadline holds whatever the page does', async () => {
  const { events, settledAfter } = watching();
  at(1, () => events.emit(1, { type: 'navigation-started', url: 'https://a.example/hangs' }));
  const settled = settledAfter(1_000);
  await vi.runAllTimersAsync();
  expect((await settled).ms).toBeLessThan(1_300);
});
