import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../../native-host/io/database.ts';
import { StartError } from '../../../native-host/io/start-error.ts';
import type { Keychain } from '../../../native-host/secrets/keychain.ts';
import { readGenerations, seenGenerations } from '../../../native-host/secrets/seen-generations.ts';
import type { KeyMeans } from '../../../native-host/secrets/store-key.ts';
import { Vault } from '../../../native-host/secrets/vault.ts';

const site = 'https://portal.example.com';
const passphrase = 'five plain random words here';
let folder: string;
let paths: { secretsPath: string; keyPath: string };
let kept: Map<string, string>;
let means: KeyMeans;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'la-store-key-'));
  paths = { secretsPath: join(folder, 'secrets.json'), keyPath: join(folder, 'key') };
  kept = new Map();
  const keychain: Keychain = {
    read: (account) => kept.get(account) ?? null,
    write: (account, text) => void kept.set(account, text),
    remove: (account) => void kept.delete(account),
  };
  means = { passphrase: null, keychain };
});
afterEach(() => rmSync(folder, { recursive: true }));

function open(given: Partial<KeyMeans> = {}): Vault {
  return Vault.open(paths, undefined, Date.now, { ...means, ...given });
}

function reasonOf(given: Partial<KeyMeans> = {}): string {
  try {
    open(given);
  } catch (error) {
    if (error instanceof StartError) return error.what;
    throw error;
  }
  return 'it opens';
}

function filled(): Vault {
  const vault = open();
  vault.set('a', 'value-a', ['domain:example.com']);
  vault.set('b', 'value-b', ['domain:example.com']);
  return vault;
}

function opensWith(vault: Vault, value = 'value-a'): void {
  expect(vault.reveal('a', site, site)).toEqual({ ok: true, value });
}

test('a rotation seals everything with a new key, and the old one opens nothing of it', () => {
  const vault = filled();
  const before = readFileSync(paths.secretsPath);
  expect(vault.rotate('file', null)).toMatchObject({ ok: true, value: { mode: 'file', key_id: 2 } });
  opensWith(vault);
  opensWith(open());
  expect(vault.rotate('file', null)).toMatchObject({ ok: true, value: { key_id: 3 } });
  opensWith(open());
  expect([2, 3].map((id) => existsSync(`${paths.keyPath}.${id}`))).toEqual([false, true]);
  unlinkSync(`${paths.keyPath}.3`);
  expect(reasonOf()).toContain('is missing');
  writeFileSync(paths.secretsPath, before);
  opensWith(open());
});

test('a rotation that is cut off at any point leaves a store that opens, and its leavings go', () => {
  filled();
  const old = readFileSync(paths.secretsPath);
  writeFileSync(`${paths.keyPath}.2`, 'a key that was made and never used', { mode: 0o600 });
  writeFileSync(join(folder, '.secrets.json.x.tmp'), '{', { mode: 0o600 });
  opensWith(open());
  expect(existsSync(`${paths.keyPath}.2`)).toBe(false);

  open().rotate('file', null);
  copyFileSync(`${paths.keyPath}.2`, join(folder, 'saved'));
  open().rotate('file', null);
  renameSync(join(folder, 'saved'), `${paths.keyPath}.2`);
  opensWith(open());
  expect(existsSync(`${paths.keyPath}.2`)).toBe(false);
  expect(readFileSync(paths.secretsPath).equals(old)).toBe(false);
});

test('with a passphrase the file opens for nobody who has all files and not the words', () => {
  const vault = filled();
  expect(vault.rotate('passphrase', 'short')).toMatchObject({ ok: false, fault: { code: 'bad-arguments' } });
  expect(vault.rotate('passphrase', passphrase)).toMatchObject({ ok: true, value: { mode: 'passphrase' } });
  opensWith(vault);
  const locked = open();
  expect(locked.state).toEqual({ mode: 'passphrase', key_id: 2, locked: true });
  expect(locked.list().map(({ name }) => name)).toEqual(['a', 'b']);
  expect(locked.reveal('a', site, site)).toMatchObject({ ok: false, fault: { code: 'denied' } });
  expect(locked.set('c', 'value-c', ['domain:example.com'])).toMatchObject({ ok: false });
  expect(locked.rotate('file', null)).toMatchObject({ ok: false });
  expect(locked.unlock('another five random words')).toMatchObject({ ok: false, fault: { code: 'denied' } });
  expect(locked.unlock(passphrase)).toMatchObject({ ok: true, value: { locked: false } });
  opensWith(locked);
  opensWith(open({ passphrase }));
  expect(locked.rotate('file', null)).toMatchObject({ ok: true, value: { mode: 'file', key_id: 3 } });
  opensWith(open());
});

