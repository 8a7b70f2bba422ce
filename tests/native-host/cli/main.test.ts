import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const program = fileURLToPath(new URL('../../../native-host/cli/main.ts', import.meta.url));

function localagent(...args: string[]) {
  const env = { ...process.env, LOCALAGENT_HOME: join(tmpdir(), 'localagent-none') };
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    encoding: 'utf8',
    env,
  });
  return { status, stdout, stderr };
}

test('the program prints its version, and its exit code is the command’s', () => {
  expect(localagent('--version')).toEqual({
    status: 0,
    stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    stderr: '',
  });
  expect(localagent('nothing')).toMatchObject({ status: 2, stdout: '' });
});
