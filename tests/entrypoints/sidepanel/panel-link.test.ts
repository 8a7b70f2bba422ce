import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openPanelLink } from '../../../entrypoints/sidepanel/panel-link.ts';
import type { PanelEvent } from '../../../entrypoints/sidepanel/panel-state.ts';
import type { Port } from '../../../shared/protocol/port.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The worker's end of the panel's line: says what it is told to, notes what it hears, and can go away. */
function fakeWorker() {
  const heard: unknown[] = [];
  const events: PanelEvent[] = [];
  let say: (message: unknown) => void = () => {};
  let end: (reason: string) => void = () => {};
  let opened = 0;
  let refuses = false;
  const connect = (): Port => {
    if (refuses) throw new Error('The extension is being updated.');
    opened += 1;
    return {
      send: (message) => void heard.push(message),
      onMessage: (callback) => {
        say = callback;
      },
      onClose: (callback) => {
        end = callback;
      },
      close: () => {},
    };
  };
  return {
    heard,
    events,
    link: openPanelLink(connect, (event) => events.push(event)),
    say: (message: unknown) => say(message),
    die: () => end('The worker ended.'),
    refuse: (value: boolean) => {
      refuses = value;
    },
    opened: () => opened,
  };
}

const types = (events: readonly PanelEvent[]) => events.map((event) => event.type);

test('a request goes out as an envelope and its answer comes back parsed', async () => {
  const worker = fakeWorker();
  const answer = worker.link.call('secret.list', {});
  expect(worker.heard).toEqual([{ type: 'request', id: 1, method: 'secret.list', params: {} }]);
  worker.say({ type: 'response', id: 1, result: { secrets: [] } });
  expect(await answer).toEqual({ ok: true, value: { secrets: [] } });
});

test('events of the host and of the worker arrive as panel events', () => {
  const worker = fakeWorker();
  worker.say({
    type: 'event',
    name: 'host.status',
    params: { state: 'connected', sentence: '', remedy: '' },
  });
  worker.say({ type: 'event', name: 'status.changed', params: {} });
  expect(types(worker.events)).toEqual(['link.opened', 'host.reported', 'status.outdated']);
});

test('junk is dropped', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const worker = fakeWorker();
  worker.say({
    type: 'event',
    name: 'host.status',
    params: { state: 'wonderful', sentence: '', remedy: '' },
  });
  worker.say('junk');
  expect(types(worker.events)).toEqual(['link.opened']);
  warn.mockRestore();
});

test('a line that ends with the worker is made anew', async () => {
  const worker = fakeWorker();
  const answer = worker.link.call('secret.list', {});
  worker.die();
  expect(await answer).toMatchObject({ ok: false, fault: { code: 'browser-gone' } });
  await vi.advanceTimersByTimeAsync(200);
  expect(types(worker.events)).toEqual(['link.opened', 'link.lost', 'link.opened']);
  expect(worker.opened()).toBe(2);
});

test('while Chrome refuses a line, the waits grow and have a limit', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const worker = fakeWorker();
  worker.refuse(true);
  worker.die();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(warn.mock.calls.length).toBeGreaterThan(10);
  expect(warn.mock.calls.length).toBeLessThan(20);
  worker.refuse(false);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(worker.opened()).toBe(2);
  warn.mockRestore();
});

test('Try again tells the worker', () => {
  const worker = fakeWorker();
  worker.link.retry();
  expect(worker.heard).toEqual([{ type: 'event', name: 'host.retry', params: {} }]);
});
