import { unlinkSync } from 'node:fs';
import { failed, fault, ok, type Result } from '../../shared/faults.ts';
import type { SecretDelivery } from '../../shared/secret-delivery.ts';
import { loadKey } from '../io/key-file.ts';
import { readPrivateFile } from '../io/private-file.ts';
import { StartError } from '../io/start-error.ts';
import { writeFileDurably } from '../io/write-file.ts';
import { checkSecret, tooManySecrets, unknownName } from './check-secret.ts';
import { givenValue } from './given-value.ts';
import { type KnownSecrets, knownSecrets } from './known-secrets.ts';
import { LentCodes } from './lent-codes.ts';
import { createRedactor, type Redactor } from './redactor.ts';
import { resealed, sealRecord } from './sealed-record.ts';
import {
  fileBytesMax,
  newHeader,
  nothingSeen,
  type OpenedSecrets,
  parseSecretsFile,
  readUnsealed,
  recordsMax,
  type SecretsFile,
  type SeenGenerations,
  secretsFileText,
} from './secrets-file.ts';
import { stampOf } from './stamp-of.ts';
import {
  findStoreKey,
  forgetInKeychain,
  type KeyMeans,
  type KeyMode,
  makeStoreKey,
  modeOf,
  modeWords,
  noMeans,
  otherKeyFiles,
  shortPassphrase,
} from './store-key.ts';
import {
  lockedWords,
  type SecretSummary,
  summaryOf,
  type VaultPaths,
  type VaultState,
} from './vault-state.ts';
import { whileLocked } from './writing-lock.ts';

/**
 * Keeps secrets, and gives a value out to one caller only: the gate, for one fill on an allowed site. There
 * is no other way to read one; the redactor that knows them all is made in here. The file may be changed by
 * another process (the command line beside the authority); it is read again when it was.
 */
export class Vault {
  readonly #paths: VaultPaths;
  readonly #seen: SeenGenerations;
  readonly #clock: () => number;
  readonly #known: KnownSecrets;
  readonly #lent = new LentCodes((name, code) => this.#known.addCode(name, code));
  #redactor: Redactor | null = null;
  #means: KeyMeans;
  #opened: OpenedSecrets | null = null;
  #master: Buffer | null = null;
  /** The file of a store that is locked: names and sites as it says. */
  #locked: SecretsFile | null = null;
  #stamp = '';
  #problem: string | null = null;

  /**
   * Throws `StartError` when the file is broken, another key's, an older one, or open to others. No file: no
   * secrets. One that takes a passphrase which is not given opens locked.
   */
  static open(
    paths: VaultPaths,
    seen: SeenGenerations = nothingSeen,
    clock: () => number = Date.now,
    means: KeyMeans = noMeans,
  ): Vault {
    const vault = new Vault(paths, seen, clock, means);
    vault.#read();
    vault.#tidy();
    return vault;
  }

  private constructor(paths: VaultPaths, seen: SeenGenerations, clock: () => number, means: KeyMeans) {
    this.#paths = paths;
    this.#seen = seen;
    this.#clock = clock;
    this.#means = means;
    this.#known = knownSecrets();
  }

