import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cloneProfile, isProfileInUse, removeProfile } from '../../../native-host/browser/profile-folders.ts';
import { lockProfile } from '../../../native-host/browser/profile-lock.ts';
import {
  readProfileRecord,
  unrecorded,
  writeProfileRecord,
} from '../../../native-host/browser/profile-record.ts';
import { extensionId } from '../../../shared/extension-id.ts';
import { ok } from '../../../shared/faults.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';

function withProfile(): string {
  const folder = join(temporaryFolder(), 'profiles');
  const inside = join(folder, 'work', 'Default');
  mkdirSync(join(inside, 'Local Extension Settings', extensionId), { recursive: true });
  mkdirSync(join(inside, 'Cache'));
  writeFileSync(join(inside, 'Cookies'), 'signed in');
  writeFileSync(join(inside, 'Local Extension Settings', extensionId, '1.log'), 'which profile this is');
  symlinkSync('gone-1', join(folder, 'work', 'SingletonLock'));
  writeProfileRecord(join(folder, 'work'), { ...unrecorded, locale: 'de-DE' });
  return folder;
}

test('a copy has log-ins and settings, and nothing by which it could be taken for its original', () => {
  const folder = withProfile();
  expect(cloneProfile(folder, 'work', 'copy')).toEqual(ok(null));
  const inside = join(folder, 'copy', 'Default');
  expect(readFileSync(join(inside, 'Cookies'), 'utf8')).toBe('signed in');
  expect(readProfileRecord(join(folder, 'copy'))).toMatchObject({ value: { locale: 'de-DE' } });
  expect(existsSync(join(inside, 'Local Extension Settings', extensionId))).toBe(false);
  expect(existsSync(join(inside, 'Cache'))).toBe(false);
  expect(existsSync(join(folder, 'copy', 'SingletonLock'))).toBe(false);
});

test('nothing is copied from where there is nothing, or onto what is there', () => {
  const folder = withProfile();
  expect(cloneProfile(folder, 'other', 'copy')).toMatchObject({ fault: { code: 'not-found' } });
  expect(cloneProfile(folder, 'work', 'work')).toMatchObject({ fault: { code: 'bad-arguments' } });
});

test('a profile that is in use is neither copied nor removed, and said so by name', () => {
  const folder = withProfile();
  const lock = lockProfile(join(folder, 'work'), 'work');
  if (!lock.ok) throw new Error(lock.fault.message);
  expect(isProfileInUse(folder, 'work')).toBe(true);
  const refused = { ok: false, fault: { message: expect.stringContaining('"work"') } };
  expect(cloneProfile(folder, 'work', 'copy')).toMatchObject(refused);
  expect(removeProfile(folder, 'work')).toMatchObject(refused);
  expect(existsSync(join(folder, 'copy'))).toBe(false);
  lock.value.release();
  expect(isProfileInUse(folder, 'work')).toBe(false);
});

test('what is removed is gone with its record, and cannot be removed again', () => {
  const folder = withProfile();
  expect(removeProfile(folder, 'work')).toEqual(ok(null));
  expect(existsSync(join(folder, 'work'))).toBe(false);
  expect(existsSync(join(folder, 'work.record.json'))).toBe(false);
  expect(removeProfile(folder, 'work')).toMatchObject({ fault: { code: 'not-found' } });
});
