import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';

/**
 * The folder that a text means: `~` is the person's home, a relative path begins there too, and `..` is
 * worked out here, so that the policy is asked about the folder that is really used.
 */
export function folderPath(text: string, home: string = homedir()): string {
  const trimmed = text.trim();
  const inHome = /^~(?:[/\\]|$)/.test(trimmed) ? trimmed.slice(2) : trimmed;
  if (inHome !== trimmed) return resolve(join(home, inHome));
  return isAbsolute(trimmed) ? resolve(trimmed) : resolve(home, trimmed);
}
