import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { onTestFinished } from 'vitest';
import type { FilePlace } from '../../../native-host/files/save-file.ts';
import { openDatabase } from '../../../native-host/io/database.ts';

export type TestPlace = FilePlace & {
  readonly root: string;
  readonly runsFolder: string;
  readonly downloads: string;
};

export const testRunId = '20260630-101500-0badcafe';

/** A folder of a test's own with database, home and one run; gone when the test is over. */
export function testPlace(): TestPlace {
  const root = mkdtempSync(join(tmpdir(), 'localagent-files-'));
  const runsFolder = join(root, 'runs');
  const runFolder = join(runsFolder, testRunId);
  const downloads = join(runFolder, 'downloads');
  mkdirSync(downloads, { recursive: true });
  const home = join(root, 'home');
  mkdirSync(home);
  const database: DatabaseSync = openDatabase(join(root, 'localagent.db'));
  onTestFinished(() => {
    database.close();
    rmSync(root, { recursive: true });
  });
  let at = Date.parse('2026-06-30T10:15:00Z');
  const now = (): number => {
    at += 1000;
    return at;
  };
  return { root, runsFolder, downloads, database, run_id: testRunId, runFolder, home, now };
}
