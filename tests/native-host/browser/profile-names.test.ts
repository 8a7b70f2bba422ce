import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { StoredProfileNames } from '../../../native-host/browser/profile-names.ts';

function names() {
  const database = new DatabaseSync(':memory:');
  database.exec(`create table profiles (profile_id text primary key, name text not null unique,
    browser_name text not null, last_seen text not null) strict`);
  const stored = new StoredProfileNames(database, () => new Date('2026-01-02T03:04:05Z'));
  return (
    profile_id: string,
    hint: string | null = null,
    connected: string[] = [],
    browser_name = 'Chromium',
  ) => stored.nameFor({ profile_id, hint, browser_name, connected: new Set(connected) });
}

test('a profile has one name for good, and no two share one', () => {
  const nameFor = names();
  expect(nameFor('a')).toBe('chromium');
  expect(nameFor('b')).toBe('chromium-2');
  expect(nameFor('c', null, [], 'Google Chrome')).toBe('google-chrome');
  expect([nameFor('a'), nameFor('b'), nameFor('c')]).toEqual(['chromium', 'chromium-2', 'google-chrome']);
});

test('a profile that was launched under a name has it, also when the profile was made anew', () => {
  const nameFor = names();
  expect(nameFor('a', 'invoices')).toBe('invoices');
  expect(nameFor('a')).toBe('invoices');
  expect(nameFor('b', 'invoices')).toBe('invoices');
  expect(nameFor('a')).toBe('chromium');
  expect(nameFor('a', 'renamed')).toBe('renamed');
});

test('a name is not taken from a profile that is connected', () => {
  const nameFor = names();
  nameFor('a', 'work');
  expect(nameFor('b', 'work', ['work'])).toBe('work-2');
  expect(nameFor('a', 'work', ['work-2'])).toBe('work');
});

test('a name needs no quotes anywhere', () => {
  const nameFor = names();
  expect(nameFor('a', '../../etc/Päss "x"')).toBe('etc-pa-ss-x');
  expect(nameFor('b', '--help')).toBe('help');
  expect(nameFor('c', '日本', [], '日本')).toBe('browser');
  expect(nameFor('d', 'x'.repeat(500))).toHaveLength(60);
});
