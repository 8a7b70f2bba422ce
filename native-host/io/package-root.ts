import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Levels that are looked through upwards; source and bundle lie two and three below the package. */
const levelsMax = 6;

/** The package's own folder, wherever the running file of it lies: in the source, in `dist/host`, or installed. */
export function packageRoot(moduleUrl: string = import.meta.url): string {
  let folder = dirname(fileURLToPath(moduleUrl));
  for (let level = 0; level < levelsMax; level++) {
    if (isOurs(join(folder, 'package.json'))) return folder;
    folder = dirname(folder);
  }
  throw new Error(`No package of LocalAgent was found above ${moduleUrl}.`);
}

/** What ships with the package and is read as data. */
export function packagePaths(root: string = packageRoot()): Readonly<{
  policies: string;
  templates: string;
  extension: string;
  version: string;
}> {
  const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const version =
    typeof manifest === 'object' && manifest !== null && 'version' in manifest ? manifest.version : '';
  return Object.freeze({
    policies: join(root, 'policies'),
    templates: join(root, 'templates'),
    extension: join(root, '.output', 'chrome-mv3'),
    version: String(version),
  });
}

function isOurs(file: string): boolean {
  return existsSync(file) && /"name":\s*"localagent"/.test(readFileSync(file, 'utf8'));
}
