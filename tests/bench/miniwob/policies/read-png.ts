import { inflateSync } from 'node:zlib';

export type Picture = Readonly<{ width: number; height: number; channels: number; pixels: Uint8Array }>;

/** Reads what browsers make of a screenshot: PNG of eight bits a channel, RGB or RGBA, not interlaced. */
export function readPng(bytes: Buffer): Picture {
  const width = bytes.readUInt32BE(16);
  const height = bytes.readUInt32BE(20);
  const channels = bytes[25] === 6 ? 4 : 3;
  const parts: Buffer[] = [];
  for (let at = 8; at + 8 < bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    if (bytes.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(bytes.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  return {
    width,
    height,
    channels,
    pixels: unfilter(inflateSync(Buffer.concat(parts)), width * channels, height, channels),
  };
}

/** Each line of the picture begins with the way in which it was told by its neighbours. */
function unfilter(data: Buffer, line: number, height: number, step: number): Uint8Array {
  const pixels = new Uint8Array(line * height);
  for (let y = 0; y < height; y++) {
    const filter = data[y * (line + 1)];
    for (let x = 0; x < line; x++) {
      const at = y * line + x;
      const left = x >= step ? (pixels[at - step] ?? 0) : 0;
      const above = y > 0 ? (pixels[at - line] ?? 0) : 0;
      const corner = x >= step && y > 0 ? (pixels[at - line - step] ?? 0) : 0;
      const told = data[y * (line + 1) + 1 + x] ?? 0;
      pixels[at] = told + guessOf(filter ?? 0, left, above, corner);
    }
  }
  return pixels;
}

function guessOf(filter: number, left: number, above: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return above;
  if (filter === 3) return (left + above) >> 1;
  if (filter !== 4) return 0;
  const estimate = left + above - corner;
  const [toLeft, toAbove, toCorner] = [left, above, corner].map((value) => Math.abs(estimate - value));
  if ((toLeft ?? 0) <= (toAbove ?? 0) && (toLeft ?? 0) <= (toCorner ?? 0)) return left;
  return (toAbove ?? 0) <= (toCorner ?? 0) ? above : corner;
}
