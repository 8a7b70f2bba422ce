import { createHash } from 'node:crypto';
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createUploads } from '../../../native-host/files/upload-files.ts';
import { FaultError, type Result } from '../../../shared/faults.ts';
import { uploadBytesMax } from '../../../shared/limits.ts';

let home: string;
let uploads: ReturnType<typeof createUploads>;
let write: (path: string, text: string) => string;

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'localagent-upload-')));
  const dataFolder = join(home, 'data');
  write = (path, text) => {
    const whole = join(home, path);
    mkdirSync(join(whole, '..'), { recursive: true });
    writeFileSync(whole, text);
    return whole;
  };
  const secrets = write('data/secrets.json', 'secret');
  const runsFolder = join(dataFolder, 'runs');
  uploads = createUploads({ home, dataFolder, runsFolder, neverFiles: [secrets] });
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const byPath = (...paths: readonly string[]) => ({ files: paths.map((path) => ({ path })) });

function given<T>(result: Result<T>): T {
  if (!result.ok) throw new FaultError(result.fault);
  return result.value;
}

test('a file is judged by the folder in which it really lies, and read from there', () => {
  const real = write('Papers/inner/a.csv', 'x;y');
  symlinkSync(real, join(home, 'Papers', 'link.csv'));
  symlinkSync(join(home, 'Papers', 'inner'), join(home, 'short'));
  const args = byPath('~/Papers/link.csv', 'short/a.csv');
  expect(given(uploads.foldersOf(args, null))).toEqual([join(home, 'Papers', 'inner')]);
  const read = given(uploads.read(args, null, [join(home, 'Papers', 'inner')]));
  expect(read).toMatchObject([
    {
      name: 'a.csv',
      mime_type: 'text/csv',
      bytes: 3,
      content_base64: Buffer.from('x;y').toString('base64'),
      sha256: createHash('sha256').update('x;y').digest('hex'),
    },
    { name: 'a.csv' },
  ]);
});

test('nothing of the data folder is given away, by whatever way it is named', () => {
  write('data/profiles/main/Cookies', 'x');
  write('data/runs/r1/report.json', 'x');
  symlinkSync(join(home, 'data'), join(home, 'way-in'));
  for (const path of [
    '~/data/secrets.json',
    '~/data/key-that-is-not-there',
    '~/way-in/profiles/main/Cookies',
    '~/Papers/../data/secrets.json',
    '~/data/runs/r1/report.json',
    '~/data/runs/r1/downloads/../../../secrets.json',
  ]) {
    expect(uploads.foldersOf(byPath(path), 'r1')).toMatchObject({ ok: false, fault: { code: 'denied' } });
  }
  write('Papers/x', '');
  linkSync(join(home, 'data', 'secrets.json'), join(home, 'Papers', 'innocent.txt'));
  const read = uploads.read(byPath('~/Papers/innocent.txt'), null, [join(home, 'Papers')]);
  expect(read).toMatchObject({ ok: false, fault: { code: 'denied' } });
});

test('what the run itself downloaded needs no folder rule, and what another run did is judged by its folder', () => {
  const path = write('data/runs/r1/downloads/report.csv', 'x');
  expect(given(uploads.foldersOf(byPath(path), 'r1'))).toEqual([]);
  expect(given(uploads.read(byPath(path), 'r1', []))).toMatchObject([{ name: 'report.csv' }]);
  expect(given(uploads.foldersOf(byPath(path), 'r2'))).toEqual([
    join(home, 'data', 'runs', 'r1', 'downloads'),
  ]);
});

test('a file that lies elsewhere than when it was judged is not read', () => {
  write('Papers/a.csv', 'x');
  write('Private/a.csv', 'y');
  const judged = given(uploads.foldersOf(byPath('~/Papers/a.csv'), null));
  renameSync(join(home, 'Papers'), join(home, 'Moved'));
  symlinkSync(join(home, 'Private'), join(home, 'Papers'));
  expect(uploads.read(byPath('~/Papers/a.csv'), null, judged)).toMatchObject({
    ok: false,
    fault: { code: 'permit-mismatch' },
  });
});

test('content in the call is hashed and typed like a file, and its name is no more than a name', () => {
  const args = {
    files: [
      { name: '../x/é.pdf', content_base64: 'AAEC' },
      { name: 'b', mime_type: 'a/b', text: 'é' },
    ],
  };
  expect(given(uploads.foldersOf(args, null))).toEqual([]);
  expect(given(uploads.read(args, null, []))).toMatchObject([
    { name: '-x-é.pdf', mime_type: 'application/pdf', bytes: 3, content_base64: null },
    { name: 'b', mime_type: 'a/b', bytes: 2, content_base64: null },
  ]);
});

test.each([
  ['is not there', () => byPath('~/Papers/none.csv'), 'not-found'],
  ['is a folder', () => byPath('~/Papers/inner'), 'not-found'],
  ['is no base64', () => ({ files: [{ name: 'a', content_base64: 'a b' }] }), 'bad-arguments'],
  ['is too large', () => ({ files: [{ name: 'a', text: 'é'.repeat(uploadBytesMax / 2 + 1) }] }), 'too-large'],
])('what %s is a fault', (_what, args, code) => {
  write('Papers/inner/a.csv', 'x');
  const folders = given(uploads.foldersOf(args(), null));
  expect(uploads.read(args(), null, folders)).toMatchObject({ ok: false, fault: { code } });
});
