import { spawn } from 'node:child_process';
import {
  chmodSync,
  linkSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { deriveKey, keyCheckValue, loadKey } from '../../../native-host/io/key-file.ts';

const keyFileModule = join(import.meta.dirname, '../../../native-host/io/key-file.ts');

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'la-key-'));
  path = join(folder, 'home', 'key');
});
afterEach(() => rmSync(folder, { recursive: true }));

test('the first call makes 32 random bytes for the owner alone, later calls read them', () => {
  const key = loadKey(path, []);
  expect(key).toHaveLength(32);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readFileSync(path).equals(key)).toBe(true);
  expect(loadKey(path, []).equals(key)).toBe(true);
});

test('a lost key is not replaced while something is sealed with it', () => {
  writeFileSync(join(folder, 'secrets.json'), '{}');
  expect(() => loadKey(path, [join(folder, 'secrets.json')])).toThrow('The key file is missing');
  expect(() => statSync(path)).toThrow();
});

test('a key that others can read, with two names, a link, or of another length is refused', () => {
  loadKey(path, []);
  chmodSync(path, 0o640);
  expect(() => loadKey(path, [])).toThrow('can be reached by other users');
  chmodSync(path, 0o600);
  linkSync(path, join(folder, 'second'));
  expect(() => loadKey(path, [])).toThrow('hard link');
  rmSync(path);
  symlinkSync(join(folder, 'second'), path);
  expect(() => loadKey(path, [])).toThrow('symbolic link');
  rmSync(path);
  writeFileSync(path, 'short', { mode: 0o600 });
  expect(() => loadKey(path, [])).toThrow('5 bytes long instead of 32');
  writeFileSync(path, Buffer.alloc(33), { mode: 0o600 });
  expect(() => loadKey(path, [])).toThrow('33 bytes');
});

test('four processes that start at once agree on one key', async () => {
  const script = `
    import { loadKey } from ${JSON.stringify(keyFileModule)};
    process.stdout.write(loadKey(${JSON.stringify(path)}, []).toString('hex'));`;
  const keys = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let text = '';
      for await (const chunk of child.stdout) text += String(chunk);
      return text;
    }),
  );
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toMatch(/^[0-9a-f]{64}$/);
});

test('derived keys differ by label and salt, and never change', () => {
  const master = Buffer.alloc(32, 7);
  expect(deriveKey(master, 'ledger-head').toString('hex')).toBe(
    'ff10ce0307df6f676b06fcb4671e161d0f167ca72e4220dce783eeba40175d32',
  );
  expect(deriveKey(master, 'ledger-heae')).not.toEqual(deriveKey(master, 'ledger-head'));
  expect(deriveKey(master, 'x', Buffer.from('salt'))).not.toEqual(deriveKey(master, 'x'));
  expect(keyCheckValue(master, 'store')).toBe('IGqRetNFri8G1JXMtdZUN/ABg6y0wj0rEz6UUiATlLc=');
});
