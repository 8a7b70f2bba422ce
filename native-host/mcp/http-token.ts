import { randomBytes } from 'node:crypto';
import { readPrivateFile } from '../io/private-file.ts';
import { StartError } from '../io/start-error.ts';
import { writeFileDurably } from '../io/write-file.ts';

/** 256 bits in base64url. */
const tokenBytes = 32;
const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

/**
 * The bearer token of the HTTP server, from its file; made at the first start and kept, so that a client's configuration stays right. Throws
 * `StartError` when the file can be read by others or holds something else.
 */
export function httpToken(path: string): string {
  const existing = readPrivateFile(path, 'The token file of the MCP server', 200)?.toString('utf8').trim();
  if (existing === undefined) {
    const token = randomBytes(tokenBytes).toString('base64url');
    writeFileDurably(path, `${token}\n`, 0o600);
    return token;
  }
  if (tokenPattern.test(existing)) return existing;
  throw new StartError(
    'The token file of the MCP server holds no token.',
    path,
    'Remove it; a new one is made.',
  );
}
