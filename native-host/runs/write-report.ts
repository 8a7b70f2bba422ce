import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { RunView } from '../../shared/run.ts';
import { writeFileDurably } from '../io/write-file.ts';
import type { Report } from './report.ts';
import { writeRepairs } from './write-repairs.ts';

/** Writes `report.json`, `report.md` and what the run proposes into the run's folder, each whole or not at all. */
export function writeReport(folder: string, report: Report, run: RunView): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileDurably(join(folder, 'report.json'), `${JSON.stringify(report.json, null, 2)}\n`, 0o600);
  writeFileDurably(join(folder, 'report.md'), report.markdown, 0o600);
  writeRepairs(folder, run);
}
