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
      return () => {
        if (log.at(-1) !== 'not listening') log.push('not listening');
      };
    },
    infoOf: (tabId) => infos.get(tabId) ?? null,
    nextFrame: () => new Promise((drawn) => setTimeout(() => drawn(void log.push('frame')), 16)),
    fence: async () => void log.push('fence'),
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

test('an act that sets nothing off costs one frame and a word from the page', async () => {
  const { settledAfter, log } = watching();
  const settled = settledAfter();
  await vi.runAllTimersAsync();
  const { caused, ms } = await settled;
  expect(caused).toEqual({ navigated: false, opened: [], dialog: null, download: null });
  expect(ms).toBeLessThan(20);
  expect(log).toEqual(['listening', 'frame', 'fence', 'not listening']);
});

test('what has been told once is told again without waiting', async () => {
  const { events, settledAfter, watch } = watching();
  at(1, () => events.emit(1, committed));
  at(5, () => events.emit(1, { type: 'loaded' }));
  const settled = settledAfter();
  await vi.runAllTimersAsync();
  const { caused } = await settled;
  expect(await watch.settle(0)).toEqual(caused);
  expect(watch.stop()).toEqual(caused);
});

test('a navigation that is only asked for is waited for, unless it is dropped', async () => {
  const asked = { type: 'navigation-asked', frame: 'F', url: 'https://a.example/2' } as const;
  const going = watching();
  at(5, () => going.events.emit(1, asked));
  at(200, () => going.events.emit(1, { type: 'navigation-started', url: 'https://a.example/2' }));
  at(300, () => going.events.emit(1, committed));
  at(400, () => going.events.emit(1, { type: 'dom-ready' }));
  const settled = going.settledAfter();
  await vi.runAllTimersAsync();
  expect((await settled).caused.navigated).toBe(true);

  const dropped = watching();
  at(5, () => dropped.events.emit(1, asked));
  at(10, () => dropped.events.emit(1, { type: 'navigation-cleared', frame: 'F' }));
  const still = dropped.settledAfter();
  await vi.runAllTimersAsync();
  expect((await still).ms).toBeLessThan(120);

  const script = watching();
  at(5, () => script.events.emit(1, { ...asked, url: 'javascript:void 0' }));
  const none = script.settledAfter();
  await vi.runAllTimersAsync();
  expect((await none).ms).toBeLessThan(20);
});

test('a navigation is waited for until its document can be used', async () => {
  const { events, settledAfter } = watching();
  at(10, () => events.emit(1, { type: 'navigation-started', url: 'https://a.example/2' }));
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

test('a dialog ends the wait at once, before a frame that could not come', async () => {
  const { events, settledAfter } = watching();
  at(3, () => events.emit(1, { type: 'dialog-opened', dialog: { kind: 'alert', message: 'hi' }, given: '' }));
  const settled = settledAfter();
  await vi.runAllTimersAsync();
  const { caused, ms } = await settled;
  expect(caused.dialog).toEqual({ kind: 'alert', message: 'hi' });
  expect(ms).toBeLessThan(10);
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

test('a window that came before the first frame is waited for until it has its address', async () => {
  const { events, infos, settledAfter } = watching();
  infos.set(9, { ...info, url: '' });
  events.emit(1, { type: 'opening', url: 'https://a.example/new' });
  events.emit(1, { type: 'opened', tabId: 9 });
  const settled = settledAfter();
  at(120, () => infos.set(9, info));
  await vi.runAllTimersAsync();
  expect((await settled).caused.opened).toEqual([info]);
});

test('a drawn page is not waited for again, until there is further input', async () => {
  const drawn = watching();
  drawn.watch.noteDrawn();
  const settled = drawn.settledAfter();
  await vi.runAllTimersAsync();
  await settled;
  expect(drawn.log).toEqual(['listening', 'fence', 'not listening']);
  const again = watching();
  again.watch.noteDrawn();
  again.watch.noteInput();
  const later = again.settledAfter();
  await vi.runAllTimersAsync();
  await later;
  expect(again.log).toContain('frame');
});

test('the deadline holds whatever the page does', async () => {
  const { events, settledAfter } = watching();
  at(1, () => events.emit(1, { type: 'navigation-started', url: 'https://a.example/hangs' }));
  const settled = settledAfter(1_000);
  await vi.runAllTimersAsync();
  expect((await settled).ms).toBeLessThan(1_300);
});
