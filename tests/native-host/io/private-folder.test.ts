import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { homePaths } from '../../../native-host/io/home.ts';
import {
  checkFolders,
  checkSocket,
  ensureFolders,
  ensurePrivateFolder,
} from '../../../native-host/io/private-folder.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'localagent-test-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));
const mode = (path: string): number => statSync(path).mode & 0o777;

test('folders are made for their owner alone, whatever the umask', () => {
  const paths = homePaths({ LOCALAGENT_HOME: join(root, 'a', 'home') });
  expect(checkFolders(paths)).toBe(false);
  const before = process.umask(0);
  try {
    ensureFolders(paths);
  } finally {
    process.umask(before);
  }
  expect([mode(paths.home), mode(paths.run)]).toEqual([0o700, 0o700]);
  expect(checkFolders(paths)).toBe(true);
  ensureFolders(paths);
});

test('a data folder that others may read is used, one that they may change is refused', () => {
  const paths = homePaths({ LOCALAGENT_HOME: join(root, 'home') });
  mkdirSync(paths.home);
  chmodSync(paths.home, 0o755);
  ensureFolders(paths);
  expect(mode(paths.run)).toBe(0o700);
  chmodSync(paths.home, 0o775);
  expect(() => ensureFolders(paths)).toThrow(/can be changed by other users[\s\S]*chmod go-w/);
});

test('the folder of socket and token is refused when others can reach it, with the command that mends it', () => {
  const paths = homePaths({ LOCALAGENT_HOME: join(root, "it's home") });
  ensureFolders(paths);
  chmodSync(paths.run, 0o750);
  expect(() => checkFolders(paths)).toThrow(
    /can be reached by other users[\s\S]*run[\s\S]*chmod 700 '.*it'\\''s home/,
  );
});

test('a link, a file or another user’s folder is none', () => {
  const real = join(root, 'real');
  const link = join(root, 'link');
  const file = join(root, 'file');
  mkdirSync(real, { mode: 0o700 });
  symlinkSync(real, link);
  writeFileSync(file, '');
  expect(() => ensurePrivateFolder(link, 'The folder')).toThrow('symbolic link');
  expect(() => ensurePrivateFolder(file, 'The folder')).toThrow('not a folder');
  expect(() => ensurePrivateFolder(join(file, 'below'), 'The folder')).toThrow('cannot be made');
  // Only root can give a folder away.
  if (process.getuid?.() !== 0) return;
  chownSync(real, 12_345, 12_345);
  expect(() => ensurePrivateFolder(real, 'The folder')).toThrow('belongs to another user');
});

test('a socket is looked at before anything is said through it', async () => {
  const path = join(root, 'socket');
  expect(checkSocket(path)).toBe(false);
  writeFileSync(path, '');
  expect(() => checkSocket(path)).toThrow('is none');
  rmSync(path);
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(path, resolve));
  chmodSync(path, 0o666);
  expect(() => checkSocket(path)).toThrow('can be reached by other users');
  chmodSync(path, 0o600);
  expect(checkSocket(path)).toBe(true);
  symlinkSync(path, join(root, 'link'));
  expect(() => checkSocket(join(root, 'link'))).toThrow('is none');
  server.close();
});

test('a long data folder has its socket in a private folder of its own', () => {
  const paths = homePaths({ LOCALAGENT_HOME: join(root, 'x'.repeat(90), 'home') });
  expect(dirname(paths.socket)).not.toBe(paths.run);
  ensureFolders(paths);
  expect(mode(dirname(paths.socket))).toBe(0o700);
});
