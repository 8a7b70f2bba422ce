import { expect, test } from 'vitest';
import type { StoredEntry } from '../../../native-host/cron/cron-store.ts';
import { instantOf, keyStart, readInstant, sortInstants } from '../../../native-host/cron/instants.ts';

const at = (text: string): number => Date.parse(text);
const now = at('2026-06-04T10:00:30Z');
const stored = (id: string, more: Partial<StoredEntry> & { missed?: 'once' | 'skip' } = {}): StoredEntry => ({
  entry: {
    id,
    schedule: '0 * * * *',
    zone: 'UTC',
    template: 'x',
    parameters: {},
    budget: {},
    missed: more.missed ?? 'once',
  },
  paused: more.paused ?? false,
  createdAt: 0,
  decidedUntil: now,
});
const keysOf = (list: readonly { readonly key: string }[]): readonly string[] => list.map(({ key }) => key);

test('a key says which instant of which entry, and other keys are none', () => {
  const instant = instantOf('monthly', now);
  expect(instant.key.startsWith(keyStart('monthly'))).toBe(true);
  expect(readInstant(instant.key)).toEqual(instant);
  expect(readInstant('monthly@now')).toBeNull();
  expect(readInstant('monthly')).toBeNull();
});

test('of an entry the newest instant stands for all, and entries come by how long they are due', () => {
  const [eight, nine] = [
    instantOf('a', at('2026-06-04T08:00:00Z')),
    instantOf('a', at('2026-06-04T09:00:00Z')),
  ];
  const other = instantOf('b', at('2026-06-04T07:00:00Z'));
  const sorted = sortInstants([nine, eight, other], [stored('a'), stored('b')], now);
  expect(keysOf(sorted.due)).toEqual([other.key, nine.key]);
  expect(keysOf(sorted.missed)).toEqual([eight.key]);
  expect(sorted.over).toEqual([]);
});

test('what is late is missed where its entry says so; of what is paused or gone nothing is due', () => {
  const late = instantOf('skipping', at('2026-06-04T09:00:00Z'));
  const soon = instantOf('prompt', at('2026-06-04T10:00:00Z'));
  const [paused, gone] = [instantOf('paused', now), instantOf('gone', now)];
  const entries = [stored('skipping', { missed: 'skip' }), stored('prompt', { missed: 'skip' })];
  const sorted = sortInstants(
    [late, soon, paused, gone],
    [...entries, stored('paused', { paused: true })],
    now,
  );
  expect(keysOf(sorted.due)).toEqual([soon.key]);
  expect(keysOf(sorted.missed)).toEqual([late.key]);
  expect(keysOf(sorted.over)).toEqual([paused.key, gone.key]);
});
