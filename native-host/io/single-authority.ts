import { closeSync, lstatSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from './start-error.ts';

// One authority per data folder. The lock is an exclusive transaction on a database of its own: the operating system
// gives it back when its holder ends in whatever way, so there is no stale lock to judge by process numbers.

/** What is held, so that it is never collected as garbage: a collected database is closed, and its lock given back. */
const held = new Set<DatabaseSync>();

/** Held by the authority for as long as it lives. */
export type AuthorityLock = { release(): void };

/**
 * Takes the lock, waiting at most `waitMs` for a holder that is about to end (the wait blocks this process, which has
 * nothing else to do then). Null when another process holds it. Throws `StartError` when the file cannot be used.
 */
export function lockAuthority(path: string, waitMs: number): AuthorityLock | null {
  makeLockFile(path);
  let database: DatabaseSync | null = null;
  try {
    database = new DatabaseSync(path, { timeout: waitMs, allowExtension: false });
    database.exec('begin exclusive');
  } catch (error) {
    database?.close();
    // SQLITE_BUSY is 5, in the low byte of its finer codes too.
    if (error instanceof Error && 'errcode' in error && Number(error.errcode) % 256 === 5) return null;
    const why = error instanceof Error ? error.message : String(error);
    throw new StartError(`The lock file cannot be used: ${why}.`, path, 'Remove the file and start again.');
  }
  const lock = database;
  held.add(lock);
  return {
    release() {
      held.delete(lock);
      if (lock.isOpen) lock.close();
    },
  };
}

// The file is looked at by path alone: opening and closing it in the process that holds the lock would drop the lock,
// as POSIX locks belong to the process and not to the descriptor.
function makeLockFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) {
      const why = error instanceof Error ? error.message : String(error);
      throw new StartError(
        `The lock file cannot be made: ${why}.`,
        path,
        'Make its folder writable for your user.',
      );
    }
  }
  if (lstatSync(path).isFile()) return;
  throw new StartError(
    'What lies in place of the lock file is no ordinary file.',
    path,
    'Remove it and start again.',
  );
}