  /** How the key is kept, and whether it is there. */
  get state(): VaultState {
    this.#refresh();
    const header = (this.#opened?.file ?? this.#locked)?.header;
    if (header === undefined) return { mode: 'file', key_id: 1, locked: false };
    return { mode: modeOf(header), key_id: header.key_id, locked: this.#locked !== null };
  }

  get protection(): string {
    return modeWords[this.state.mode];
  }

  /** Names and sites, by name; never a value. */
  list(): SecretSummary[] {
    this.#refresh();
    return ((this.#opened?.file ?? this.#locked)?.records ?? []).map(summaryOf);
  }

  /** Opens a store that takes a passphrase, for as long as this process lives. */
  unlock(passphrase: string): Result<VaultState> {
    this.#means = { ...this.#means, passphrase };
    this.#read();
    if (this.#locked === null) return ok(this.state);
    this.#means = { ...this.#means, passphrase: null };
    return failed(fault('denied', 'That is not the passphrase of the secrets.', 'Try it again.'));
  }

  /** Sets a new secret or a new value (and new sites) of an old one; durable when it returns. */
  set(
    name: string,
    value: string,
    sites: readonly string[],
    delivery?: SecretDelivery,
  ): Result<{ readonly created: boolean }> {
    const checked = checkSecret(name, value, sites);
    if (!checked.ok) return checked;
    return this.#write((file, master) => {
      const old = file.records.find((record) => record.name === name);
      const others = file.records.filter((record) => record.name !== name);
      if (others.length >= recordsMax) return failed(tooManySecrets);
      const { header } = file;
      const now = this.#now();
      const open = {
        ...{ name, kind: checked.value.kind, rev: (old?.rev ?? 0) + 1, key_id: header.key_id },
        ...{ sites: checked.value.sites, created: old?.created ?? now, rotated: now },
        ...(delivery === undefined ? {} : { delivery }),
      };
      const sealed = sealRecord(master, header.store_id, open, value);
      const records = [...others, sealed].sort((a, b) => (a.name < b.name ? -1 : 1));
      return ok({ header, records, answer: { created: old === undefined } });
    });
  }

  remove(name: string): Result<{ readonly removed: true }> {
    return this.#write((file) => {
      const records = file.records.filter((record) => record.name !== name);
      if (records.length === file.records.length) return failed(unknownName(name));
      return ok({ header: file.header, records, answer: { removed: true as const } });
    });
  }

  /**
   * Seals everything anew under a new key, kept as `mode` says. The one file that names the key is replaced
   * whole, and the old key goes only after that: whenever it is cut off, one of the two opens.
   */
  rotate(mode: KeyMode, passphrase: string | null): Result<VaultState> {
    const short = shortPassphrase(mode, passphrase);
    if (short !== null) return failed(short);
    const rotated = this.#write((file) => {
      const keyId = file.header.key_id + 1;
      const means = { ...this.#means, passphrase };
      const { store_id: storeId } = file.header;
      const made = makeStoreKey(mode, { keyPath: this.#paths.keyPath, storeId, keyId }, means);
      const values = this.#opened?.values ?? new Map<string, string>();
      const records = resealed(file.records, values, { storeId, keyId, key: made.key });
      const header = newHeader(made.key, this.#now(), { ...file.header, key_id: keyId, kdf: made.kdf });
      this.#means = means;
      return ok({ header, records, answer: null, master: made.key });
    });
    if (!rotated.ok) return rotated;
    this.#tidy();
    if (this.#opened !== null) forgetInKeychain(this.#opened.file.header, this.#means.keychain);
    return ok(this.state);
  }

  /**
   * For the gate, at dispatch: the value of `NAME`, or the code of the moment of `NAME#totp`, when both the
   * frame that gets it and the page around it are at one of the secret's sites. Origins are as the browser
   * gives them.
   */
  reveal(reference: string, frameOrigin: string, topOrigin: string): Result<string> {
    const lent = this.#lent.reveal(reference, [frameOrigin, topOrigin], this.#clock());
    if (lent !== null) return lent;
    this.#refresh();
    if (this.#problem !== null) {
      const hint = this.#locked === null ? 'Mend the secrets file.' : 'Run: localagent secrets unlock';
      return failed(fault('denied', `Secrets cannot be used: ${this.#problem}`, hint));
    }
    const [name = ''] = reference.split('#');
    const record = this.#opened?.file.records.find((one) => one.name === name);
    const value = this.#opened?.values.get(name);
    if (record === undefined || value === undefined) return failed(unknownName(name));
    const origins = [frameOrigin, topOrigin];
    const given = givenValue(record, value, { reference, origins, now: this.#clock() });
    if (given.ok && record.kind === 'totp') this.#known.addCode(name, given.value);
    return given;
  }

  /** Takes a code that the person gave for one moment, for these origins alone, and gives the name to refer to it by. */
  lend(code: string, origins: readonly string[]): string {
    return this.#lent.lend(code, origins);
  }

  /** How a secret gets to its site; one that is unknown nowhere. */
  deliveryOf(reference: string): SecretDelivery {
    const [name = ''] = reference.split('#');
    return this.#opened?.file.records.find((one) => one.name === name)?.delivery ?? 'dom';
  }

  /** Replaces every secret's value in whatever leaves the host, with what this process has known so far. One for all: it is costly. */
  redactor(): Redactor {
    this.#redactor ??= createRedactor(() => {
      this.#refresh();
      return this.#known.all();
    });
    return this.#redactor;
  }

  #write<T>(
    change: (
      file: Omit<SecretsFile, 'trailer'>,
      master: Buffer,
    ) => Result<Omit<SecretsFile, 'trailer'> & { readonly answer: T; readonly master?: Buffer }>,
  ): Result<T> {
    return whileLocked(`${this.#paths.secretsPath}.lock`, () => {
      this.#read();
      if (this.#locked !== null) {
        return failed(fault('denied', lockedWords, 'Give the passphrase: localagent secrets unlock'));
      }
      const master = this.#master ?? this.#firstKey();
      const file = this.#opened?.file ?? { header: newHeader(master, this.#now()), records: [] };
      const changed = change(file, master);
      if (!changed.ok) return changed;
      const { records, answer } = changed.value;
      const header = {
        ...changed.value.header,
        generation: (this.#opened?.file.header.generation ?? 0) + 1,
        updated: this.#now(),
      };
      const text = secretsFileText(changed.value.master ?? master, { header, records });
      writeFileDurably(this.#paths.secretsPath, text, 0o600);
      this.#read();
      return ok(answer);
    });
  }

  // While the process lives a broken file stops the use of secrets, not their redaction.
  #refresh(): void {
    if (this.#stamp === stampOf(this.#paths.secretsPath)) return;
    try {
      this.#read();
    } catch (error) {
      if (!(error instanceof StartError)) throw error;
      this.#problem = error.what;
    }
  }

  #read(): void {
    const { secretsPath, keyPath } = this.#paths;
    this.#stamp = stampOf(secretsPath);
    const bytes = readPrivateFile(secretsPath, 'The secrets file', fileBytesMax);
    if (bytes === null) {
      this.#firstKey();
      this.#become(null, null, null);
      return;
    }
    const unsealed = readUnsealed(secretsPath, bytes);
    const master = findStoreKey(unsealed.header, { keyPath, secretsPath }, this.#means);
    if (master === null) this.#become(null, null, unsealed);
    else this.#become(parseSecretsFile(secretsPath, bytes, master, this.#seen), master, null);
  }

  #become(opened: OpenedSecrets | null, master: Buffer | null, locked: SecretsFile | null): void {
    this.#opened = opened;
    this.#master = master;
    this.#locked = locked;
    this.#problem = locked === null ? null : lockedWords;
    if (locked === null) this.#known.become(opened);
  }

  #firstKey(): Buffer {
    return loadKey(this.#paths.keyPath, [this.#paths.secretsPath]);
  }

  // Under the lock: another process may be about to seal the file with the key that looks left over.
  #tidy(): void {
    const others = (): string[] =>
      this.#opened === null ? [] : otherKeyFiles(this.#opened.file.header, this.#paths.keyPath);
    if (others().length === 0) return;
    whileLocked(`${this.#paths.secretsPath}.lock`, () => {
      this.#read();
      for (const path of others()) unlinkSync(path);
    });
  }

  #now(): string {
    return new Date(this.#clock()).toISOString();
  }
}
