import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { RunEventBody } from '../../shared/run.ts';
import type { Keeper } from '../agent/ports.ts';
import { writeFileDurably } from '../io/write-file.ts';
import { appendResearchLog } from '../runs/research-report.ts';
import type { Parts } from './parts.ts';

/** Bytes of prompts and replies that are kept of one run. */
const traceBytesMax = 50_000_000;

/** What an objective run leaves in its folder while it goes on: tables, prompts and replies, and its log. */
export function objectiveKeeper(
  { paths, vault, clock, engines }: Pick<Parts, 'paths' | 'vault' | 'clock' | 'engines'>,
  runId: string,
): Keeper & { log(event: RunEventBody): void } {
  const folder = join(paths.runs, runId);
  let traced = 0;
  return {
    table: (name, csv) => {
      const path = join(folder, name);
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      writeFileDurably(path, csv, 0o600);
      const sha256 = createHash('sha256').update(csv).digest('hex');
      return { name, path, bytes: Buffer.byteLength(csv), sha256, state: 'downloaded' };
    },
    trace: (entry) => {
      const at = new Date(clock()).toISOString();
      const line = `${JSON.stringify(vault.redactor().redactJson({ at, ...entry }))}\n`;
      traced += line.length;
      if (traced <= traceBytesMax) appendFileSync(join(folder, 'trace.jsonl'), line, { mode: 0o600 });
    },
    log: (event) => {
      if (event.type === 'turn.changed' && event.turn.state === 'running') return;
      const at = new Date(clock()).toISOString();
      const lines = engines.log([{ ...event, run_id: runId, seq: 0, at }]);
      if (lines !== '') appendResearchLog(folder, vault.redactor().redactText(lines));
    },
  };
}
