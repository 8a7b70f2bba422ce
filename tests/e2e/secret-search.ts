import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFormMatcher } from '../../native-host/secrets/form-matcher.ts';
import { formsOf, type NamedSecret } from '../../native-host/secrets/secret-forms.ts';

// Looks for secrets where a run may have left them, in plain, URL-, JSON-, HTML-, hex- and base64-encoded form.

/** A secret in one place: a file, a stream, a process. */
export type Found = Readonly<{ name: string; where: string }>;

export type SecretSearch = {
  /** In some bytes. */
  within(where: string, bytes: Buffer | string): readonly Found[];
  /** In every file below a folder, and in the files' names; `except` are whole paths left aside. */
  below(
    folder: string,
    except: readonly string[],
  ): { readonly files: number; readonly found: readonly Found[] };
};

const hitsMax = 1_000;
const lookMs = 200;

export function createSecretSearch(secrets: readonly NamedSecret[]): SecretSearch {
  const matcher = createFormMatcher(formsOf(secrets, 'bytes'));
  const within: SecretSearch['within'] = (where, bytes) => {
    const buffer = typeof bytes === 'string' ? Buffer.from(bytes, 'utf8') : bytes;
    const names = matcher.find(buffer.toString('latin1'), hitsMax).map(({ form }) => form.name);
    return [...new Set(names)].map((name) => ({ name, where }));
  };
  return {
    within,
    below(folder, except) {
      const found: Found[] = [];
      let files = 0;
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        const path = join(entry.parentPath, entry.name);
        found.push(...within(`name of ${path}`, entry.name));
        if (!entry.isFile() || except.includes(path)) continue;
        const bytes = bytesOf(path);
        if (bytes === null) continue;
        files += 1;
        found.push(...within(path, bytes));
      }
      return { files, found };
    },
  };
}

/** Notes the command line and the environment of every process of this machine; `stop` gives all that was seen. */
export function watchProcesses(): { stop(): readonly Buffer[] } {
  const seen = new Set<string>();
  const look = (): void => {
    for (const name of readdirSync('/proc')) {
      if (!/^\d+$/.test(name)) continue;
      for (const file of ['cmdline', 'environ']) {
        const bytes = bytesOf(join('/proc', name, file));
        if (bytes !== null) seen.add(bytes.toString('latin1'));
      }
    }
  };
  look();
  const timer = setInterval(look, lookMs);
  return {
    stop() {
      clearInterval(timer);
      look();
      return [...seen].map((text) => Buffer.from(text, 'latin1'));
    },
  };
}

/** Null: it went away while it was looked at, as processes and a browser's own files do. */
function bytesOf(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code === 'ENOENT' || code === 'ESRCH' || code === 'EACCES') return null;
    throw error;
  }
}
