import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LedgerCheckpoint } from '../../shared/ledger-checkpoint.ts';
import type { Anchor } from './anchor.ts';

const runsMax = 10_000;
const lineForm = /^Ledger: row (\d{1,15}), hash ([0-9a-f]{64})\.$/m;

/** The last line of a run's report: how the ledger stood when the run had ended. */
export function reportEndLine({ seq, hash }: LedgerCheckpoint): string {
  return `Ledger: row ${seq}, hash ${hash}.`;
}

/** What the reports in the runs' folders remember of the ledger. */
export function reportAnchors(runsFolder: string): Anchor[] {
  if (!existsSync(runsFolder)) return [];
  return readdirSync(runsFolder)
    .slice(0, runsMax)
    .flatMap((name) => {
      const where = join(runsFolder, name, 'report.md');
      const found = existsSync(where) ? lineForm.exec(readFileSync(where, 'utf8')) : null;
      const hash = found?.[2];
      return hash === undefined ? [] : [{ where, seq: Number(found?.[1]), hash, checkpoint: null }];
    });
}
