import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CronStore, nextOf } from '../../../native-host/cron/cron-store.ts';
import { closeDatabase, openDatabase } from '../../../native-host/io/database.ts';
import type { CronEntry } from '../../../shared/protocol/cron-messages.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';

const at = (text: string): number => Date.parse(text);
const added = at('2026-06-01T00:30:00Z');
const hourly: CronEntry = {
  id: 'hourly',
  schedule: '0 * * * *',
  zone: 'UTC',
  template: 'x',
  parameters: {},
  budget: {},
  missed: 'once',
};
const never = (): boolean => false;
const nowhere = (): void => undefined;

function within(work: (store: CronStore, other: CronStore) => void): void {
  const file = join(temporaryFolder(), 'localagent.db');
  const [database, second] = [openDatabase(file), openDatabase(file)];
  try {
    work(new CronStore(database), new CronStore(second));
  } finally {
    closeDatabase(second);
    closeDatabase(database);
  }
}

test('an instant is taken once, by whoever looks first', () =>
  within((store, other) => {
    expect(store.add(hourly, added)).toBe(true);
    expect(store.add(hourly, added)).toBe(false);
    expect(store.take(at('2026-06-01T00:59:59Z'), never, nowhere)).toEqual([]);
    const due = { entry: hourly, at: at('2026-06-01T01:00:00Z'), missed: 0 };
    expect(store.take(at('2026-06-01T01:00:00Z'), never, nowhere)).toEqual([due]);
    expect(other.take(at('2026-06-01T01:00:01Z'), never, nowhere)).toEqual([]);
    expect(store.take(at('2026-06-01T01:59:59Z'), never, nowhere)).toEqual([]);
  }));

test('after a long sleep it runs once, and tells how often it did not', () =>
  within((store) => {
    store.add(hourly, added);
    store.add({ ...hourly, id: 'skipping', missed: 'skip' }, added);
    expect(store.take(at('2026-06-04T00:30:00Z'), never, nowhere)).toEqual([
      { entry: hourly, at: at('2026-06-04T00:00:00Z'), missed: 71 },
      { entry: { ...hourly, id: 'skipping', missed: 'skip' }, at: null, missed: 72 },
    ]);
    expect(store.take(at('2026-06-04T00:30:01Z'), never, nowhere)).toEqual([]);
  }));

test('an instant whose run before still goes on counts as missed', () =>
  within((store) => {
    store.add(hourly, added);
    expect(store.take(at('2026-06-01T01:00:00Z'), () => true, nowhere)).toEqual([
      { entry: hourly, at: null, missed: 1 },
    ]);
    expect(store.take(at('2026-06-01T02:00:00Z'), never, nowhere)).toMatchObject([
      { at: at('2026-06-01T02:00:00Z') },
    ]);
  }));

test('a pause is neither made up for nor missed; what is removed is gone', () =>
  within((store) => {
    store.add(hourly, added);
    expect(store.pause('hourly', true, at('2026-06-01T00:45:00Z'))).toBe(true);
    expect(store.take(at('2026-06-02T00:00:00Z'), never, nowhere)).toEqual([]);
    store.pause('hourly', false, at('2026-06-02T00:10:00Z'));
    expect(store.take(at('2026-06-02T00:20:00Z'), never, nowhere)).toEqual([]);
    const [stored] = store.list();
    if (stored === undefined) throw new Error('no entry');
    expect(nextOf(stored, at('2026-06-02T00:20:00Z'))).toBe(at('2026-06-02T01:00:00Z'));
    expect(store.remove('hourly')).toBe(true);
    expect(store.remove('hourly')).toBe(false);
    expect(store.pause('hourly', true, added)).toBe(false);
  }));

test('an instant is kept before it counts as decided, so a crash in between keeps it once more', () =>
  within((store) => {
    store.add(hourly, added);
    const now = at('2026-06-01T01:00:00Z');
    const crash = (): never => {
      throw new Error('killed');
    };
    expect(() => store.take(now, never, crash)).toThrow('killed');
    const kept: string[] = [];
    store.take(now + 1_000, never, (id, instant) => kept.push(`${id} ${new Date(instant).toISOString()}`));
    expect(kept).toEqual(['hourly 2026-06-01T01:00:00.000Z']);
  }));

test('a clock that was years ahead for a while silences nothing', () =>
  within((store) => {
    store.add(hourly, added);
    store.take(at('2031-01-01T00:00:00Z'), never, nowhere);
    expect(store.take(at('2026-06-01T00:59:00Z'), never, nowhere)).toEqual([]);
    expect(store.take(at('2026-06-01T01:00:00Z'), never, nowhere)).toMatchObject([
      { at: at('2026-06-01T01:00:00Z'), missed: 0 },
    ]);
  }));
