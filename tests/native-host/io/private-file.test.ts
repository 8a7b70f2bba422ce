import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPrivateFile } from '../../../native-host/io/private-file.ts';

test('a private file is read whole; a folder, a dangling link and a long one are refused', () => {
  const folder = mkdtempSync(join(tmpdir(), 'la-private-'));
  const path = (name: string): string => join(folder, name);
  writeFileSync(path('file'), 'content', { mode: 0o600 });
  expect(readPrivateFile(path('file'), 'The file', 7)?.toString()).toBe('content');
  expect(readPrivateFile(path('none'), 'The file', 7)).toBeNull();
  expect(() => readPrivateFile(path('file'), 'The file', 6)).toThrow('7 bytes long; at most 6');
  mkdirSync(path('folder'), { mode: 0o700 });
  expect(() => readPrivateFile(path('folder'), 'The file', 7)).toThrow('not an ordinary file');
  symlinkSync(path('none'), path('link'));
  expect(() => readPrivateFile(path('link'), 'The file', 7)).toThrow('symbolic link');
  rmSync(folder, { recursive: true });
});
