import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeDatabase, openDatabase } from '../../../native-host/io/database.ts';
import { StartError } from '../../../native-host/io/start-error.ts';
import { findSecretForms } from '../../../native-host/secrets/find-secret-forms.ts';
import { seenGenerations } from '../../../native-host/secrets/seen-generations.ts';
import { Vault } from '../../../native-host/secrets/vault.ts';

const site = 'https://portal.example.com';
const value = 'pé&+"ss wörd';
let folder: string;
let paths: { secretsPath: string; keyPath: string };
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'la-vault-'));
  paths = { secretsPath: join(folder, 'secrets.json'), keyPath: join(folder, 'key') };
});
afterEach(() => rmSync(folder, { recursive: true }));

function reasonOf(open = () => Vault.open(paths)): string {
  try {
    open();
  } catch (error) {
    if (error instanceof StartError && error.where.startsWith(folder)) return error.what;
    throw error;
  }
  return 'it opens';
}

test('a secret is set, listed without its value, and used on its sites after a restart', () => {
  const vault = Vault.open(paths);
  expect(vault.list()).toEqual([]);
  expect(vault.set('vendor', value, ['domain:example.com'])).toEqual({ ok: true, value: { created: true } });
  const again = Vault.open(paths);
  expect(again.list()).toMatchObject([{ name: 'vendor', sites: ['domain:example.com'] }]);
  expect(JSON.stringify(again.list())).not.toContain('wörd');
  expect(again.reveal('vendor', site, site)).toEqual({ ok: true, value });
  expect(again.set('vendor', 'new value', ['domain:example.org'])).toEqual({
    ok: true,
    value: { created: false },
  });
  expect(again.reveal('vendor', 'https://example.org', 'https://example.org')).toEqual({
    ok: true,
    value: 'new value',
  });
  expect(again.remove('vendor').ok).toBe(true);
  expect(Vault.open(paths).list()).toEqual([]);
});

test('the file is the owner’s alone and holds no form of the value', () => {
  Vault.open(paths).set('vendor', value, ['domain:example.com']);
  expect(statSync(paths.secretsPath).mode & 0o777).toBe(0o600);
  expect(findSecretForms(readFileSync(paths.secretsPath), [{ name: 'vendor', value }])).toEqual([]);
});

test('any Unicode value up to 8 KiB comes back exactly', () => {
  const vault = Vault.open(paths);
  for (const one of [' ', '\0\n\u202e', '\u{1f511}'.repeat(2048), 'e\u0301']) {
    expect(vault.set('one', one, ['domain:example.com']).ok).toBe(true);
    expect(Vault.open(paths).reveal('one', site, site)).toEqual({ ok: true, value: one });
  }
});

test.each([
  ['', 'v', ['domain:example.com']],
  ['a b', 'v', ['domain:example.com']],
  ['x'.repeat(101), 'v', ['domain:example.com']],
  ['a', '', ['domain:example.com']],
  ['a', 'x'.repeat(8_193), ['domain:example.com']],
  ['a', 'half \ud800', ['domain:example.com']],
  ['a', 'v', []],
  ['a', 'v', ['example.com']],
  ['a', 'v', ['domain:co.uk']],
])('name %j with value %j on %j is refused and nothing is written', (name, bad, sites) => {
  const vault = Vault.open(paths);
  expect(vault.set(name, bad, sites)).toMatchObject({ ok: false, fault: { code: 'bad-arguments' } });
  expect(() => statSync(paths.secretsPath)).toThrow();
});

test('a secret is refused where the frame or the page around it is elsewhere', () => {
  const vault = Vault.open(paths);
  vault.set('vendor', value, ['domain:example.com']);
  for (const [frame, top] of [
    ['https://evil.test', site],
    [site, 'https://evil.test'],
    ['null', site],
    ['http://portal.example.com', 'http://portal.example.com'],
  ]) {
    const answer = vault.reveal('vendor', frame ?? '', top ?? '');
    expect(answer).toMatchObject({ ok: false, fault: { code: 'denied' } });
    expect(JSON.stringify(answer)).not.toContain('wörd');
  }
  const unknown = vault.reveal('other', site, site);
  expect(unknown).toMatchObject({ ok: false, fault: { code: 'not-found' } });
  expect(vault.remove('other')).toMatchObject({ ok: false, fault: { code: 'not-found' } });
});

test('a change by another process is seen, and a broken file stops the use but not the redaction', () => {
  const running = Vault.open(paths);
  const redactor = running.redactor();
  Vault.open(paths).set('vendor', 'first-value', ['domain:example.com']);
  expect(running.reveal('vendor', site, site)).toEqual({ ok: true, value: 'first-value' });
  Vault.open(paths).set('vendor', 'second-value', ['domain:example.com']);
  expect(redactor.redactText('first-value second-value')).toBe('[secret:vendor] [secret:vendor]');
  writeFileSync(paths.secretsPath, '{}');
  expect(running.reveal('vendor', site, site)).toMatchObject({ ok: false, fault: { code: 'denied' } });
  expect(redactor.redactText('second-value')).toBe('[secret:vendor]');
});

test('each kind of broken file has its own message', () => {
  const vault = Vault.open(paths);
  vault.set('a', 'value-a', ['domain:example.com']);
  const older = readFileSync(paths.secretsPath, 'utf8');
  vault.set('b', 'value-b', ['domain:example.com']);
  const text = readFileSync(paths.secretsPath, 'utf8');
  const withText = (changed: string): string => {
    writeFileSync(paths.secretsPath, changed);
    return reasonOf();
  };
  expect(withText(text.slice(0, 100))).toContain('it is no JSON');
  expect(withText('{}')).toContain('header');
  expect(withText(text.replace('"format": 1', '"format": 2'))).toContain('header.format');
  expect(withText(`${text}\n`)).toContain('not in the form in which it was written');
  expect(withText(text.replace('"name": "a"', '"name": "c"'))).toContain('its seal does not fit');
  expect(withText(text.replaceAll('domain:example.com', 'domain:example.org'))).toContain(
    'its seal does not fit',
  );
  expect(withText(text.replace(/"tag": ".{24}"/, '"tag": "AAAAAA=="'))).toContain('16 bytes in base64');
  writeFileSync(paths.secretsPath, text);
  chmodSync(paths.secretsPath, 0o644);
  expect(reasonOf()).toContain('can be reached by other users');
  chmodSync(paths.secretsPath, 0o600);
  copyFileSync(paths.keyPath, join(folder, 'old-key'));
  rmSync(paths.keyPath);
  expect(reasonOf()).toContain('The key file is missing');
  writeFileSync(paths.keyPath, Buffer.alloc(32, 9), { mode: 0o600 });
  expect(reasonOf()).toContain('belongs to another key file');
  copyFileSync(join(folder, 'old-key'), paths.keyPath);

  const database = openDatabase(join(folder, 'localagent.db'));
  const openSeen = () => Vault.open(paths, seenGenerations(database));
  expect(reasonOf(openSeen)).toBe('it opens');
  writeFileSync(paths.secretsPath, older);
  expect(reasonOf(openSeen)).toContain('is an older one');
  closeDatabase(database);
});
