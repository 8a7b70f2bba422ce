import { argon2Sync, randomBytes } from 'node:crypto';
import { existsSync, unlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Fault, fault } from '../../shared/faults.ts';
import { keyCheckValue, loadKey } from '../io/key-file.ts';
import { readPrivateFile } from '../io/private-file.ts';
import { StartError } from '../io/start-error.ts';
import { flushFolder, writeFlushed } from '../io/write-file.ts';
import type { Keychain } from './keychain.ts';
import type { SecretsFile } from './secrets-file.ts';

// Where the key of the secrets is, by the file's header:
//   none      in a file: `key` for key 1 (the data folder's own), `key.N` for a later one. Keeps other users and
//             copies without it out; whoever can read this user's files can read it.
//   keychain  in the keychain of the session, which this user's own programs can ask as well.
//   argon2id  nowhere: made of a passphrase, so that a stolen disk holds nothing to open the secrets with.

export const keyModes = ['file', 'keychain', 'passphrase'] as const;
export type KeyMode = (typeof keyModes)[number];
export type KeyMeans = { readonly passphrase: string | null; readonly keychain: Keychain | null };
type Header = SecretsFile['header'];

const keyBytes = 32;
/** RFC 9106's second recommended setting: about 0.4 s, and 64 MiB for each guess. */
const argon = { memory_kib: 65_536, passes: 3, parallelism: 4 } as const;
const passphraseMin = 12;
export const noMeans: KeyMeans = { passphrase: null, keychain: null };

/** Why a passphrase will not do for a mode; null when it will. */
export function shortPassphrase(mode: KeyMode, passphrase: string | null): Fault | null {
  if (mode !== 'passphrase' || (passphrase ?? '').length >= passphraseMin) return null;
  const hint = `Give at least ${passphraseMin} characters; five random words are good.`;
  return fault('bad-arguments', 'The passphrase is too short.', hint);
}

export function modeOf({ kdf }: Pick<Header, 'kdf'>): KeyMode {
  if (kdf === 'none') return 'file';
  return kdf === 'keychain' ? 'keychain' : 'passphrase';
}

/** What a mode protects from, and what not, for the person. */
export const modeWords: Readonly<Record<KeyMode, string>> = {
  file: 'The key lies beside the secrets: other users and copies without it are kept out, not your own programs and not a stolen disk without encryption.',
  keychain:
    'The key is in the keychain: a copy of the data folder does not open, but your own programs can ask the keychain.',
  passphrase:
    'The key is made of your passphrase: a stolen disk does not open, but while LocalAgent runs the key is in its memory.',
};

/** Name of a later key's file; key 1 is the data folder's own. */
export function keyFileOf(keyPath: string, keyId: number): string {
  return keyId === 1 ? keyPath : `${keyPath}.${keyId}`;
}

/** The key that a file's header names; null: it takes a passphrase, and none was given or it is a wrong one. */
export function findStoreKey(
  header: Header,
  { keyPath, secretsPath }: { readonly keyPath: string; readonly secretsPath: string },
  means: KeyMeans,
): Buffer | null {
  const { kdf, key_id: keyId, store_id: storeId } = header;
  if (kdf === 'none')
    return keyId === 1 ? loadKey(keyPath, [secretsPath]) : readKeyFile(keyFileOf(keyPath, keyId));
  if (kdf === 'keychain') return readKeychain(means.keychain, accountOf(storeId, keyId));
  if (means.passphrase === null) return null;
  const key = stretched(means.passphrase, kdf);
  return header.key_check === keyCheckValue(key, storeId) ? key : null;
}

export type NewKey = { readonly key: Buffer; readonly kdf: Header['kdf'] };

/** Makes a new key and puts it where its mode keeps it, before anything is sealed with it. */
export function makeStoreKey(
  mode: KeyMode,
  at: { readonly keyPath: string; readonly storeId: string; readonly keyId: number },
  means: KeyMeans,
): NewKey {
  if (mode === 'passphrase') {
    const kdf = { name: 'argon2id' as const, salt: randomBytes(16).toString('base64'), ...argon };
    return { kdf, key: stretched(means.passphrase ?? '', kdf) };
  }
  const key = randomBytes(keyBytes);
  if (mode === 'keychain') {
    const account = accountOf(at.storeId, at.keyId);
    keychainOf(means.keychain).write(account, key.toString('base64'));
    // A keychain that forgets what it was given would lose every secret.
    if (readKeychain(means.keychain, account).equals(key)) return { kdf: 'keychain', key };
    throw new StartError('The keychain does not give back what it was given.', account, 'Use another mode.');
  }
  const path = keyFileOf(at.keyPath, at.keyId);
  // Left over from a rotation that was cut off before anything was sealed with it.
  if (existsSync(path)) unlinkSync(path);
  writeFlushed(path, key, 0o600);
  flushFolder(dirname(path));
  return { kdf: 'none', key };
}

/** Key files that nothing is sealed with: the one before, and one of a rotation that was cut off. */
export function otherKeyFiles({ key_id: keyId }: Header, keyPath: string): string[] {
  return [keyId - 1, keyId + 1]
    .filter((id) => id > 1)
    .map((id) => keyFileOf(keyPath, id))
    .filter((path) => existsSync(path));
}

/** Takes the key of a store before its last rotation out of the keychain. */
export function forgetInKeychain(header: Header, keychain: Keychain | null): void {
  try {
    keychain?.remove(accountOf(header.store_id, header.key_id - 1));
  } catch {
    // Most often there is none; one that stays opens nothing.
  }
}

function accountOf(storeId: string, keyId: number): string {
  return `secrets ${storeId} ${keyId}`;
}

function stretched(passphrase: string, kdf: Exclude<Header['kdf'], string>): Buffer {
  return argon2Sync('argon2id', {
    message: Buffer.from(passphrase.normalize('NFC')),
    nonce: Buffer.from(kdf.salt, 'base64'),
    memory: kdf.memory_kib,
    passes: kdf.passes,
    parallelism: kdf.parallelism,
    tagLength: keyBytes,
  });
}

function readKeyFile(path: string): Buffer {
  const key = readPrivateFile(path, 'The key file of the secrets', keyBytes);
  if (key?.length === keyBytes) return key;
  const what = key === null ? 'is missing' : `is ${key.length} bytes long instead of ${keyBytes}`;
  throw new StartError(`The key file of the secrets ${what}.`, path, 'Restore it from a backup.');
}

function readKeychain(keychain: Keychain | null, account: string): Buffer {
  const text = keychainOf(keychain).read(account);
  const key = Buffer.from(text ?? '', 'base64');
  if (key.length === keyBytes) return key;
  throw new StartError(
    'The keychain did not give the key of the secrets.',
    account,
    'Log in to the desktop session whose keychain holds it and unlock that: locked, or in a shell without that session, it ' +
      'gives nothing. Where the key is lost the secrets have to be set again.',
  );
}

function keychainOf(keychain: Keychain | null): Keychain {
  if (keychain !== null) return keychain;
  throw new StartError('There is no keychain here.', 'the secrets', 'Use the mode file or passphrase.');
}
