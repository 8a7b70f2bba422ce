import { closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

const waitMs = 5_000;

/**
 * Runs `write` while no other process does the same. The lock is an exclusive SQLite transaction on an empty
 * file: the system releases it when its holder ends, however that happens, so no stale lock is ever left.
 */
export function whileLocked<T>(lockPath: string, write: () => T): T {
  closeSync(openSync(lockPath, 'a', 0o600));
  const lock = new DatabaseSync(lockPath, { timeout: waitMs });
  try {
    lock.exec('begin exclusive');
    return write();
  } finally {
    lock.close();
  }
}
