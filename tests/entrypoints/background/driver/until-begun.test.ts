import { expect, test } from 'vitest';
import { TabEvents } from '../../../../entrypoints/background/driver/tab-events.ts';
import { untilBegun } from '../../../../entrypoints/background/driver/until-begun.ts';

const longMs = 60_000;
const committed = {
  type: 'committed',
  url: 'https://a.example/',
  documentId: 'd',
  sameDocument: false,
} as const;

test('a page that is on its way is waited for', async () => {
  const events = new TabEvents();
  let over = false;
  const waiting = untilBegun(events, 7, async () => ({ status: 'loading', url: '' }), longMs).then(() => {
    over = true;
  });
  await Promise.resolve();
  expect(over).toBe(false);
  events.emit(7, committed);
  await waiting;
});

test('what commits while it is looked at is not missed', async () => {
  const events = new TabEvents();
  const look = async () => {
    events.emit(7, committed);
    return { status: 'loading', url: 'about:blank' };
  };
  await untilBegun(events, 7, look, longMs);
});

test.each([
  { status: 'complete', url: 'about:blank' },
  { status: 'loading', url: 'https://a.example/' },
])('a page that is there is not waited for: $status $url', async (tab) => {
  await untilBegun(new TabEvents(), 7, async () => tab, longMs);
});

test('one that never begins, and one that is gone, are left to the call', async () => {
  await untilBegun(new TabEvents(), 7, async () => ({ status: 'loading', url: '' }), 1);
  await untilBegun(new TabEvents(), 7, () => Promise.reject(new Error('No tab with id: 7')), longMs);
});
