import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeFileDurably, writeFlushed } from '../../../native-host/io/write-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'la-write-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('text and bytes arrive whole, with the mode asked for and nothing beside them', () => {
  const path = join(folder, 'a.txt');
  writeFileDurably(path, 'é first', 0o600);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  writeFileDurably(path, Buffer.alloc(3_000_000, 1), 0o664);
  expect(readFileSync(path)).toHaveLength(3_000_000);
  expect(statSync(path).mode & 0o777).toBe(0o664);
  expect(readdirSync(folder)).toEqual(['a.txt']);
});

test('a link at the path is replaced, not followed', () => {
  writeFileSync(join(folder, 'theirs'), 'theirs');
  symlinkSync(join(folder, 'theirs'), join(folder, 'link'));
  writeFileDurably(join(folder, 'link'), 'ours', 0o600);
  expect(readFileSync(join(folder, 'theirs'), 'utf8')).toBe('theirs');
  expect(readFileSync(join(folder, 'link'), 'utf8')).toBe('ours');
});

test('a failed write leaves the old file and no neighbour', () => {
  writeFileDurably(join(folder, 'kept'), 'old', 0o600);
  expect(() => writeFileDurably(join(folder, 'no-such-folder', 'a'), 'x', 0o600)).toThrow();
  // A folder cannot be replaced by a file: the rename fails after the neighbour was written.
  expect(() => writeFileDurably(folder, 'x', 0o600)).toThrow();
  expect(readdirSync(folder)).toEqual(['kept']);
  expect(() => writeFlushed(join(folder, 'kept'), Buffer.from('new'), 0o600)).toThrow();
  expect(readFileSync(join(folder, 'kept'), 'utf8')).toBe('old');
});
