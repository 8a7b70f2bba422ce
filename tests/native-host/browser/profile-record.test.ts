import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  checkedProfileName,
  isLoginTooOld,
  ProfileManner,
  readProfileRecord,
  removeProfileRecord,
  unrecorded,
  writeProfileRecord,
} from '../../../native-host/browser/profile-record.ts';
import { ok } from '../../../shared/faults.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';

test('a record is kept beside the profile, and none says that nothing is fixed', () => {
  const folder = join(temporaryFolder(), 'invoices');
  expect(readProfileRecord(folder)).toEqual(ok(unrecorded));
  const record = { ...unrecorded, locale: 'de-DE', viewport: { width: 1280, height: 800 } };
  writeProfileRecord(folder, record);
  expect(readProfileRecord(folder)).toEqual(ok(record));
  removeProfileRecord(folder);
  expect(readProfileRecord(folder)).toEqual(ok(unrecorded));
});

test('a broken record is told and never taken for none', () => {
  const folder = join(temporaryFolder(), 'invoices');
  mkdirSync(folder);
  for (const text of ['{', '{"schema":"localagent.profile/1","signed_in_at":"yesterday"}']) {
    writeFileSync(`${folder}.record.json`, text);
    expect(readProfileRecord(folder)).toMatchObject({ ok: false, fault: { code: 'bad-arguments' } });
  }
});

test.each([
  ['de-DE', 'Europe/Berlin', { width: 1280, height: 800 }, true],
  [null, null, null, true],
  ['german', null, null, false],
  ['de-de', null, null, false],
  [null, 'Europe/Atlantis', null, false],
  [null, null, { width: 100, height: 800 }, false],
])('language %s, zone %s and size %o can be fixed: %s', (locale, time_zone, viewport, fits) => {
  expect(ProfileManner.safeParse({ locale, time_zone, viewport }).success).toBe(fits);
});

test.each(['invoices', 'jobs-2', 'a.b_c'])('%s is a name', (name) => {
  expect(checkedProfileName(name)).toEqual(ok(name));
});
test.each(['', '..', '../x', 'A', 'a b', '-a', 'x.lock', 'x.json', 'a'.repeat(61)])(
  '"%s" is none',
  (name) => {
    expect(checkedProfileName(name).ok).toBe(false);
  },
);

test('a log-in is too old after its days, and never without one or without a limit', () => {
  const now = Date.parse('2026-06-30T12:00:00Z');
  const at = (signed_in_at: string | null, days: number | null) => isLoginTooOld({ signed_in_at }, days, now);
  expect(at('2026-06-23T12:00:00Z', 7)).toBe(false);
  expect(at('2026-06-23T11:59:59Z', 7)).toBe(true);
  expect(at('2020-01-01T00:00:00Z', null)).toBe(false);
  expect(at(null, 7)).toBe(false);
});
