import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Fault, failed, fault, ok } from '../../shared/faults.ts';
import type { ArtifactStore } from './artifact-store.ts';

/** Artifacts in a folder of this machine, or of a share that it sees: what holds where nothing else is set up. */
export function createLocalStore(folder: string): ArtifactStore {
  const pathOf = (key: string): string => {
    const path = resolve(folder, key);
    if (!path.startsWith(resolve(folder) + sep)) throw new Error('a key that leaves the folder');
    return path;
  };
  return {
    async put({ file, key, sha256 }) {
      const path = pathOf(key);
      const uri = pathToFileURL(path).href;
      const part = join(dirname(path), `.${sha256}.part`);
      try {
        if (existsSync(path) && (await fileHash(path)) === sha256) return ok({ uri, state: 'already' });
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        await copyFile(file, part);
        if ((await fileHash(part)) !== sha256) {
          await rm(part, { force: true });
          return failed(notStored('the file changed while it was copied'));
        }
        await rename(part, path);
        return ok({ uri, state: 'stored' });
      } catch (error) {
        return failed(notStored(codeOf(error)));
      }
    },
    async link(key) {
      const path = pathOf(key);
      return existsSync(path) ? ok(pathToFileURL(path).href) : failed(notThere(key));
    },
    async read(key, bytesMax) {
      const path = pathOf(key);
      try {
        const { size } = await stat(path);
        return size > bytesMax ? failed(tooLarge(key, size, bytesMax)) : ok(await readFile(path));
      } catch (error) {
        return codeOf(error) === 'ENOENT' ? ok(null) : failed(notRead(key, codeOf(error)));
      }
    },
    close: () => undefined,
  };
}

/** SHA-256 of a file, in hex. */
export async function fileHash(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of createReadStream(path)) hash.update(part);
  return hash.digest('hex');
}

/** An artifact that is not where it was to be put. What the run did before stays done. */
export function notStored(why: string): Fault {
  return fault(
    'internal',
    `The artifact was not stored: ${why}.`,
    'Look at `artifacts` in config.yaml and the rights there. The file itself is still in the folder of the run.',
    { job_error: 'ArtifactsNotStored' },
  );
}

export function tooLarge(key: string, bytes: number, bytesMax: number): Fault {
  return fault(
    'too-large',
    `${key} has ${bytes} bytes; at most ${bytesMax} are read.`,
    'Look at what was stored there.',
  );
}

function notRead(key: string, why: string): Fault {
  return fault(
    'internal',
    `${key} cannot be read: ${why}.`,
    'Look at `artifacts` in config.yaml and the rights there.',
  );
}

export function notThere(key: string): Fault {
  return fault('not-found', `There is no artifact ${key}.`, 'Store it first.');
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
