import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { codeTools, extensionTools, hostTools, patternTools } from '../../shared/tools/index.ts';
import { filesBelow, read, sourceFolders, typescriptBelow } from './source-tree.ts';

const linesMax = 300;
/** Words that say nothing about what a file holds. */
const emptyWords = ['util', 'utils', 'helper', 'helpers', 'common', 'manager', 'service', 'misc'];

const everyFile = sourceFolders.flatMap((folder) => typescriptBelow(folder));

test('files are named in kebab-case, and say what they hold', () => {
  const wrong = everyFile.filter((file) => {
    const [name = ''] = basename(file).split('.');
    return (
      !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name) || name.split('-').some((word) => emptyWords.includes(word))
    );
  });
  expect(wrong).toEqual([]);
});

test(`no file of source has more than ${linesMax} lines`, () => {
  const source = everyFile.filter((file) => !file.startsWith('tests/'));
  const long = source.filter((file) => read(file).split('\n').length - 1 > linesMax);
  expect(long).toEqual([]);
});

test('an index.ts is a registry or an entry point, and nothing else re-exports', () => {
  const barrels = everyFile.filter((file) => /^export (\*|\{[^}]*\}) from/m.test(read(file)));
  expect(barrels).toEqual([]);
});

test('every tool is declared in the file of its name and stands in the registry', () => {
  const registered = Object.keys({ ...extensionTools, ...hostTools, ...codeTools, ...patternTools });
  const files = typescriptBelow('shared/tools')
    .filter((file) => /\bdefineTool\(\{/.test(read(file)))
    .map((file) => basename(file, '.ts').replaceAll('-', '_'));
  expect([...registered].sort()).toEqual([...files].sort());
});

test.each([
  ['native-host/patterns', /\bdefinePattern\(\{/],
  ['native-host/cli/commands', /\bdefineCommand\(\{|: Command = \{/],
])('every file of %s that declares one stands in its registry', (folder, declares) => {
  const registry = read(`${folder}/index.ts`);
  const missing = typescriptBelow(folder)
    .filter((file) => !file.endsWith('/index.ts') && declares.test(read(file)))
    .filter((file) => !registry.includes(`'./${basename(file)}'`));
  expect(missing).toEqual([]);
});

test('nothing left to do is left in the tree, and no test is skipped', () => {
  const marks =
    /\b(TODO|FIXME|XXX)\b|@ts-(ignore|expect-error|nocheck)|\b(test|it|describe)\.(only|skip|todo)\b/;
  const own = 'tests/house/names.test.ts';
  expect(everyFile.filter((file) => file !== own && marks.test(read(file)))).toEqual([]);
});

test('templates and policies are data: nothing but YAML, JSON and Cedar lies there', () => {
  const strangers = [...filesBelow('templates'), ...filesBelow('policies')].filter(
    (file) => !/\.(ya?ml|json|cedar|cedarschema|md)$/.test(file),
  );
  expect(strangers).toEqual([]);
});
