import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { importsOf, root, typescriptBelow } from './source-tree.ts';
import { testedElsewhere } from './tested-elsewhere.ts';

// Every source file has a test of its own name, or is a part of one that has: imported, in steps, by a tested file of its own
// folder (or of the folder above). What is neither is listed in the open, with the test that goes through it.

const sources = ['shared', 'entrypoints', 'native-host', 'demo', 'installers', 'cloud'].flatMap((folder) =>
  typescriptBelow(folder),
);

function hasTwin(file: string): boolean {
  const base = join(root, 'tests', file.replace(/\.tsx?$/, ''));
  return [`${base}.test.ts`, `${base}.test.tsx`].some((path) => existsSync(path));
}

function listedFor(file: string): string | undefined {
  const keys = Object.keys(testedElsewhere).filter(
    (key) => key === file || (key.endsWith('/') && file.startsWith(key)),
  );
  return keys[0];
}

function covered(): ReadonlySet<string> {
  const found = new Set(sources.filter(hasTwin));
  // A set grows while it is walked, so what is added here is looked at too.
  for (const file of found) {
    const near = (other: string): boolean =>
      dirname(other) === dirname(file) || dirname(dirname(other)) === dirname(file);
    for (const part of importsOf(file)) if (sources.includes(part) && near(part)) found.add(part);
  }
  return found;
}

test('every source file is tested by its name, as a part, or by a test that is listed', () => {
  const tested = covered();
  expect(sources.filter((file) => !tested.has(file) && listedFor(file) === undefined)).toEqual([]);
});

test('the list names only files that need it, and tests that exist', () => {
  const tested = covered();
  const wrong = Object.entries(testedElsewhere).filter(
    ([key, by]) =>
      !existsSync(join(root, by)) || !sources.some((file) => listedFor(file) === key && !tested.has(file)),
  );
  expect(wrong).toEqual([]);
});
