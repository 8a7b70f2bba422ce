import { statSync } from 'node:fs';
import { failed, fault, ok, type Result } from '../../shared/faults.ts';
import { loadKey } from '../io/key-file.ts';
import { readPrivateFile } from '../io/private-file.ts';
import { StartError } from '../io/start-error.ts';
import { writeFileDurably } from '../io/write-file.ts';
import { parseSiteRule, siteAllowed } from './allowed-sites.ts';
import { createRedactor, type Redactor } from './redactor.ts';
import { sealRecord, secretName, valueBytesMax } from './sealed-record.ts';
import type { NamedSecret } from './secret-forms.ts';
import {
  fileBytesMax,
  newHeader,
  type OpenedSecrets,
  parseSecretsFile,
  recordsMax,
  type SecretsFile,
  type SeenGenerations,
  secretsFileText,
} from './secrets-file.ts';
import { whileLocked } from './writing-lock.ts';

export type SecretSummary = {
  readonly name: string;
  readonly sites: readonly string[];
  readonly created: string;
  readonly rotated: string;
};

export type VaultPaths = { readonly secretsPath: string; readonly keyPath: string };

const sitesMax = 50;
/** Values that were replaced while this process lives; pages may still show them. */
const retiredMax = 1_000;
const nothingSeen: SeenGenerations = { read: () => 0, note: () => undefined };

/**
 * Keeps secrets, and gives a value out to one caller only: the gate, for one fill on an allowed site. There
 * is no other way to read one; the redactor that knows them all is made in here. The file may be changed by
 * another process (the command line beside the authority); it is read again when it was.
 */
export class Vault {
  readonly #paths: VaultPaths;
  readonly #master: Buffer;
  readonly #seen: SeenGenerations;
  readonly #clock: () => number;
  #opened: OpenedSecrets | null = null;
  #stamp = '';
  #problem: string | null = null;
  #known: readonly NamedSecret[] = [];

  /**
   * Throws `StartError` when the file is broken, another key's, an older one, or open to others. No file: no
   * secrets.
   */
  static open(paths: VaultPaths, seen: SeenGenerations = nothingSeen, clock: () => number = Date.now): Vault {
    const vault = new Vault(paths, loadKey(paths.keyPath, [paths.secretsPath]), seen, clock);
    vault.#read();
    return vault;
  }

  private constructor(paths: VaultPaths, master: Buffer, seen: SeenGenerations, clock: () => number) {
    this.#paths = paths;
    this.#master = master;
    this.#seen = seen;
    this.#clock = clock;
  }

  /** Names and sites, by name; never a value. */
  list(): SecretSummary[] {
    this.#refresh();
    const records = this.#opened?.file.records ?? [];
    return records.map(({ name, sites, created, rotated }) => ({ name, sites, created, rotated }));
  }

