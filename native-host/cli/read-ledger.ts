import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from '../io/start-error.ts';
import { LedgerLine } from './ledger/documents.ts';

const busyMs = 5_000;
const sql = `select ${Object.keys(LedgerLine.shape).join(', ')} from ledger
  where (?1 is null or run_id = ?1) order by seq desc limit ?2`;

/** The last rows of the ledger, oldest first, read beside the authority that writes them. */
export function readLedger(
  file: string,
  query: Readonly<{ runId: string | null; limit: number }>,
): readonly LedgerLine[] {
  if (!existsSync(file)) return [];
  let database: DatabaseSync | null = null;
  try {
    database = new DatabaseSync(file, { readOnly: true, timeout: busyMs });
    return database
      .prepare(sql)
      .all(query.runId, query.limit)
      .map((row) => LedgerLine.parse(row))
      .reverse();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new StartError(`The ledger cannot be read: ${why}.`, file, 'Run: localagent ledger verify');
  } finally {
    database?.close();
  }
}
