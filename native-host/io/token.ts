import { randomBytes } from 'node:crypto';
import { readPrivateFile } from './private-file.ts';
import { StartError } from './start-error.ts';
import { writeFileDurably } from './write-file.ts';

// The token file holds 32 random bytes and nothing else. Whoever can read it is this user; both ends of the local
// socket prove that they can before anything else is said.

export const tokenBytes = 32;

/** Reads the token; null when there is none yet. Throws `StartError` when the file is not private or not a token. */
export function readToken(path: string): Buffer | null {
  const token = readPrivateFile(path, 'The token file', tokenBytes);
  if (token === null || token.length === tokenBytes) return token;
  throw new StartError(
    `The token file is ${token.length} bytes long instead of ${tokenBytes}.`,
    path,
    'Remove it while nothing of LocalAgent runs; a new one is made at the next start.',
  );
}

/** Reads the token or makes one. Only the holder of the lock may call it, so that two never make one each. */
export function ensureToken(path: string): Buffer {
  const existing = readToken(path);
  if (existing !== null) return existing;
  const token = randomBytes(tokenBytes);
  writeFileDurably(path, token, 0o600);
  return token;
}
