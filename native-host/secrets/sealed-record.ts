import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { canonicalJson } from '../../shared/canonical-json.ts';
import { SecretDelivery } from '../../shared/secret-delivery.ts';
import { deriveKey } from '../io/key-file.ts';

// One secret as it lies in the file. Its key is HKDF-SHA-256 of the master key with a salt that is fresh at
// every writing, so a nonce never meets a key twice. Name, sites and place are bound in as associated data: a
// record that was renamed, given other sites, moved to another store or put back to an older revision does
// not open.

const saltBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
const cipher = 'chacha20-poly1305';

/** Exactly `length` bytes in the one base64 text there is for them. */
export function base64Of(length: number): z.ZodString {
  return z.string().refine((text) => {
    const bytes = Buffer.from(text, 'base64');
    return bytes.length === length && bytes.toString('base64') === text;
  }, `expected ${length} bytes in base64`);
}

export const secretName = z.string().regex(/^[A-Za-z0-9_.-]{1,100}$/);
export const valueBytesMax = 8_192;

export const SealedRecord = z.strictObject({
  name: secretName,
  /** `totp`: an otpauth:// address, of which only codes are given out. */
  kind: z.enum(['text', 'totp']),
  /** Goes up by one with every new value. */
  rev: z.int().positive(),
  key_id: z.int().positive(),
  salt: base64Of(saltBytes),
  nonce: base64Of(nonceBytes),
  ciphertext: z.base64().max(Math.ceil(valueBytesMax / 3) * 4),
  tag: base64Of(tagBytes),
  /** Sorted site rules of allowed-sites.ts. */
  sites: z.array(z.string().max(300)).min(1).max(50),
  /** Left out: into the field itself. */
  delivery: SecretDelivery.optional(),
  created: z.iso.datetime(),
  rotated: z.iso.datetime(),
});
export type SealedRecord = z.infer<typeof SealedRecord>;

export type OpenPart = Pick<
  SealedRecord,
  'name' | 'kind' | 'rev' | 'key_id' | 'sites' | 'delivery' | 'created' | 'rotated'
>;

export function sealRecord(master: Buffer, storeId: string, open: OpenPart, value: string): SealedRecord {
  const salt = randomBytes(saltBytes);
  const nonce = randomBytes(nonceBytes);
  const sealing = createCipheriv(cipher, recordKey(master, storeId, open, salt), nonce, {
    authTagLength: tagBytes,
  });
  sealing.setAAD(associatedData(storeId, open), { plaintextLength: Buffer.byteLength(value) });
  const ciphertext = Buffer.concat([sealing.update(value, 'utf8'), sealing.final()]);
  return {
    ...open,
    salt: salt.toString('base64'),
    nonce: nonce.toString('base64'),
    ciphertext: ciphertext.toString('base64'),
    tag: sealing.getAuthTag().toString('base64'),
  };
}

/**
 * The value, or null when the record was not sealed so. Nothing of it is released before the tag is checked.
 */
export function openRecord(master: Buffer, storeId: string, record: SealedRecord): string | null {
  const sealed = Buffer.from(record.ciphertext, 'base64');
  const key = recordKey(master, storeId, record, Buffer.from(record.salt, 'base64'));
  const opening = createDecipheriv(cipher, key, Buffer.from(record.nonce, 'base64'), {
    authTagLength: tagBytes,
  });
  opening.setAAD(associatedData(storeId, record), { plaintextLength: sealed.length });
  opening.setAuthTag(Buffer.from(record.tag, 'base64'));
  // `update` gives plain bytes before they are authenticated; they stay in this buffer until `final` has
  // passed.
  const plain = opening.update(sealed);
  try {
    opening.final();
    return plain.toString('utf8');
  } catch {
    return null;
  } finally {
    plain.fill(0);
  }
}

/** The same secrets under another key of their store. */
export function resealed(
  records: readonly SealedRecord[],
  values: ReadonlyMap<string, string>,
  to: { readonly storeId: string; readonly keyId: number; readonly key: Buffer },
): SealedRecord[] {
  return records.map(({ salt: _salt, nonce: _nonce, ciphertext: _text, tag: _tag, ...open }) => {
    const value = values.get(open.name);
    if (value === undefined) throw new Error('a record that was not opened cannot be sealed anew');
    return sealRecord(to.key, to.storeId, { ...open, key_id: to.keyId }, value);
  });
}

function recordKey(master: Buffer, storeId: string, open: OpenPart, salt: Buffer): Buffer {
  return deriveKey(master, `secret/${storeId}/${open.name}/${open.rev}`, salt);
}

function associatedData(storeId: string, open: OpenPart): Buffer {
  const { name, kind, rev, key_id, sites, delivery, created, rotated } = open;
  const bound = {
    name,
    kind,
    rev,
    key_id,
    sites,
    created,
    rotated,
    ...(delivery === undefined ? {} : { delivery }),
  };
  return Buffer.from(canonicalJson({ format: 1, store_id: storeId, ...bound }));
}
