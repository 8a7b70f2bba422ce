import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { readPrivateFile } from './private-file.ts';
import { StartError } from './start-error.ts';
import { flushFolder, writeFlushed } from './write-file.ts';

// The key file holds 32 random bytes and nothing else. Every key in use is derived from it, so one file is
// what there is to keep. It protects from other users and from copies of the data folder that leave it out,
// not from this user's own programs.

const keyBytes = 32;
/** A second process that starts at the same moment may find the file made but not yet filled. */
const fillWaitMs = 20;
const fillWaitsMax = 25;

/**
 * Reads the key, or makes one when there is none. `sealed` are the files that only this key opens: when one
 * of them is there and the key is not, a new key would be useless and hide the loss, so that is a
 * `StartError`.
 */
export function loadKey(path: string, sealed: readonly string[]): Buffer {
  const existing = readWhenFilled(path);
  if (existing !== null) return existing;
  const orphan = sealed.find((file) => existsSync(file));
  if (orphan !== undefined) {
    throw new StartError(
      `The key file is missing, and ${orphan} can only be used with it.`,
      path,
      `Restore the key file, or move ${orphan} away to start afresh.`,
    );
  }
  return createKey(path);
}

/** A key for one purpose, HKDF-SHA-256 of the master key; another label gives an unrelated key. */
export function deriveKey(master: Buffer, label: string, salt: Buffer = Buffer.alloc(0)): Buffer {
  return Buffer.from(hkdfSync('sha256', master, salt, `localagent/1/${label}`, keyBytes));
}

/**
 * Tells a wrong key from a damaged store without trying to open anything: it says nothing about the key
 * itself.
 */
export function keyCheckValue(master: Buffer, storeId: string): string {
  return createHmac('sha256', master).update(`localagent/1/key-check/${storeId}`).digest('base64');
}

function createKey(path: string): Buffer {
  const key = randomBytes(keyBytes);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  try {
    writeFlushed(path, key, 0o600);
  } catch (error) {
    // Another process was first: its key is the key.
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
      const theirs = readWhenFilled(path);
      if (theirs !== null) return theirs;
    }
    throw new StartError(
      `The key file cannot be made: ${error instanceof Error ? error.message : String(error)}.`,
      path,
      'Make the folder writable for your user.',
    );
  }
  flushFolder(dirname(path));
  return key;
}

function readWhenFilled(path: string): Buffer | null {
  let bytes = readPrivateFile(path, 'The key file', keyBytes);
  for (let waits = 0; bytes !== null && bytes.length < keyBytes && waits < fillWaitsMax; waits += 1) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, fillWaitMs);
    bytes = readPrivateFile(path, 'The key file', keyBytes);
  }
  if (bytes === null || bytes.length === keyBytes) return bytes;
  throw new StartError(
    `The key file is ${bytes.length} bytes long instead of ${keyBytes}.`,
    path,
    'Restore it from a backup; if nothing was stored yet, remove it.',
  );
}
