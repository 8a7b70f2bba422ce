import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserFamily } from './browser-families.ts';
import type { PolicyFile } from './managed-policies.ts';

const policyFilesMax = 100;

/** The files of a browser's policy folder, as they lie there now; none where policies are not files. */
export function readPolicyFiles(
  { managedPolicies: folder }: Pick<BrowserFamily, 'managedPolicies'>,
  platform: NodeJS.Platform,
): readonly PolicyFile[] {
  if (platform !== 'linux' || !existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .slice(0, policyFilesMax)
    .map((name) => join(folder, name))
    .flatMap((file) => {
      try {
        return [{ file, text: readFileSync(file, 'utf8') }];
      } catch {
        // A file for the administrator's eyes only does not hide the others.
        return [];
      }
    });
}
