import { cpSync, existsSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { extensionId } from '../../shared/extension-id.ts';
import { failed, fault, ok, type Result } from '../../shared/faults.ts';
import { lockProfile } from './profile-lock.ts';
import { readProfileRecord, removeProfileRecord, unrecorded, writeProfileRecord } from './profile-record.ts';

/** Folders and files of a profile that belong to one browser at one time, or are made again when they are missing. */
const notCloned: ReadonlySet<string> = new Set([
  'SingletonLock',
  'SingletonCookie',
  'SingletonSocket',
  'lockfile',
  'DevToolsActivePort',
  'Cache',
  'Code Cache',
  'GPUCache',
  'GrShaderCache',
  'ShaderCache',
  'Crashpad',
  'Crash Reports',
]);

/** Copies a profile that no browser is open in, with its log-ins. The copy is a profile of its own to LocalAgent. */
export function cloneProfile(folder: string, from: string, to: string): Result<null> {
  const [source, target] = [join(folder, from), join(folder, to)];
  if (!existsSync(source)) return failed(unknownProfile(from));
  if (existsSync(target)) {
    const hint = `Give the copy another name, or remove it first: localagent profile remove ${to}`;
    return failed(fault('bad-arguments', `There is a profile "${to}" already.`, hint));
  }
  return whileLocked(source, from, () =>
    whileLocked(target, to, () => {
      const record = readProfileRecord(source);
      if (!record.ok) return record;
      try {
        cpSync(source, target, {
          recursive: true,
          // What the extension remembers says which profile it is in; in the copy it makes that anew.
          filter: (path) => !notCloned.has(basename(path)) && basename(path) !== extensionId,
        });
      } catch (error) {
        rmSync(target, { recursive: true, force: true });
        const why = error instanceof Error ? error.message : String(error);
        return failed(
          fault('internal', `The profile could not be copied: ${why}.`, 'Look at space and rights.'),
        );
      }
      if (record.value !== unrecorded) writeProfileRecord(target, record.value);
      return ok(null);
    }),
  );
}

/** Removes a profile that no browser is open in, with everything that was signed in there. */
export function removeProfile(folder: string, name: string): Result<null> {
  const path = join(folder, name);
  if (!existsSync(path)) return failed(unknownProfile(name));
  const removed = whileLocked(path, name, () => {
    rmSync(path, { recursive: true, force: true, maxRetries: 3 });
    removeProfileRecord(path);
    return ok(null);
  });
  if (removed.ok) rmSync(`${path}.lock`, { force: true });
  return removed;
}

/** Whether a browser is open in the profile, or it is being copied. */
export function isProfileInUse(folder: string, name: string): boolean {
  const lock = lockProfile(join(folder, name), name);
  if (lock.ok) lock.value.release();
  return !lock.ok;
}

function whileLocked(path: string, name: string, work: () => Result<null>): Result<null> {
  const lock = lockProfile(path, name);
  if (!lock.ok) return lock;
  try {
    return work();
  } finally {
    lock.value.release();
  }
}

function unknownProfile(name: string) {
  return fault('not-found', `There is no profile "${name}".`, 'See: localagent profile list');
}
