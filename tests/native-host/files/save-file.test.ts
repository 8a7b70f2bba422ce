import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFileTools } from '../../../native-host/files/file-tools.ts';
import { findFiled } from '../../../native-host/files/find-filed.ts';
import { safeName } from '../../../native-host/files/safe-name.ts';
import { saveFile } from '../../../native-host/files/save-file.ts';
import { faultOf, valueIn } from '../workflow/shipped.ts';
import { type TestPlace, testPlace, testRunId } from './place.ts';

function downloaded(place: TestPlace, name: string, text: string): string {
  const path = join(place.downloads, name);
  writeFileSync(path, text);
  return path;
}

test('a downloaded file is filed under its name, private and whole', async () => {
  const place = testPlace();
  const from = downloaded(place, 'a.csv', 'a,b\n1,2\n');
  const { file, checked } = valueIn(
    await saveFile({ from, folder: '~/Reports/Vendor', name: 'June.csv', checks: { rows: 1 } }, place),
  );
  expect(file).toEqual({
    name: 'June.csv',
    path: join(place.home, 'Reports', 'Vendor', 'June.csv'),
    bytes: 8,
    sha256: createHash('sha256').update('a,b\n1,2\n').digest('hex'),
    state: 'filed',
  });
  expect(checked).toEqual(['type csv', '1 row']);
  expect(readFileSync(file.path, 'utf8')).toBe('a,b\n1,2\n');
  expect(statSync(file.path).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(place.home, 'Reports', 'Vendor'))).toEqual(['June.csv']);
});

test('the same content is recognised, other content gets a number, and nothing is overwritten', async () => {
  const place = testPlace();
  const file = async (text: string) =>
    valueIn(
      await saveFile({ from: downloaded(place, 'x', text), folder: '~/R', name: 'x.csv', checks: {} }, place),
    ).file;
  expect((await file('one')).name).toBe('x.csv');
  expect(await file('one')).toMatchObject({ name: 'x.csv', state: 'already_filed' });
  expect(await file('two')).toMatchObject({ name: 'x (2).csv', state: 'filed' });
  expect(await file('two')).toMatchObject({ name: 'x (2).csv', state: 'already_filed' });
  expect(readFileSync(join(place.home, 'R', 'x.csv'), 'utf8')).toBe('one');
});

test('a file that the person has put there is left alone, the same content is taken as filed', async () => {
  const place = testPlace();
  writeFileSync(join(place.home, 'x.csv'), 'mine');
  const from = downloaded(place, 'x', 'mine');
  const { file } = valueIn(await saveFile({ from, folder: '~', name: 'x.csv', checks: {} }, place));
  expect(file.state).toBe('already_filed');
  expect(valueIn(await findFiled({ folder: '~', name: 'x.csv' }, place)).found).toBe(true);
});

test('a check that does not hold files nothing, and makes no folder', async () => {
  const place = testPlace();
  const from = downloaded(place, 'x', 'a,b\n1,2\n');
  const result = await saveFile({ from, folder: '~/New', name: 'x.csv', checks: { rows: 5 } }, place);
  expect(faultOf(result).code).toBe('not-actionable');
  expect(existsSync(join(place.home, 'New'))).toBe(false);
});

test('only what lies in the folder of the run may be filed', async () => {
  const place = testPlace();
  const secret = join(place.root, 'outside.txt');
  writeFileSync(secret, 'secret');
  const link = join(place.downloads, 'link');
  symlinkSync(secret, link);
  for (const from of [
    secret,
    link,
    join(place.downloads, '..', '..', '..', 'outside.txt'),
    place.runFolder,
  ]) {
    const result = await saveFile({ from, folder: '~', name: 'x', checks: {} }, place);
    expect(faultOf(result).code).toBe('bad-arguments');
  }
  const gone = await saveFile(
    { from: join(place.downloads, 'no'), folder: '~', name: 'x', checks: {} },
    place,
  );
  expect(faultOf(gone).code).toBe('not-found');
  expect(readdirSync(place.home)).toEqual([]);
});

test('a folder that cannot be made is a clear fault', async () => {
  const place = testPlace();
  writeFileSync(join(place.home, 'taken'), '');
  const from = downloaded(place, 'x', 'x');
  const result = await saveFile({ from, folder: '~/taken/in', name: 'x', checks: {} }, place);
  expect(faultOf(result).message).toContain('Nothing can be filed in');
});

test('a filed document is found while it is there unchanged', async () => {
  const place = testPlace();
  const args = { folder: '~/R', name: 'x.csv' };
  expect(valueIn(await findFiled(args, place))).toEqual({ found: false, path: '', bytes: 0, sha256: '' });
  const from = downloaded(place, 'x', 'one');
  const { file } = valueIn(await saveFile({ ...args, from, checks: {} }, place));
  expect(valueIn(await findFiled(args, place))).toEqual({
    found: true,
    path: file.path,
    bytes: 3,
    sha256: file.sha256,
  });
  writeFileSync(file.path, 'changed');
  expect(valueIn(await findFiled(args, place)).found).toBe(false);
  rmSync(file.path);
  expect(valueIn(await findFiled(args, place)).found).toBe(false);
});

test('the gate asks about the folder that is used, and a file is filed only within a run', async () => {
  const place = testPlace();
  const tools = createFileTools(place);
  const asked = { kind: 'folder', path: join(place.home, 'b') };
  expect(tools.save_file.resourceOf({ folder: '~/a/../b' })).toEqual(asked);
  const args = { from: downloaded(place, 'x', 'x'), folder: '~/b', name: 'x' };
  const { signal } = new AbortController();
  expect(faultOf(await tools.save_file.run(args, { run_id: null, signal })).code).toBe('bad-arguments');
  expect((await tools.save_file.run(args, { run_id: testRunId, signal })).ok).toBe(true);
});

test('names are made safe for every file system', () => {
  expect(safeName('../../etc/passwd')).toBe('-..-etc-passwd');
  expect(safeName('a/b\\c:d*e?"f<g>h|i\u0000j.csv')).toBe('a-b-c-d-e--f-g-h-i-j.csv');
  expect(safeName('invoice\u202efdp.exe')).toBe('invoicefdp.exe');
  expect(safeName(' . ')).toBe('file');
  expect(safeName('CON.csv')).toBe('_CON.csv');
  const long = safeName(`${'ü'.repeat(300)}.csv`);
  expect(Buffer.byteLength(long)).toBeLessThanOrEqual(200);
  expect(long.endsWith('ü.csv')).toBe(true);
});