  /** Sets a new secret or a new value (and new sites) of an old one; durable when it returns. */
  set(name: string, value: string, sites: readonly string[]): Result<{ readonly created: boolean }> {
    const checked = checkInput(name, value, sites);
    if (!checked.ok) return checked;
    return this.#write((file) => {
      const now = new Date(this.#clock()).toISOString();
      const header = file?.header ?? newHeader(this.#master, now);
      const old = file?.records.find((record) => record.name === name);
      const others = (file?.records ?? []).filter((record) => record.name !== name);
      if (others.length >= recordsMax) {
        return failed(
          fault('bad-arguments', `There are ${recordsMax} secrets already.`, 'Remove some first.'),
        );
      }
      const open = {
        name,
        kind: 'text' as const,
        rev: (old?.rev ?? 0) + 1,
        key_id: header.key_id,
        sites: checked.value,
        created: old?.created ?? now,
        rotated: now,
      };
      const sealed = sealRecord(this.#master, header.store_id, open, value);
      const records = [...others, sealed].sort((a, b) => (a.name < b.name ? -1 : 1));
      return ok({ header, records, answer: { created: old === undefined } });
    });
  }

  remove(name: string): Result<{ readonly removed: true }> {
    return this.#write((file) => {
      const records = (file?.records ?? []).filter((record) => record.name !== name);
      if (file === undefined || records.length === file.records.length) return failed(unknownName(name));
      return ok({ header: file.header, records, answer: { removed: true as const } });
    });
  }

  /**
   * For the gate, at dispatch: the value, when both the frame that gets it and the page around it are at one
   * of the secret's sites. Origins are as the browser gives them.
   */
  reveal(name: string, frameOrigin: string, topOrigin: string): Result<string> {
    this.#refresh();
    if (this.#problem !== null) {
      return failed(fault('denied', `Secrets cannot be used: ${this.#problem}`, 'Mend the secrets file.'));
    }
    const record = this.#opened?.file.records.find((one) => one.name === name);
    const value = this.#opened?.values.get(name);
    if (record === undefined || value === undefined) return failed(unknownName(name));
    const outside = [frameOrigin, topOrigin].find((origin) => !siteAllowed(record.sites, origin));
    if (outside === undefined) return ok(value);
    return failed(
      fault(
        'denied',
        `The secret ${name} may not be used on ${outside}.`,
        `It is bound to ${record.sites.join(', ')}. Set it again to bind it to other sites.`,
      ),
    );
  }

  /** Replaces every secret's value in whatever leaves the host, with what this process has known so far. */
  redactor(): Redactor {
    return createRedactor(() => {
      this.#refresh();
      return this.#known;
    });
  }

  #write<T>(
    change: (file: SecretsFile | undefined) => Result<Omit<SecretsFile, 'trailer'> & { readonly answer: T }>,
  ): Result<T> {
    return whileLocked(`${this.#paths.secretsPath}.lock`, () => {
      this.#read();
      const changed = change(this.#opened?.file);
      if (!changed.ok) return changed;
      const { records, answer } = changed.value;
      const header = {
        ...changed.value.header,
        generation: (this.#opened?.file.header.generation ?? 0) + 1,
        updated: new Date(this.#clock()).toISOString(),
      };
      const text = secretsFileText(this.#master, { header, records });
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
    this.#stamp = stampOf(this.#paths.secretsPath);
    const bytes = readPrivateFile(this.#paths.secretsPath, 'The secrets file', fileBytesMax);
    this.#opened =
      bytes === null ? null : parseSecretsFile(this.#paths.secretsPath, bytes, this.#master, this.#seen);
    this.#problem = null;
    this.#remember(this.#opened?.values ?? new Map());
  }

  #remember(values: ReadonlyMap<string, string>): void {
    const current = Array.from(values, ([name, value]) => ({ name, value }));
    const retired = this.#known.filter((known) => values.get(known.name) !== known.value);
    this.#known = [...current, ...retired.slice(0, retiredMax)];
  }
}

function checkInput(name: string, value: string, sites: readonly string[]): Result<string[]> {
  const refuse = (message: string, hint: string) => failed(fault('bad-arguments', message, hint));
  if (!secretName.safeParse(name).success) {
    return refuse(
      'That is not a name for a secret.',
      'Use 1 to 100 letters, digits, dots, dashes or underscores.',
    );
  }
  const bytes = Buffer.byteLength(value);
  if (bytes === 0) return refuse(`The value of ${name} is empty.`, 'Give the value that is to be kept.');
  if (bytes > valueBytesMax || !value.isWellFormed()) {
    return refuse(
      `The value of ${name} cannot be kept.`,
      `Give at most ${valueBytesMax} bytes of Unicode text.`,
    );
  }
  if (sites.length === 0 || sites.length > sitesMax) {
    return refuse(
      `${name} needs the sites it may be used on.`,
      `Give 1 to ${sitesMax} sites, e.g. domain:example.com.`,
    );
  }
  const rules = sites.map(parseSiteRule);
  const wrong = rules.find((rule) => !rule.ok);
  if (wrong !== undefined && !wrong.ok) return wrong;
  return ok([...new Set(rules.flatMap((rule) => (rule.ok ? [rule.value] : [])))].sort());
}

function unknownName(name: string) {
  const told = secretName.safeParse(name).success
    ? `There is no secret ${name}.`
    : 'There is no such secret.';
  return fault('not-found', told, 'See `localagent secrets list`; add one with `localagent secrets set`.');
}

function stampOf(path: string): string {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? 'none' : `${stats.ino} ${stats.size} ${stats.mtimeNs} ${stats.ctimeNs}`;
}
