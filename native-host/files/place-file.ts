import { randomUUID } from 'node:crypto';
import { closeSync, constants, fstatSync, linkSync, openSync, readSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { flushFolder, writeFlushed } from '../io/write-file.ts';
import { hashOfFile } from './filed-record.ts';
import { splitName } from './safe-name.ts';

/** Numbers that are tried behind a name that is taken. */
const numbersMax = 999;

export type Placed = { readonly name: string; readonly wasThere: boolean };

/**
 * Puts bytes into a folder under a name, never over another file: the same content under the name is left as
 * it is, other content gets ` (2)`. Durable when it returns. Null when a thousand names are taken.
 */
export function placeFile(folder: string, name: string, bytes: Uint8Array, sha256: string): Placed | null {
  const { stem, extension } = splitName(name);
  for (let number = 1; number <= numbersMax; number += 1) {
    const candidate = number === 1 ? name : `${stem} (${number})${extension}`;
    if (writeNew(folder, candidate, bytes)) return { name: candidate, wasThere: false };
    if (hashOfFile(join(folder, candidate)) === sha256) return { name: candidate, wasThere: true };
  }
  return null;
}

// Written beside its place, flushed, and then given its name by a link, which fails where a name is taken: so
// the name never means half a file, and never someone else's. Where links do not exist, the name itself is
// opened as a new one.
function writeNew(folder: string, name: string, bytes: Uint8Array): boolean {
  const target = join(folder, name);
  const neighbour = join(folder, `.${randomUUID()}.part`);
  writeFlushed(neighbour, bytes, 0o600);
  try {
    linkSync(neighbour, target);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EEXIST') return false;
    if (code === null || !['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(code)) throw error;
    return writeByName(target, bytes);
  } finally {
    unlinkSync(neighbour);
  }
  flushFolder(folder);
  return true;
}

function writeByName(target: string, bytes: Uint8Array): boolean {
  try {
    writeFlushed(target, bytes, 0o600);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Bytes of a regular file of at most `bytesMax`, read from one opened descriptor; else why not, in a few
 * words.
 */
export function readRegularFile(
  path: string,
  bytesMax: number,
): { readonly bytes: Buffer } | { readonly why: string } {
  const noFollow = process.platform === 'win32' ? 0 : constants.O_NOFOLLOW;
  let descriptor: number;
  try {
    descriptor = openSync(path, constants.O_RDONLY | noFollow);
  } catch (error) {
    const code = codeOf(error);
    if (code === null) throw error;
    return { why: code === 'ENOENT' ? 'it is not there' : code === 'ELOOP' ? 'it is a link' : code };
  }
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) return { why: 'it is not an ordinary file' };
    if (stats.size > bytesMax) return { why: `it has ${stats.size} bytes; at most ${bytesMax} are taken` };
    const bytes = Buffer.alloc(stats.size);
    let length = 0;
    for (let got = -1; got !== 0 && length < stats.size; length += got) {
      got = readSync(descriptor, bytes, length, stats.size - length, length);
    }
    return length === stats.size ? { bytes } : { why: 'it became shorter while it was read' };
  } finally {
    closeSync(descriptor);
  }
}

/** The code of an error of the file system; null for anything else. */
export function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}
