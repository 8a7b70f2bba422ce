import { createHash, createPublicKey, type KeyObject, sign } from 'node:crypto';

// CRX3: "Cr24", the version 3, the length of a header, the header, a ZIP archive; numbers are 32-bit little-endian. The
// header is a protocol buffer: a proof (public key and signature) in field 2, and in field 10000 the signed part, which
// holds the extension's id. The signature covers a fixed text, the length of the signed part, that part, the archive.

const magic = Buffer.from('Cr24');
const version = 3;
const signedText = Buffer.from('CRX3 SignedData\0');
const idBytes = 16;

/** The public half in the form in which manifests (`key`) and signatures carry it. */
export function publicKeyOf(privateKey: KeyObject): Buffer {
  return createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
}

/** The id that a browser gives an extension signed with this key: SHA-256 in the letters `a` to `p`. */
export function extensionIdOf(publicKey: Uint8Array): string {
  return rawId(publicKey)
    .toString('hex')
    .replace(/./g, (digit) => String.fromCharCode('a'.charCodeAt(0) + Number.parseInt(digit, 16)));
}

function rawId(publicKey: Uint8Array): Buffer {
  return createHash('sha256').update(publicKey).digest().subarray(0, idBytes);
}

/** Signs an archive; an RSA key of 2048 bits or more. */
export function packCrx(archive: Buffer, privateKey: KeyObject): Buffer {
  const publicKey = publicKeyOf(privateKey);
  const signedPart = field(1, rawId(publicKey));
  const covered = Buffer.concat([signedText, length4(signedPart), signedPart, archive]);
  const signature = sign('sha256', covered, privateKey);
  const proof = Buffer.concat([field(1, publicKey), field(2, signature)]);
  const header = Buffer.concat([field(2, proof), field(10_000, signedPart)]);
  const versionBytes = Buffer.alloc(4);
  versionBytes.writeUInt32LE(version);
  return Buffer.concat([magic, versionBytes, length4(header), header, archive]);
}

function length4(bytes: Buffer): Buffer {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32LE(bytes.length);
  return buffer;
}

/** A field of bytes of a protocol buffer. */
function field(number: number, bytes: Buffer): Buffer {
  const lengthDelimited = 2;
  return Buffer.concat([varint(number * 8 + lengthDelimited), varint(bytes.length), bytes]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; rest > 0 || bytes.length === 0; rest = Math.floor(rest / 128)) {
    bytes.push((rest % 128) + (rest >= 128 ? 128 : 0));
  }
  return Buffer.from(bytes);
}