test('in the keychain the key is in no file, and without the keychain it says what is missing', () => {
  filled().rotate('keychain', null);
  opensWith(open());
  expect(kept.size).toBe(1);
  expect(reasonOf({ keychain: null })).toContain('no keychain');
  const [account = '', key = ''] = [...kept][0] ?? [];
  expect(readFileSync(paths.secretsPath, 'utf8')).not.toContain(key);
  open().rotate('keychain', null);
  expect([...kept.keys()].some((one) => one === account)).toBe(false);
  opensWith(open());
  kept.clear();
  expect(reasonOf()).toContain('did not give the key');
});

test('a keychain that forgets, or refuses, keeps the old key in use', () => {
  const vault = filled();
  const forgets = open({ keychain: { read: () => null, write: () => {}, remove: () => {} } });
  expect(() => forgets.rotate('keychain', null)).toThrow(StartError);
  opensWith(vault);
  opensWith(open());
});

test('an older store that is put back after a rotation is refused, by the command line too', () => {
  const database = join(folder, 'localagent.db');
  const news: number[] = [];
  const seen = seenGenerations(openDatabase(database), (keyId) => news.push(keyId));
  filled();
  const older = readFileSync(paths.secretsPath);
  Vault.open(paths, seen);
  open().rotate('file', null);
  Vault.open(paths, seen);
  Vault.open(paths, seen);
  expect(news).toEqual([2]);
  writeFileSync(paths.secretsPath, older);
  for (const memory of [seen, readGenerations(database)]) {
    expect(() => Vault.open(paths, memory)).toThrow('an older one');
  }
  expect(readGenerations(join(folder, 'none.db')).read('any')).toBe(0);
});

test('a later key file that is a link, open to others or has a second name has its own message', () => {
  filled().rotate('file', null);
  const key = `${paths.keyPath}.2`;
  chmodSync(key, 0o644);
  expect(reasonOf()).toContain('other users');
  chmodSync(key, 0o600);
  linkSync(key, join(folder, 'second'));
  expect(reasonOf()).toContain('second name');
  unlinkSync(join(folder, 'second'));
  renameSync(key, join(folder, 'moved'));
  symlinkSync(join(folder, 'moved'), key);
  expect(reasonOf()).toContain('symbolic link');
});

test('a source of codes gives codes, on its sites, and neither its seed nor they leave by text', () => {
  const vault = Vault.open(paths, undefined, () => 59_000);
  const address = 'otpauth://totp/Example:anna?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  vault.set('code', address, ['domain:example.com']);
  vault.set('a', 'value-a', ['domain:example.com']);
  expect(vault.reveal('code#totp', site, site)).toEqual({ ok: true, value: '287082' });
  expect(vault.reveal('code', site, site)).toMatchObject({ ok: false, fault: { code: 'bad-arguments' } });
  expect(vault.reveal('a#totp', site, site)).toMatchObject({ ok: false, fault: { code: 'bad-arguments' } });
  expect(vault.reveal('code#totp', 'https://evil.test', site)).toMatchObject({ fault: { code: 'denied' } });
  expect(vault.list()[1]).toMatchObject({ name: 'code', kind: 'totp' });
  const text = `${address} GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ 287082`;
  expect(vault.redactor().redactText(text)).toBe('[secret:code] [secret:code] [secret:code]');
  expect(vault.set('bad', 'otpauth://totp/x', ['domain:example.com'])).toMatchObject({ ok: false });
});
