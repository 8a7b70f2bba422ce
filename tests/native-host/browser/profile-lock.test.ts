import { mkdirSync, symlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lockProfile } from '../../../native-host/browser/profile-lock.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';

const newProfile = (): string => join(temporaryFolder(), 'profiles', 'work');

test('a profile is locked until it is released', () => {
  const folder = newProfile();
  const first = lockProfile(folder, 'work');
  if (!first.ok) throw new Error(first.fault.message);
  expect(lockProfile(folder, 'work')).toMatchObject({
    ok: false,
    fault: { message: expect.stringContaining('"work"') },
  });
  first.value.release();
  const second = lockProfile(folder, 'work');
  expect(second.ok).toBe(true);
  if (second.ok) second.value.release();
});

test('a browser that somebody else started in it counts, one that crashed does not', () => {
  const folder = newProfile();
  mkdirSync(folder, { recursive: true });
  symlinkSync(`${hostname()}-${process.pid}`, join(folder, 'SingletonLock'));
  expect(lockProfile(folder, 'work').ok).toBe(false);
  const crashed = newProfile();
  mkdirSync(crashed, { recursive: true });
  symlinkSync(`${hostname()}-999999999`, join(crashed, 'SingletonLock'));
  const lock = lockProfile(crashed, 'work');
  expect(lock.ok).toBe(true);
  if (lock.ok) lock.value.release();
});
