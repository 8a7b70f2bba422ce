import { readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { failed, fault, ok, type Result } from '../../shared/faults.ts';
import { type ProcessLock, tryProcessLock } from '../io/process-lock.ts';

// A browser profile serves one browser at a time. Its lock lies beside the profile's folder.

/** Takes the lock of `folder` (the profile's user data folder), or says who has it. */
export function lockProfile(folder: string, name: string): Result<ProcessLock> {
  const lock = tryProcessLock(`${folder}.lock`);
  if (lock === null) return failed(inUse(name));
  if (browserHolds(folder)) {
    lock.release();
    return failed(inUse(name));
  }
  return ok(lock);
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
