import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import type { LedgerCheckpoint } from '../../shared/ledger-checkpoint.ts';
import { CheckpointKey } from './checkpoint.ts';
import { checkpointsSql } from './ledger-head.ts';
import { ProofMaker } from './merkle.ts';
import { hashedColumns } from './row.ts';
import { headBase } from './verify-head.ts';

export type ExportQuery = {
  /** Only what belongs to this run; null: everything. */
  readonly run_id: string | null;
  readonly after: number;
  readonly limit: number;
};

/** A row in the texts that its hash covers, by column, and the proof that it is in the signed tree. */
export type ExportedRow = {
  readonly columns: Readonly<Record<string, string | null>>;
  readonly hash: string;
  readonly proof: readonly string[];
};

export type LedgerExport = {
  readonly run_id: string | null;
  /** SPKI in base64. */
  readonly public_key: string;
  /** Signed for this export, of the whole ledger as it stood; null while the ledger is empty. */
  readonly checkpoint: LedgerCheckpoint | null;
  readonly rows: readonly ExportedRow[];
};

const busyMs = 5_000;
const rowsSql = `select ${hashedColumns.map((name) => `cast(${name} as text) as ${name}`).join(', ')}, hash
  from ledger where (?1 is null or run_id = ?1) and ledger.seq > ?2 order by ledger.seq limit ?3`;

/** Reads rows beside the process that writes them, with what lets anybody verify each of them elsewhere. */
export function exportLedger(
  file: string,
  headKey: Buffer,
  query: ExportQuery,
  now: number = Date.now(),
): LedgerExport {
  const database = new DatabaseSync(file, { readOnly: true, timeout: busyMs });
  try {
    database.exec('pragma trusted_schema = off; begin');
    const key = new CheckpointKey(headKey);
    const base = headBase(database);
    const hashes = database
      .prepare('select hash from ledger order by seq')
      .all()
      .map((row) => String(row['hash']));
    const basePeaks = database.prepare(`${checkpointsSql} where seq = ?`).get(base)?.['peaks'];
    const tree = new ProofMaker({ base, basePeaks: String(basePeaks ?? ''), hashes });
    const rows = database.prepare(rowsSql).all(query.run_id, query.after, query.limit);
    const seq = base + hashes.length;
    const hash = hashes.at(-1);
    const stands = { seq, at: new Date(now).toISOString(), hash: hash ?? '', root: tree.root() };
    return {
      run_id: query.run_id,
      public_key: key.publicKey,
      checkpoint: hash === undefined ? null : key.sign(stands),
      rows: rows.map((row) => exported(row, tree)),
    };
  } finally {
    database.close();
  }
}

function exported(row: Readonly<Record<string, SQLOutputValue>>, tree: ProofMaker): ExportedRow {
  const texts = hashedColumns.map((name): [string, string | null] => {
    const value = row[name];
    return [name, typeof value === 'string' ? value : null];
  });
  return {
    columns: Object.fromEntries(texts),
    hash: String(row['hash']),
    proof: tree.proof(Number(row['seq']) - 1),
  };
}
