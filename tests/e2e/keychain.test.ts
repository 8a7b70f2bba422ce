import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Home } from './command-line.ts';
import { KeychainSession } from './keychain-session.ts';

// The keychain mode of the secrets with a keychain that others wrote.

const isLinux = process.platform === 'linux';
const set = ['secrets', 'set', 'portal', '--site', 'domain:portal.example.com'] as const;

test.runIf(isLinux)('a key in the keychain opens the secrets in its session, and nowhere else', async () => {
  await using session = await KeychainSession.open();
  await using home = new Home(session.env);
  expect(await home.run(set, { input: 'correct horse battery' })).toMatchObject({ code: 0 });
  expect(await home.run(['secrets', 'rotate', '--mode', 'keychain'])).toMatchObject({ code: 0 });

  const listed = await home.run(['secrets', 'list']);
  expect(listed).toMatchObject({ code: 0, stdout: expect.stringContaining('portal') });
  const stored = readFileSync(join(home.home, 'secrets.json'), 'utf8');
  expect(JSON.parse(stored)).toMatchObject({ header: { kdf: 'keychain', key_id: 2 } });
  expect(stored).not.toContain('correct horse battery');

  await using other = await KeychainSession.open();
  await using copy = new Home(other.env);
  cpSync(home.home, copy.home, { recursive: true });
  const elsewhere = await copy.run(['secrets', 'list']);
  expect(elsewhere.code).toBe(2);
  expect(elsewhere.stderr).toContain('key');
});

test.runIf(isLinux)('without its keychain nothing is lost, and the message says what to do', async () => {
  await using session = await KeychainSession.open();
  await using home = new Home(session.env);
  await home.run(set, { input: 'correct horse battery' });
  await home.run(['secrets', 'rotate', '--mode', 'keychain']);
  const before = readFileSync(join(home.home, 'secrets.json'), 'utf8');
  const nobody = { DBUS_SESSION_BUS_ADDRESS: `unix:path=${join(home.folder, 'nobody')}` };
  const refused = await home.run(set, { input: 'another value', env: nobody });
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain('The keychain did not give the key of the secrets.');
  expect(refused.stderr).toContain('Log in to the desktop session');
  expect(readFileSync(join(home.home, 'secrets.json'), 'utf8')).toBe(before);

  expect(await home.run(['secrets', 'rotate', '--mode', 'file'])).toMatchObject({ code: 0 });
  const listed = await home.run(['secrets', 'list'], { env: nobody });
  expect(listed).toMatchObject({ code: 0, stdout: expect.stringContaining('portal') });
});
