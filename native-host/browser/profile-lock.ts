import { mkdirSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { failed, fault, ok, type Result } from '../../shared/faults.ts';

// A browser profile serves one browser at a time. The lock is an exclusive SQLite transaction beside the profile's
// folder: the end of the process that holds it releases it, however that process ends.

export interface ProfileLock {
  release(): void;
}

/** Takes the lock of `folder` (the profile's user data folder), or says who has it. */
export function lockProfile(folder: string, name: string): Result<ProfileLock> {
  mkdirSync(dirname(folder), { recursive: true, mode: 0o700 });
  const database = new DatabaseSync(`${folder}.lock`, { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (error instanceof Error && /locked|busy/i.test(error.message)) return failed(inUse(name));
    throw error;
  }
  if (browserHolds(folder)) {
    database.close();
    return failed(inUse(name));
  }
  return ok({ release: () => database.close() });
}

function inUse(name: string) {
  return fault(
    'browser-gone',
    `The profile "${name}" is open in another browser already.`,
    'Wait until that run has ended or close that browser, or name another profile with --profile.',
    { in_use: true },
  );
}

// Chromium marks a profile in use by a link named after machine and process. A link whose process is gone was left by
// a crash, and Chromium itself takes it over.
function browserHolds(folder: string): boolean {
  let target: string;
  try {
    target = readlinkSync(join(folder, 'SingletonLock'));
  } catch {
    return false;
  }
  const match = /^(.*)-(\d+)$/.exec(target);
  if (match === null || match[1] !== hostname()) return false;
  try {
    process.kill(Number(match[2]), 0);
    return true;
  } catch {
    return false;
  }
}
