import {
  chmodSync,
  linkSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ensureToken, readToken } from '../../../native-host/io/token.ts';

let root = '';
let path = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'localagent-test-'));
  path = join(root, 'token');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test('a token is made once, private, and stays', () => {
  expect(readToken(path)).toBe(null);
  const token = ensureToken(path);
  expect(token).toHaveLength(32);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(ensureToken(path)).toEqual(token);
  expect(readToken(path)).toEqual(token);
});

test('a token that others can read, that has a second name, is a link or is not 32 bytes long is refused', () => {
  ensureToken(path);
  chmodSync(path, 0o640);
  expect(() => readToken(path)).toThrow(/other users[\s\S]*chmod 600/);
  chmodSync(path, 0o600);
  linkSync(path, join(root, 'second'));
  expect(() => readToken(path)).toThrow('hard link');
  rmSync(join(root, 'second'));
  renameSync(path, join(root, 'real'));
  symlinkSync(join(root, 'real'), path);
  expect(() => ensureToken(path)).toThrow('symbolic link');
  rmSync(path);
  writeFileSync(path, 'short', { mode: 0o600 });
  expect(() => ensureToken(path)).toThrow('5 bytes');
});
