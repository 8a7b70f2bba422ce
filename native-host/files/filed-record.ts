import { createHash } from 'node:crypto';
import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { splitName } from './safe-name.ts';

// What was filed where, in the table `filed`. A row is a memory, not a proof: whether the file is still
// there, and still the same, is read from the disk each time.

const Row = z.object({ folder: z.string(), name: z.string(), sha256: z.string(), bytes: z.number() });
export type FiledRow = Readonly<z.infer<typeof Row>>;

/** Rows of one folder that are looked through, newest first. */
const rowsMax = 10_000;

export function recordFiled(
  database: DatabaseSync,
  row: FiledRow & { readonly run_id: string; readonly at: string },
): void {
  database
    .prepare(
      `INSERT INTO filed (folder, name, sha256, bytes, run_id, at) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (folder, name, sha256) DO UPDATE SET run_id = excluded.run_id, at = excluded.at`,
    )
    .run(row.folder, row.name, row.sha256, row.bytes, row.run_id, row.at);
}

/**
 * The newest row of this content in the folder whose file is still there unchanged; null when there is none.
 */
export function filedContent(database: DatabaseSync, folder: string, sha256: string): FiledRow | null {
  const rows = database
    .prepare(
      `SELECT folder, name, sha256, bytes FROM filed
       WHERE folder = ? AND sha256 = ? ORDER BY at DESC LIMIT ?`,
    )
    .all(folder, sha256, rowsMax);
  return stillThere(rows);
}

/**
 * The newest row filed under this name, or under it with a number (`name (2)`), that is still there
 * unchanged.
 */
export function filedName(database: DatabaseSync, folder: string, name: string): FiledRow | null {
  const rows = database
    .prepare('SELECT folder, name, sha256, bytes FROM filed WHERE folder = ? ORDER BY at DESC LIMIT ?')
    .all(folder, rowsMax);
  return stillThere(rows.filter((row) => unnumbered(String(row['name'])) === unnumbered(name)));
}

function stillThere(rows: readonly unknown[]): FiledRow | null {
  for (const one of rows) {
    const row = Row.parse(one);
    if (hashOfFile(join(row.folder, row.name)) === row.sha256) return row;
  }
  return null;
}

function unnumbered(name: string): string {
  const { stem, extension } = splitName(name);
  return `${stem.replace(/ \(\d{1,3}\)$/, '')}${extension}`;
}

/** SHA-256 (hex) of a regular file's content; null when there is no such file. */
export function hashOfFile(path: string): string | null {
  try {
    if (!lstatSync(path).isFile()) return null;
    return createHash('sha256').update(readFileSync(path)).digest('hex');
  } catch (error) {
    if (error instanceof Error && 'code' in error && typeof error.code === 'string') return null;
    throw error;
  }
}
