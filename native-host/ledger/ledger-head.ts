import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { LedgerCheckpoint } from '../../shared/ledger-checkpoint.ts';
import { StartError } from '../io/start-error.ts';
import type { CheckpointKey } from './checkpoint.ts';
import { Frontier } from './merkle.ts';
import { firstPrevHash, headMac } from './row.ts';

/** Where the ledger stands: its last row, up to where it was compacted, and its last checkpoint. */
export type LedgerHead = {
  readonly seq: number;
  readonly hash: string;
  readonly base: number;
  readonly frontier: Frontier;
  readonly checkpoint: LedgerCheckpoint | null;
};

const restore = 'Restore database and key file, or move both away to start afresh.';
const hint = `Run \`localagent ledger verify\`. ${restore}`;

/** Reads the head, or begins one; throws `StartError` when it is not sealed with this key or is not the last row. */
export function openHead(database: DatabaseSync, headKey: Buffer, key: CheckpointKey): LedgerHead {
  const stop = (what: string): never => {
    throw new StartError(what, database.location() ?? 'the database', hint);
  };
  const last = database.prepare('select seq, hash from ledger order by seq desc limit 1').get();
  const found = database.prepare('select seq, hash, mac, base from ledger_head').get();
  if (found === undefined && last === undefined) return beginHead(database, headKey);
  const seq = numberOf(found?.['seq']);
  const base = numberOf(found?.['base']);
  const hash = String(found?.['hash']);
  if (found?.['mac'] !== headMac(headKey, seq, hash, base))
    return stop('The ledger is not sealed with this key.');
  const isLast = seq === numberOf(last?.['seq'] ?? 0) && hash === String(last?.['hash'] ?? firstPrevHash);
  if (!isLast) return stop('Rows of the ledger were added or removed.');
  const { checkpoint, frontier } = lastCheckpoint(database, key, stop);
  for (const row of database
    .prepare('select hash from ledger where seq > ? order by seq')
    .iterate(frontier.size)) {
    frontier.push(String(row['hash']));
  }
  if (frontier.size !== seq) return stop('Rows of the ledger were added or removed.');
  return { seq, hash, base, frontier, checkpoint };
}

/** The checkpoint that a row of its table holds; null when it has another form. */
export function checkpointOf(row: Readonly<Record<string, SQLOutputValue>>): LedgerCheckpoint | null {
  const { peaks: _, ...columns } = row;
  const parsed = LedgerCheckpoint.safeParse(columns);
  return parsed.success ? parsed.data : null;
}

export const checkpointsSql = `select seq, at, hash, root, peaks, key_id, signature from ledger_checkpoints`;

function lastCheckpoint(
  database: DatabaseSync,
  key: CheckpointKey,
  stop: (what: string) => never,
): { checkpoint: LedgerCheckpoint | null; frontier: Frontier } {
  const row = database.prepare(`${checkpointsSql} order by seq desc limit 1`).get();
  if (row === undefined) return { checkpoint: null, frontier: Frontier.empty() };
  const checkpoint = checkpointOf(row);
  const frontier = checkpoint && Frontier.from(checkpoint.seq, String(row['peaks']));
  if (checkpoint === null || frontier === null || frontier.root() !== checkpoint.root) {
    return stop('The last checkpoint of the ledger was changed.');
  }
  const problem = key.problemOf(checkpoint);
  if (problem === 'unknown-key')
    return stop(
      `The last checkpoint of the ledger is signed with a key that is not known: ${checkpoint.key_id}.`,
    );
  if (problem !== null) return stop('The signature of the last checkpoint of the ledger does not fit.');
  return { checkpoint, frontier };
}

function beginHead(database: DatabaseSync, headKey: Buffer): LedgerHead {
  database
    .prepare('insert into ledger_head (id, seq, hash, mac) values (1, ?, ?, ?)')
    .run(0, firstPrevHash, headMac(headKey, 0, firstPrevHash));
  return { seq: 0, hash: firstPrevHash, base: 0, frontier: Frontier.empty(), checkpoint: null };
}

export function numberOf(value: SQLOutputValue | undefined): number {
  return typeof value === 'number' ? value : Number.NaN;
}
