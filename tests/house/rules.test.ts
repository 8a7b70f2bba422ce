import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findingRules, rules } from '../../native-host/agent/rules/index.ts';
import { read, root, typescriptBelow } from './source-tree.ts';

// Rules of objective runs are one a file, under their own names, each with a table of what it lets pass and what not.

const own = new Set(['define-rule', 'index']);
const files = typescriptBelow('native-host/agent/rules').map((file) => file.replace(/^.*\/|\.ts$/g, ''));
const names = [...rules, ...findingRules].map(({ name }) => name);

test('every rule stands in the file of its name, and in the registry', () => {
  expect(files.filter((name) => !own.has(name)).sort()).toEqual([...names].sort());
});

test('every rule has a table, with something that passes and something that does not', () => {
  const without = names.filter((name) => {
    const path = `tests/native-host/agent/rules/${name}.test.ts`;
    if (!existsSync(join(root, path))) return true;
    const table = read(path);
    return !/verdict: 'allow'/.test(table) || !/verdict: '(refuse|confirm|note|amend|send-back)'/.test(table);
  });
  expect(without).toEqual([]);
});
