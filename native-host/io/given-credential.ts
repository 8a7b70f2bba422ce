import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const bytesMax = 4_096;

/** What the service manager has decrypted for this service alone (systemd: `LoadCredentialEncrypted=`); null: nothing of the name. */
export function givenCredential(folder: string | undefined, name: string): string | null {
  if (folder === undefined || folder === '') return null;
  const path = join(folder, name);
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined || !stats.isFile() || stats.size > bytesMax) return null;
  const text = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
  return text === '' ? null : text;
}
