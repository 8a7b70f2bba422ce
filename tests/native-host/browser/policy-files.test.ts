import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readPolicyFiles } from '../../../native-host/browser/policy-files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'localagent-policies-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('every file of the folder is read, and what is none is passed over', () => {
  writeFileSync(join(folder, 'a.json'), '{}');
  writeFileSync(join(folder, 'readme.txt'), 'no policy');
  mkdirSync(join(folder, 'b.json'));
  expect(readPolicyFiles({ managedPolicies: folder }, 'linux')).toEqual([
    { file: join(folder, 'a.json'), text: '{}' },
  ]);
});

test('there are none where the folder is missing or policies are not files', () => {
  writeFileSync(join(folder, 'a.json'), '{}');
  expect(readPolicyFiles({ managedPolicies: join(folder, 'none') }, 'linux')).toEqual([]);
  expect(readPolicyFiles({ managedPolicies: folder }, 'darwin')).toEqual([]);
});
