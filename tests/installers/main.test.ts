import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../fakes/temporary-folder.ts';

const program = fileURLToPath(new URL('../../installers/main.ts', import.meta.url));

function pack(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' });
  return { status, stdout, stderr };
}

test('the help tells every option', () => {
  expect(pack('--help')).toMatchObject({ status: 0, stdout: expect.stringContaining('--key FILE') });
});

test.each([
  [[], '--url is missing'],
  [['--url', 'ftp://x'], '"ftp://x" is no http or https URL'],
  [['--url', 'https://x.example', '--kye', 'x'], "Unknown option '--kye'"],
])('%j is wrong usage', (args, told) => {
  const { status, stderr } = pack(...args);
  expect(status).toBe(2);
  expect(stderr).toContain(told);
});

test('a file that is no key is told', () => {
  const file = join(temporaryFolder(), 'x.pem');
  writeFileSync(file, 'no key');
  const { status, stderr } = pack('--url', 'https://x.example', '--key', file);
  expect(status).toBe(2);
  // Without a built extension that is told first; both name what to do.
  expect(stderr).toMatch(/is no private key|npm run build/);
});
