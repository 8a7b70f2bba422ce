import {
  chmodSync,
  copyFileSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartError } from '../../../native-host/io/start-error.ts';
import { sealRecord } from '../../../native-host/secrets/sealed-record.ts';
import {
  parseSecretsFile,
  type SecretsFile,
  type SeenGenerations,
  secretsFileText,
} from '../../../native-host/secrets/secrets-file.ts';
import { Vault } from '../../../native-host/secrets/vault.ts';
import { type Figure, startCount } from '../figure.ts';
import { type Seeded, startSeeded } from '../seeded.ts';

const site = ['domain:example.com'];

interface Store {
  readonly folder: string;
  readonly secretsPath: string;
  readonly keyPath: string;
  readonly bytes: Buffer;
  readonly older: Buffer;
  readonly file: SecretsFile;
  readonly master: Buffer;
  readonly seen: SeenGenerations;
}

const makeStore = (): Store => {
  const folder = mkdtempSync(join(tmpdir(), 'la-tamper-'));
  const paths = { secretsPath: join(folder, 'secrets.json'), keyPath: join(folder, 'key') };
  const highest = new Map<string, number>();
  const seen: SeenGenerations = {
    read: (id) => highest.get(id) ?? 0,
    note: (id, generation) => void highest.set(id, Math.max(generation, highest.get(id) ?? 0)),
  };
  const vault = Vault.open(paths, seen);
  for (let index = 0; index < 19; index += 1) vault.set(`s${index}`, `value-${index}`, site);
  const older = readFileSync(paths.secretsPath);
  vault.set('last', 'value-last', site);
  const bytes = readFileSync(paths.secretsPath);
  const master = readFileSync(paths.keyPath);
  const { file } = parseSecretsFile(paths.secretsPath, bytes, master, seen);
  return { folder, ...paths, bytes, older, file, master, seen };
};

/** Changes that somebody with the seal's own key could make: the records themselves must refuse. */
const resealed = (store: Store, chance: Seeded): { words: string; text: string } => {
  const records = [...store.file.records];
  const at = chance.below(records.length);
  const other = records[(at + 1 + chance.below(records.length - 1)) % records.length];
  const record = records[at];
  if (record === undefined || other === undefined) throw new Error('the store is empty');
  const [words, changed] = chance.pick([
    ['renamed', { ...record, name: `${record.name}x` }],
    ['sites edited', { ...record, sites: ['domain:evil.test'] }],
    ['revision put back', { ...record, rev: record.rev + 1 }],
    ['kind changed', { ...record, kind: 'totp' as const }],
    ['ciphertexts swapped', { ...record, ciphertext: other.ciphertext, tag: other.tag }],
    ['nonce swapped', { ...record, nonce: other.nonce }],
    ['salt swapped', { ...record, salt: other.salt }],
    ['of another store', sealRecord(store.master, 'f'.repeat(32), record, 'value')],
    ['under another key', sealRecord(Buffer.alloc(32, 9), store.file.header.store_id, record, 'value')],
  ]);
  records[at] = changed;
  return { words, text: secretsFileText(store.master, { header: store.file.header, records }) };
};

/** Each way to put something wrong in the file's place, by name. All but one have a message of their own. */
const places: Readonly<Record<string, (store: Store) => void>> = {
  'mode 0644': ({ secretsPath }) => chmodSync(secretsPath, 0o644),
  'symbolic link': ({ secretsPath, folder }) => {
    renameSync(secretsPath, join(folder, 'moved'));
    symlinkSync(join(folder, 'moved'), secretsPath);
  },
  'hard link': ({ secretsPath, folder }) => linkSync(secretsPath, join(folder, 'second')),
  folder: ({ secretsPath }) => {
    rmSync(secretsPath);
    mkdirSync(secretsPath);
  },
  'old file': ({ secretsPath, older }) => writeFileSync(secretsPath, older, { mode: 0o600 }),
  'no JSON': ({ secretsPath }) => writeFileSync(secretsPath, 'x'),
  'four-byte tag': ({ secretsPath, bytes }) =>
    writeFileSync(secretsPath, bytes.toString('utf8').replace(/"tag": "[^"]*"/, '"tag": "AAAAAA=="')),
  'other spelling': ({ secretsPath, bytes }) =>
    writeFileSync(secretsPath, JSON.stringify(JSON.parse(String(bytes)))),
  'record left out': ({ secretsPath, file }) =>
    writeFileSync(secretsPath, `${JSON.stringify({ ...file, records: file.records.slice(1) }, null, 1)}\n`),
  'other key': ({ keyPath }) => writeFileSync(keyPath, Buffer.alloc(32, 3)),
  'key missing': ({ keyPath }) => rmSync(keyPath),
  'key too short': ({ keyPath }) => writeFileSync(keyPath, Buffer.alloc(16, 3)),
  'key mode 0640': ({ keyPath }) => chmodSync(keyPath, 0o640),
  'key hard link': ({ keyPath, folder }) => linkSync(keyPath, join(folder, 'second-key')),
};

const messageOf = (open: () => unknown): string | null => {
  try {
    open();
    return null;
  } catch (error) {
    if (error instanceof StartError) return error.what;
    throw error;
  }
};

/** Every place is tried in a folder of its own; two that say the same would leave the person guessing. */
const tryPlaces = (store: Store, counted: ReturnType<typeof startCount>): void => {
  const messages = new Map<string, string>();
  for (const [name, spoil] of Object.entries(places)) {
    const folder = mkdtempSync(join(store.folder, 'place-'));
    const at = { ...store, folder, secretsPath: join(folder, 'secrets.json'), keyPath: join(folder, 'key') };
    copyFileSync(store.secretsPath, at.secretsPath);
    copyFileSync(store.keyPath, at.keyPath);
    spoil(at);
    const message = messageOf(() => Vault.open(at, store.seen));
    const same = message === null ? undefined : messages.get(message);
    if (message === null) counted.fail(`${name} was accepted`);
    else if (same !== undefined) counted.fail(`${name} says the same as ${same}: ${message}`);
    else counted.pass();
    messages.set(message ?? '', name);
  }
};

/** A store of twenty secrets, changed in every way. Nothing may be accepted, and each kind says what it is. */
export const figure: Figure = {
  id: 'F14',
  promise: 'a store of secrets that was tampered with is never opened',
  unit: 'tampers',
  sizes: { ci: 6_000, long: 2_000_000 },
  async run({ count, seed, progress }) {
    const chance = startSeeded(seed);
    const counted = startCount();
    const store = makeStore();
    const bits = store.bytes.length * 8;
    tryPlaces(store, counted);
    const open = (bytes: Buffer) => parseSecretsFile('store', bytes, store.master, store.seen);
    if (messageOf(() => open(store.bytes)) !== null) counted.fail('the untouched store was refused');
    for (let index = counted.finding().tried; index < count; index += 1) {
      const isBit = index % 4 !== 0;
      // Spread evenly, so that as many tries as there are bits turn each of them.
      const bit = count > bits ? index % bits : Math.floor((index * bits) / count);
      const flipped = Buffer.from(store.bytes);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      const { words, text } = isBit ? { words: `bit ${bit}`, text: '' } : resealed(store, chance);
      const message = messageOf(() => open(isBit ? flipped : Buffer.from(text)));
      if (message === null) counted.fail(words);
      else counted.pass();
      if (index % 500 === 0) progress(index);
    }
    rmSync(store.folder, { recursive: true });
    return counted.finding({ 'kinds of message': Object.keys(places).length });
  },
};
