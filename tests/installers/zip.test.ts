import { crc32, inflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { zip } from '../../installers/zip.ts';

// Reads an archive from its directory at the end, as a browser does.
function unzip(bytes: Buffer): Record<string, string> {
  const end = bytes.lastIndexOf(Buffer.from('PK\u0005\u0006'));
  const files: Record<string, string> = {};
  let at = bytes.readUInt32LE(end + 16);
  for (let count = bytes.readUInt16LE(end + 10); count > 0; count--) {
    const [crc, packed, size] = [16, 20, 24].map((offset) => bytes.readUInt32LE(at + offset));
    const nameLength = bytes.readUInt16LE(at + 28);
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    const local = bytes.readUInt32LE(at + 42);
    expect(bytes.readUInt32LE(local)).toBe(0x04034b50);
    const data = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const text = inflateRawSync(bytes.subarray(data, data + (packed ?? 0)));
    expect([crc32(text), text.length]).toEqual([crc, size]);
    files[name] = text.toString();
    at += 46 + nameLength;
  }
  expect(at).toBe(end);
  return files;
}

test('files come out as they went in, and the same files give the same archive', () => {
  const files = [
    { name: 'b/ü.txt', bytes: Buffer.from('x'.repeat(10_000)) },
    { name: 'a.json', bytes: Buffer.from('{}') },
    { name: 'empty', bytes: Buffer.alloc(0) },
  ];
  const bytes = zip(files);
  expect(unzip(bytes)).toEqual({ 'a.json': '{}', 'b/ü.txt': 'x'.repeat(10_000), empty: '' });
  expect(zip(files.toReversed())).toEqual(bytes);
});
