import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');

/** The folders that hold source, and which runtime each is for. */
export const sourceFolders = [
  'shared',
  'entrypoints',
  'native-host',
  'demo',
  'installers',
  'cloud',
  'tests',
] as const;

/** Every file below a folder of the repository, as paths from its root with `/`. */
export function filesBelow(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
}

export function typescriptBelow(folder: string): readonly string[] {
  return filesBelow(folder).filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'));
}

export function read(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

/** What a file imports: relative ones as paths from the root, others as package names. */
export function importsOf(file: string): readonly string[] {
  const found = read(file).matchAll(
    /(?:^|\n)\s*(?:import|export)\b[^'"`;]*?from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)import\s*['"]([^'"]+)['"]/g,
  );
  return [...found]
    .map(([, from, dynamic, bare]) => from ?? dynamic ?? bare ?? '')
    .map((name) =>
      name.startsWith('.') ? relative(root, resolve(root, dirname(file), name)).replaceAll('\\', '/') : name,
    );
}
