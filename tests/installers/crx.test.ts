import { createPrivateKey, createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { extensionIdOf, packCrx, publicKeyOf } from '../../installers/crx.ts';
import { extensionId, extensionKey } from '../../shared/extension-id.ts';

test('the id is made from the key as Chrome makes it', () => {
  expect(extensionIdOf(Buffer.from(extensionKey, 'base64'))).toBe(extensionId);
});

// Reads fields of a protocol buffer apart from the code that writes them.
function fields(bytes: Buffer): Map<number, Buffer> {
  const found = new Map<number, Buffer>();
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++] ?? 0;
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
  };
  while (at < bytes.length) {
    const tag = varint();
    const length = varint();
    found.set(Math.floor(tag / 8), bytes.subarray(at, at + length));
    at += length;
  }
  return found;
}

test('a package carries its id and a signature over id and archive', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const archive = Buffer.from('archive');
  const crx = packCrx(archive, createPrivateKey(privateKey.export({ type: 'pkcs8', format: 'pem' })));
  expect([crx.toString('latin1', 0, 4), crx.readUInt32LE(4)]).toEqual(['Cr24', 3]);
  const header = fields(crx.subarray(12, 12 + crx.readUInt32LE(8)));
  expect(crx.subarray(12 + crx.readUInt32LE(8))).toEqual(archive);
  const signed = header.get(10_000) ?? Buffer.alloc(0);
  const proof = fields(header.get(2) ?? Buffer.alloc(0));
  const publicKey = proof.get(1) ?? Buffer.alloc(0);
  expect(publicKey).toEqual(publicKeyOf(privateKey));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(signed.length);
  const covered = Buffer.concat([Buffer.from('CRX3 SignedData\0'), length, signed, archive]);
  const key = createPublicKey({ key: publicKey, format: 'der', type: 'spki' });
  expect(verify('sha256', covered, key, proof.get(2) ?? Buffer.alloc(0))).toBe(true);
  expect(fields(signed).get(1)?.toString('hex')).toBe(
    [...extensionIdOf(publicKey)].map((letter) => (letter.charCodeAt(0) - 97).toString(16)).join(''),
  );
});
