import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockAuthority } from '../../../native-host/io/single-authority.ts';

let root = '';
let path = '';
const children: ChildProcess[] = [];
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'localagent-test-'));
  path = join(root, 'lock.db');
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(root, { recursive: true, force: true });
});

const module = new URL('../../../native-host/io/single-authority.ts', import.meta.url).href;
/** A process that tries for the lock, keeps nothing but what it got, says so, and lives on. */
const contender = `
  import { lockAuthority } from ${JSON.stringify(module)};
  const place = lockAuthority(process.argv[1], Number(process.argv[2])) === null ? 'second' : 'first';
  globalThis.gc();
  console.log(place);
  setTimeout(() => {}, 15_000);
`;
async function contend(waitMs: number): Promise<{ child: ChildProcess; place: string }> {
  const child = spawn(
    process.execPath,
    ['--expose-gc', '--input-type=module', '-e', contender, path, String(waitMs)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  children.push(child);
  const [place]: unknown[] = await once(createInterface(child.stdout), 'line');
  return { child, place: String(place) };
}

test('of five processes at once one gets the lock, and its death gives it back', async () => {
  const all = await Promise.all(Array.from({ length: 5 }, () => contend(0)));
  expect(all.filter(({ place }) => place === 'first')).toHaveLength(1);
  const holder = all.find(({ place }) => place === 'first')?.child;
  expect(lockAuthority(path, 0)).toBe(null);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  holder?.kill('SIGKILL');
  const lock = lockAuthority(path, 2_000);
  expect(lock).not.toBe(null);
  lock?.release();
});

test('a lock that is held stays held when its holder looks again', async () => {
  const lock = lockAuthority(path, 0);
  expect(lockAuthority(path, 0)).toBe(null);
  expect((await contend(0)).place).toBe('second');
  lock?.release();
  lock?.release();
  expect((await contend(0)).place).toBe('first');
});

test('something else in the lock’s place is told', () => {
  symlinkSync(join(root, 'nothing'), path);
  expect(() => lockAuthority(path, 0)).toThrow('no ordinary file');
  rmSync(path);
  writeFileSync(path, 'x'.repeat(5_000));
  expect(() => lockAuthority(path, 0)).toThrow('cannot be used');
});
