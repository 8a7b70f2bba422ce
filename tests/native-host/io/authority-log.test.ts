import {
  closeSync,
  existsSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openLog, readLogSince, watchLog } from '../../../native-host/io/authority-log.ts';

let root = '';
let path = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'localagent-test-'));
  path = join(root, 'authority.log');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test('a new authority’s lines come after the old ones, and are read without them', () => {
  writeFileSync(path, 'old\n', { mode: 0o600 });
  const log = openLog(path);
  writeSync(log.descriptor, 'new one\nnew two\n');
  closeSync(log.descriptor);
  expect(readLogSince(path, log.size, 1_000)).toBe('new one\nnew two');
  expect(readLogSince(path, log.size, 4)).toBe('two');
  expect(readLogSince(join(root, 'none'), 0, 4)).toBe('');
});

test('a large log is put aside, and the new one is private', () => {
  writeFileSync(path, 'x'.repeat(1_000_001));
  const log = openLog(path);
  closeSync(log.descriptor);
  expect(log.size).toBe(0);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(existsSync(`${path}.1`)).toBe(true);
});

test('a link is not written through', () => {
  symlinkSync(join(root, 'elsewhere'), path);
  expect(() => openLog(path)).toThrow();
  expect(existsSync(join(root, 'elsewhere'))).toBe(false);
});

test('a log that grows while the authority runs is emptied', () => {
  vi.useFakeTimers();
  try {
    watchLog(path);
    vi.advanceTimersByTime(60_000);
    writeFileSync(path, 'x'.repeat(1_000_001));
    vi.advanceTimersByTime(60_000);
    expect(statSync(path).size).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
