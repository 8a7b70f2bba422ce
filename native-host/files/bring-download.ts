import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { placeFile, readRegularFile } from './place-file.ts';
import { safeName } from './safe-name.ts';
import { documentBytesMax } from './save-file.ts';

type Downloaded = { readonly path: string; readonly sha256: string };

/**
 * Copies a file that one run has downloaded to the run that goes on from it, and gives its new path. Null: it is not there any
 * more, or not what was downloaded.
 */
export function bringDownload(file: Downloaded, from: string, to: string): string | null {
  if (resolve(dirname(file.path)) !== resolve(from, 'downloads')) return null;
  const read = readRegularFile(file.path, documentBytesMax);
  if ('why' in read) return null;
  if (createHash('sha256').update(read.bytes).digest('hex') !== file.sha256) return null;
  const folder = join(to, 'downloads');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const placed = placeFile(folder, safeName(basename(file.path)), read.bytes, file.sha256);
  return placed === null ? null : join(folder, placed.name);
}
