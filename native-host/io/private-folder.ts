import { lstatSync, mkdirSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';
import type { HomePaths } from './home.ts';
import { StartError } from './start-error.ts';

// The folders between which and other users the modes of the file system stand. `run` holds the socket and the token:
// nobody else may even look in. The data folder above it may be one that the person made, readable by others, as its
// private files are private each for themselves; but nobody else may rename things in it.

const posix = process.platform !== 'win32';
const reachable = 0o077;
const writable = 0o022;

/** Makes the data folder and what the socket needs, where missing. Throws `StartError` when one is not safe. */
export function ensureFolders(paths: HomePaths): void {
  make(paths.home, 'The data folder');
  checkDataFolder(paths);
  ensurePrivateFolder(paths.run, 'The folder of the socket and the token');
  const socketFolder = dirname(paths.socket);
  if (posix && socketFolder !== paths.run) ensurePrivateFolder(socketFolder, 'The folder of the socket');
}

/** Checks what is there already; false when the folder of the socket or of the token is not there yet. */
export function checkFolders(paths: HomePaths): boolean {
  if (!checkDataFolder(paths)) return false;
  if (!checkFolder(paths.run, 'The folder of the socket and the token', reachable)) return false;
  const socketFolder = dirname(paths.socket);
  if (!posix || socketFolder === paths.run) return true;
  return checkFolder(socketFolder, 'The folder of the socket', reachable);
}

/** Makes a folder that its owner alone can enter, or checks that the one there is such. Throws `StartError`. */
export function ensurePrivateFolder(path: string, kind: string): void {
  make(path, kind);
  checkFolder(path, kind, reachable);
}

/**
 * Checks that a socket belongs to this user and is closed to others, before anything is said through it; false when
 * there is none. Throws `StartError`. A named pipe of Windows cannot be looked at so; its token proof stands alone.
 */
export function checkSocket(path: string): boolean {
  if (!posix) return true;
  const stats = statsOf(path, 'The socket');
  if (stats === null) return false;
  if (stats.isSymbolicLink() || !stats.isSocket()) {
    throw new StartError('What lies in place of the socket is none.', path, `Remove it: rm ${quoted(path)}`);
  }
  checkOwner(stats, path, 'The socket', reachable);
  return true;
}

function checkDataFolder(paths: HomePaths): boolean {
  return checkFolder(paths.home, 'The data folder', writable);
}

function make(path: string, kind: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    // Something that is no folder is told by the check that follows, with what to do.
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return;
    const why = error instanceof Error ? error.message : String(error);
    throw new StartError(
      `${kind} cannot be made: ${why}.`,
      path,
      'Make the folder above it writable for your user, or set LOCALAGENT_HOME to another place.',
    );
  }
}

function checkFolder(path: string, kind: string, forbidden: number): boolean {
  const stats = statsOf(path, kind);
  if (stats === null) return false;
  if (stats.isSymbolicLink()) {
    throw new StartError(`${kind} is a symbolic link.`, path, 'Put the folder itself in its place.');
  }
  if (!stats.isDirectory()) throw new StartError(`${kind} is not a folder.`, path, 'Move the file away.');
  checkOwner(stats, path, kind, forbidden);
  return true;
}

function statsOf(path: string, kind: string): Stats | null {
  try {
    return lstatSync(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    const why = error instanceof Error ? error.message : String(error);
    throw new StartError(`${kind} cannot be looked at: ${why}.`, path, 'Make it readable for your own user.');
  }
}

function checkOwner(stats: Stats, path: string, kind: string, forbidden: number): void {
  if (!posix) return;
  if (stats.uid !== process.geteuid?.()) {
    throw new StartError(
      `${kind} belongs to another user.`,
      path,
      'Set LOCALAGENT_HOME to a folder of your own, or have that user remove it.',
    );
  }
  if ((stats.mode & forbidden) === 0) return;
  const what = forbidden === writable ? 'can be changed by other users' : 'can be reached by other users';
  const mode = stats.isDirectory() ? (forbidden === writable ? 'go-w' : '700') : '600';
  throw new StartError(`${kind} ${what}.`, path, `Run: chmod ${mode} ${quoted(path)}`);
}

function quoted(path: string): string {
  return `'${path.replaceAll("'", "'\\''")}'`;
}
