import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

const MAIN = new URL('../../demo/main.ts', import.meta.url).pathname;

const runOnce = (args: readonly string[]) =>
  spawnSync(process.execPath, [MAIN, ...args], {
    encoding: 'utf8',
    env: { ...process.env, PORTAL_PASSWORD: 'x' },
  });

test('it prints where it listens, serves, and ends when asked to', async () => {
  const child = spawn(process.execPath, [MAIN, '--username', 'buyer', '--password-env', 'PORTAL_PASSWORD'], {
    env: { ...process.env, PORTAL_PASSWORD: 'é&+"' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const [line] = await once(child.stdout, 'data');
  const { origin } = JSON.parse(String(line));
  expect((await fetch(`${origin}/login`)).status).toBe(200);
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});

test.each([
  { args: [], says: '--username is missing' },
  { args: ['--username', 'a'], says: '--password-env is missing' },
  { args: ['--username', 'a', '--password-env', 'NOT_SET_ANYWHERE'], says: 'NOT_SET_ANYWHERE is not set' },
  {
    args: ['--username', 'a', '--password-env', 'PORTAL_PASSWORD', '--port', '70000'],
    says: 'from 0 to 65535',
  },
  { args: ['--speed', '9'], says: '--speed' },
])('$args ends with 2 and says "$says"', ({ args, says }) => {
  const { status, stdout, stderr } = runOnce(args);
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toContain(says);
});
