import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export interface ProcessLock {
  release(): void;
}

/**
 * Takes the lock that a file stands for, or null when another holder has it. It is an exclusive SQLite transaction: the end
 * of the process that holds it releases it, however that process ends.
 */
export function tryProcessLock(file: string): ProcessLock | null {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
    return { release: () => database.close() };
  } catch (error) {
    database.close();
    if (error instanceof Error && /locked|busy/i.test(error.message)) return null;
    throw error;
  }
}
