import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { canonicalJson } from '../../shared/canonical-json.ts';
import { deriveKey, keyCheckValue } from '../io/key-file.ts';
import { StartError } from '../io/start-error.ts';
import { base64Of, openRecord, SealedRecord } from './sealed-record.ts';

// secrets.json, format 1: one JSON document of three parts.
//
//   header   what the file is: magic, format, store_id (random, for life), key_id and kdf (how the key is
//            kept, see store-key.ts), key_check (tells a wrong key at once), generation (goes up with
//            every writing)
//   records  one a secret, in the order of their names; sealed one by one, see sealed-record.ts
//   trailer  mac: HMAC-SHA-256, under a key derived from the master, over the canonical JSON of header and
//            records; it finds a record left out, added or put back
//
// The file is exactly what `JSON.stringify(document, null, 1)` and a line feed give: any other spelling of
// the same document is refused, so that every byte counts.

const generationMax = Number.MAX_SAFE_INTEGER;
export const recordsMax = 1_000;
export const fileBytesMax = 16_000_000;

export const SecretsFile = z.strictObject({
  header: z.strictObject({
    magic: z.literal('localagent-secrets'),
    format: z.literal(1),
    store_id: z.string().regex(/^[0-9a-f]{32}$/),
    key_id: z.int().positive(),
    kdf: z.union([
      z.enum(['none', 'keychain']),
      z.strictObject({
        name: z.literal('argon2id'),
        salt: base64Of(16),
        memory_kib: z.int().min(8_192).max(1_048_576),
        passes: z.int().min(1).max(20),
        parallelism: z.int().min(1).max(16),
      }),
    ]),
    key_check: base64Of(32),
    generation: z.int().positive().max(generationMax),
    created: z.iso.datetime(),
    updated: z.iso.datetime(),
  }),
  records: z.array(SealedRecord).max(recordsMax),
  trailer: z.strictObject({ mac: base64Of(32) }),
});
export type SecretsFile = z.infer<typeof SecretsFile>;

/** Where the highest generation seen of a store is kept, outside its file. */
export interface SeenGenerations {
  read(storeId: string): number;
  note(storeId: string, generation: number, keyId: number): void;
}
export const nothingSeen: SeenGenerations = { read: () => 0, note: () => undefined };

type Header = SecretsFile['header'];

/** A header for this key; of a new store, or of the one that `goesOn` with another key. */
export function newHeader(
  master: Buffer,
  now: string,
  goesOn: Partial<Pick<Header, 'store_id' | 'key_id' | 'kdf' | 'created'>> = {},
): Header {
  const storeId = goesOn.store_id ?? randomBytes(16).toString('hex');
  return {
    magic: 'localagent-secrets',
    format: 1,
    store_id: storeId,
    key_id: goesOn.key_id ?? 1,
    kdf: goesOn.kdf ?? 'none',
    key_check: keyCheckValue(master, storeId),
    generation: 1,
    created: goesOn.created ?? now,
    updated: now,
  };
}

export function secretsFileText(master: Buffer, parts: Omit<SecretsFile, 'trailer'>): string {
  return spelled({ ...parts, trailer: { mac: macOf(master, parts).toString('base64') } });
}

/** What can be read without the key: the file as it says it is. Nothing of it is believed before `parseSecretsFile`. */
export function readUnsealed(path: string, bytes: Buffer): SecretsFile {
  const json = jsonOf(bytes.toString('utf8'));
  const parsed = SecretsFile.safeParse(json);
  if (parsed.success) return parsed.data;
  const remedy = 'Restore the file from a backup, or move it away and set the secrets again.';
  throw new StartError(`The secrets file is broken: ${describeIssue(json, parsed.error)}.`, path, remedy);
}

export type OpenedSecrets = { readonly file: SecretsFile; readonly values: ReadonlyMap<string, string> };

/**
 * Checks everything and opens every record. Throws `StartError` that names the file and what is wrong with
 * it.
 */
export function parseSecretsFile(
  path: string,
  bytes: Buffer,
  master: Buffer,
  seen: SeenGenerations,
): OpenedSecrets {
  const stop = (
    what: string,
    remedy = 'Restore the file from a backup, or move it away and set the secrets again.',
  ) => {
    throw new StartError(what, path, remedy);
  };
  const text = bytes.toString('utf8');
  const file = readUnsealed(path, bytes);
  if (spelled(file) !== text || !bytes.equals(Buffer.from(text))) {
    return stop('The secrets file was edited: it is not in the form in which it was written.');
  }
  const { store_id, key_check, generation } = file.header;
  if (key_check !== keyCheckValue(master, store_id)) {
    return stop(
      'The secrets file belongs to another key file.',
      'Restore the key file that it was made with.',
    );
  }
  if (!timingSafeEqual(macOf(master, file), Buffer.from(file.trailer.mac, 'base64'))) {
    return stop('The secrets file was changed after it was written: its seal does not fit.');
  }
  const seenGeneration = seen.read(store_id);
  if (generation < seenGeneration) {
    return stop(
      `The secrets file is an older one: writing ${generation}, while ${seenGeneration} was seen before.`,
      'Put the newest file back, or move this one away and set the secrets again.',
    );
  }
  seen.note(store_id, generation, file.header.key_id);
  return { file, values: openAll(file, master, stop) };
}

function openAll(
  file: SecretsFile,
  master: Buffer,
  stop: (what: string) => never,
): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const record of file.records) {
    const value = openRecord(master, file.header.store_id, record);
    if (value === null) return stop(`The secret ${record.name} in the secrets file does not open.`);
    if (values.has(record.name)) return stop(`The secret ${record.name} stands twice in the secrets file.`);
    values.set(record.name, value);
  }
  return values;
}

function macOf(master: Buffer, parts: Omit<SecretsFile, 'trailer'>): Buffer {
  return createHmac('sha256', deriveKey(master, 'secrets-file'))
    .update(canonicalJson({ header: parts.header, records: parts.records }))
    .digest();
}

// Parsing puts the members into the schema's order, and keeps what could not be read back from being written.
function spelled(file: SecretsFile): string {
  return `${JSON.stringify(SecretsFile.parse(file), null, 1)}\n`;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function describeIssue(json: unknown, error: z.ZodError): string {
  if (json === undefined) return 'it is no JSON';
  const issue = error.issues[0];
  return issue === undefined
    ? 'it has another form'
    : `${issue.path.join('.') || 'the document'}: ${issue.message}`;
}
