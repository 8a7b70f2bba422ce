import { crc32, deflateRawSync } from 'node:zlib';

// The part of the ZIP format that a browser extension needs: deflated files, UTF-8 names, no folders of their own, no
// file above 4 GiB. Times are fixed, so that the same files give the same archive.

export type ZipFile = Readonly<{ name: string; bytes: Uint8Array }>;

const versionNeeded = 20;
const utf8Names = 0x0800;
const deflated = 8;
/** 1980-01-01, the format's first day. */
const fixedDate = 0x0021;
const filesMax = 0xffff;

/** An archive of the files, sorted by name. */
export function zip(files: readonly ZipFile[]): Buffer {
  if (files.length > filesMax) throw new Error(`a ZIP archive holds at most ${filesMax} files`);
  const sorted = files.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const file of sorted) {
    const name = Buffer.from(file.name);
    const data = deflateRawSync(file.bytes, { level: 9 });
    const common = commonFields(file.bytes, data.length, name.length);
    const local = Buffer.concat([words4(0x04034b50), common, name, data]);
    const central = Buffer.concat([
      words4(0x02014b50),
      words2(versionNeeded),
      common,
      // No comment, first disk, no attributes; then where the file begins.
      words2(0, 0, 0),
      words4(0, offset),
      name,
    ]);
    locals.push(local);
    centrals.push(central);
    offset += local.length;
  }
  const directory = Buffer.concat(centrals);
  const end = Buffer.concat([
    words4(0x06054b50),
    words2(0, 0, sorted.length, sorted.length),
    words4(directory.length, offset),
    words2(0),
  ]);
  return Buffer.concat([...locals, directory, end]);
}

function commonFields(bytes: Uint8Array, packedLength: number, nameLength: number): Buffer {
  return Buffer.concat([
    words2(versionNeeded, utf8Names, deflated, 0, fixedDate),
    words4(crc32(bytes), packedLength, bytes.length),
    words2(nameLength, 0),
  ]);
}

function words2(...values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 2);
  values.forEach((value, index) => {
    buffer.writeUInt16LE(value, index * 2);
  });
  return buffer;
}

function words4(...values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => {
    buffer.writeUInt32LE(value, index * 4);
  });
  return buffer;
}
