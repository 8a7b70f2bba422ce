import { randomUUID } from 'node:crypto';
import { closeSync, fchmodSync, fsyncSync, openSync, renameSync, unlinkSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * Puts `bytes` at `path` so that a crash at any moment leaves either the old file or the new one, whole:
 * written beside it, flushed, renamed over it, folder flushed. `mode` holds from the first byte, whatever the
 * umask. Throws what the file system throws; the half-written neighbour is removed.
 */
export function writeFileDurably(path: string, bytes: Uint8Array | string, mode: number): void {
  const neighbour = join(dirname(path), `.${basename(path)}.${randomUUID()}.tmp`);
  try {
    writeFlushed(neighbour, typeof bytes === 'string' ? Buffer.from(bytes) : bytes, mode);
    renameSync(neighbour, path);
  } catch (error) {
    removeIfThere(neighbour);
    throw error;
  }
  flushFolder(dirname(path));
}

/** Writes a file that must not exist yet, and flushes it. */
export function writeFlushed(path: string, bytes: Uint8Array, mode: number): void {
  const descriptor = openSync(path, 'wx', mode & 0o600);
  try {
    for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written);
    // Widening comes last, and by descriptor: the umask cannot narrow it and nobody reads a half-written
    // file.
    if (process.platform !== 'win32') fchmodSync(descriptor, mode);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Makes names in a folder durable. Windows has no such call and keeps names by its own journal. */
export function flushFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function removeIfThere(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // It was never made, or is renamed already: either way nothing is left to remove.
  }
}
