import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { StartError } from './start-error.ts';

// A private file is one that only its owner can read: key, secrets, database. Everything is asked of the
// opened descriptor, never of the path, so that nothing can be swapped between the question and the reading.

// Windows has neither flag nor mode; there the folder in the person's profile keeps others out.
const posix = process.platform !== 'win32';
const noFollow = posix ? constants.O_NOFOLLOW : 0;

/**
 * Opens a private file for reading and gives its descriptor; null when there is none. Throws `StartError`
 * when the file is a link, has a second name, belongs to another user or is open to others. `kind` names it
 * for the person, e.g. `The key file`.
 */
export function openPrivateFile(path: string, kind: string): number | null {
  const descriptor = openWithoutFollowing(path, kind);
  if (descriptor === null) return null;
  const problem = privacyProblem(descriptor);
  if (problem === null) return descriptor;
  closeSync(descriptor);
  throw new StartError(`${kind} ${problem.what}.`, path, problem.remedy.replace('FILE', path));
}

/** Reads a private file whole; null when there is none. Throws `StartError` as above, or above `bytesMax`. */
export function readPrivateFile(path: string, kind: string, bytesMax: number): Buffer | null {
  const descriptor = openPrivateFile(path, kind);
  if (descriptor === null) return null;
  try {
    const size = fstatSync(descriptor).size;
    if (size > bytesMax) {
      throw new StartError(
        `${kind} is ${size} bytes long; at most ${bytesMax} are expected.`,
        path,
        'Restore it from a backup.',
      );
    }
    const bytes = Buffer.alloc(size);
    let length = 0;
    for (let got = -1; got !== 0 && length < size; length += got) {
      got = readSync(descriptor, bytes, length, size - length, length);
    }
    return bytes.subarray(0, length);
  } finally {
    closeSync(descriptor);
  }
}

function openWithoutFollowing(path: string, kind: string): number | null {
  try {
    return openSync(path, constants.O_RDONLY | noFollow);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code === 'ENOENT') return null;
    if (code === 'ELOOP' || code === 'EMLINK') {
      throw new StartError(`${kind} is a symbolic link.`, path, 'Put the file itself in its place.');
    }
    throw new StartError(
      `${kind} cannot be read: ${error instanceof Error ? error.message : String(error)}.`,
      path,
      'Make it readable for your own user alone.',
    );
  }
}

function privacyProblem(descriptor: number): { what: string; remedy: string } | null {
  const stats = fstatSync(descriptor);
  if (!stats.isFile()) return { what: 'is not an ordinary file', remedy: 'Move FILE away.' };
  if (!posix) return null;
  if (stats.uid !== process.geteuid?.()) {
    return { what: 'belongs to another user', remedy: 'Run `chown "$(id -u)" FILE` if you trust it.' };
  }
  if ((stats.mode & 0o077) !== 0) {
    return { what: 'can be reached by other users', remedy: 'Run `chmod 600 FILE`.' };
  }
  if (stats.nlink !== 1) {
    return {
      what: 'has a second name (hard link)',
      remedy: 'Copy FILE to a new file and put that in its place.',
    };
  }
  return null;
}
