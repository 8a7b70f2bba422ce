import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { takeOverDownload } from '../../../native-host/files/take-over-download.ts';
import { faultOf, valueIn } from '../workflow/shipped.ts';
import { testPlace } from './place.ts';

function browserDownload(text = 'data') {
  const place = testPlace();
  const folder = join(place.root, 'Downloads');
  mkdirSync(folder);
  const path = join(folder, 'report (3).csv');
  const since = Date.now();
  writeFileSync(path, text);
  const result = {
    name: 'report.csv',
    path,
    bytes: Buffer.byteLength(text),
    sha256: null,
    mime: 'text/csv',
    source_url: 'https://portal.example.com/x',
  };
  return {
    place: { runFolder: place.runFolder, since },
    downloads: place.downloads,
    result,
    root: place.root,
  };
}

test('the file is copied into the run, hashed, and the copy of the browser is gone', async () => {
  const { place, downloads, result } = browserDownload();
  const taken = valueIn(await takeOverDownload(result, place));
  expect(taken).toEqual({
    ...result,
    path: join(downloads, 'report.csv'),
    sha256: createHash('sha256').update('data').digest('hex'),
  });
  expect(readFileSync(taken.path, 'utf8')).toBe('data');
  expect(existsSync(result.path)).toBe(false);
});

test('a second download of the name gets a number', async () => {
  const { place, downloads, result } = browserDownload();
  writeFileSync(join(downloads, 'report.csv'), 'earlier');
  expect(valueIn(await takeOverDownload(result, place)).name).toBe('report (2).csv');
});

test('a file that cannot be the download is neither taken nor removed', async () => {
  const { place, result, root } = browserDownload();
  const old = await takeOverDownload(result, { ...place, since: Date.now() + 60_000 });
  expect(faultOf(old).message).toContain('was there before the download');
  const short = await takeOverDownload({ ...result, bytes: 1 }, place);
  expect(faultOf(short).message).toContain('4 bytes on disk and 1 by the browser');
  const link = join(root, 'Downloads', 'link');
  symlinkSync(result.path, link);
  expect(faultOf(await takeOverDownload({ ...result, path: link }, place)).message).toContain(
    'not an ordinary file',
  );
  const none = await takeOverDownload({ ...result, path: join(root, 'none') }, place);
  expect(faultOf(none).message).toContain('is not there');
  expect(existsSync(result.path)).toBe(true);
});

test('a name from the page cannot leave the folder of the run', async () => {
  const { place, downloads, result } = browserDownload();
  const taken = valueIn(await takeOverDownload({ ...result, name: '../../../evil.csv' }, place));
  expect(taken.path.startsWith(downloads)).toBe(true);
});
