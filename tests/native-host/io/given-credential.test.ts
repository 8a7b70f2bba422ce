import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { givenCredential } from '../../../native-host/io/given-credential.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';

test('a credential is the text of its file without the end of the line', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'phrase'), ' correct horse \n');
  expect(givenCredential(folder, 'phrase')).toBe(' correct horse ');
});

test('there is none without a folder, of another name, of nothing, or of too much', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'empty'), '\n');
  writeFileSync(join(folder, 'large'), 'x'.repeat(5_000));
  mkdirSync(join(folder, 'folder'));
  expect(givenCredential(undefined, 'empty')).toBeNull();
  for (const name of ['empty', 'large', 'folder', 'other']) expect(givenCredential(folder, name)).toBeNull();
});
