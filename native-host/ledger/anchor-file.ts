import { appendFileSync, existsSync, readFileSync, statSync } from 'node:fs';
import { LedgerCheckpoint } from '../../shared/ledger-checkpoint.ts';
import { writeFileDurably } from '../io/write-file.ts';
import type { Anchor } from './anchor.ts';

// Checkpoints outside the database, one JSON document a line, the newest last. Put on another disk or share
// (`ledger.anchors` in config.yaml), it is out of reach of whoever can only write the data folder.

const fileBytesMax = 1_000_000;
const linesKept = 1_000;

/** Adds a checkpoint; a file that has grown long keeps its newest lines. */
export function appendAnchor(path: string, checkpoint: LedgerCheckpoint): void {
  if (existsSync(path) && statSync(path).size > fileBytesMax) {
    const kept = linesOf(path).slice(-linesKept);
    writeFileDurably(path, `${kept.join('\n')}\n`, 0o600);
  }
  appendFileSync(path, `${JSON.stringify(checkpoint)}\n`, { mode: 0o600 });
}

/** The checkpoints of the file; lines that are none (a crash may have cut the last) are left out. */
export function readAnchors(path: string): Anchor[] {
  if (!existsSync(path)) return [];
  return linesOf(path).flatMap((line) => {
    const checkpoint = checkpointIn(line);
    return checkpoint === null ? [] : [anchorOf(path, checkpoint)];
  });
}

export function anchorOf(where: string, checkpoint: LedgerCheckpoint): Anchor {
  return { where, seq: checkpoint.seq, hash: checkpoint.hash, checkpoint };
}

function checkpointIn(line: string): LedgerCheckpoint | null {
  try {
    return LedgerCheckpoint.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}

function linesOf(path: string): string[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
}
