import { failed, fault, ok, type Result } from '../faults.ts';
import { frameBytesMax, jsonDepthMax } from '../limits.ts';
import { parseJson, writeJson } from './json.ts';

// One frame: the body's length in bytes as an unsigned 32-bit little-endian integer, then the body, JSON in UTF-8.
// It is the form Chrome's native messaging prescribes (in the machine's byte order, which is little-endian wherever
// Chrome runs), and the same form travels on the local socket. An empty body is not a frame.

const headerBytes = 4;
/** First allocation for a frame; it grows with what has really arrived, never by the announced length alone. */
const firstBytes = 4096;

/** The frame of a value; throws above `frameBytesMax`, as the sender splits longer messages before. */
export function encodeFrame(value: unknown): Uint8Array {
  const body = new TextEncoder().encode(writeJson(value));
  if (body.length > frameBytesMax) throw new RangeError(`A frame of ${body.length} bytes was to be sent.`);
  const frame = new Uint8Array(headerBytes + body.length);
  new DataView(frame.buffer).setUint32(0, body.length, true);
  frame.set(body, headerBytes);
  return frame;
}

export type FrameSplitter = {
  /**
   * Takes the next bytes of the stream, cut anywhere, and gives the frames they complete, headers included.
   * A wrong length gives one fault (`too-large` or `bad-arguments`); from then on nothing is taken.
   */
  push(bytes: Uint8Array): Result<Uint8Array>[];
};

/** Cuts a stream into whole frames by their headers alone. Holds at most one frame. */
export function createFrameSplitter(bytesMax: number = frameBytesMax): FrameSplitter {
  let frame = new Uint8Array(firstBytes);
  let filled = 0;
  let size = headerBytes;
  let dead = false;

  const take = (bytes: Uint8Array, at: number): number => {
    const count = Math.min(size - filled, bytes.length - at);
    frame = grown(frame, filled, filled + count, size);
    frame.set(bytes.subarray(at, at + count), filled);
    filled += count;
    return count;
  };

  return {
    push(bytes) {
      const frames: Result<Uint8Array>[] = [];
      for (let at = 0; at < bytes.length && !dead; ) {
        at += take(bytes, at);
        if (filled < size) continue;
        if (size > headerBytes) {
          frames.push(ok(frame.slice(0, size)));
          filled = 0;
          size = headerBytes;
          continue;
        }
        const length = new DataView(frame.buffer).getUint32(0, true);
        if (length === 0 || length > bytesMax) {
          dead = true;
          frame = new Uint8Array(0);
          frames.push(wrongLength(length, bytesMax));
        } else size = headerBytes + length;
      }
      return frames;
    },
  };
}

export type FrameDecoder = {
  /** As `FrameSplitter.push`, with each body parsed; the first fault of any kind is the last thing it gives. */
  push(bytes: Uint8Array): Result<unknown>[];
};

/** Reads the values of a stream of frames. */
export function createFrameDecoder(
  limits: Readonly<{ bytesMax?: number; depthMax?: number }> = {},
): FrameDecoder {
  const splitter = createFrameSplitter(limits.bytesMax);
  let dead = false;
  return {
    push(bytes) {
      const values: Result<unknown>[] = [];
      if (dead) return values;
      for (const frame of splitter.push(bytes)) {
        const value = frame.ok ? parseJson(frameBody(frame.value), limits.depthMax ?? jsonDepthMax) : frame;
        values.push(value);
        if (value.ok) continue;
        dead = true;
        break;
      }
      return values;
    },
  };
}

/** The body of a whole frame. */
export function frameBody(frame: Uint8Array): Uint8Array {
  return frame.subarray(headerBytes);
}

function grown(frame: Uint8Array<ArrayBuffer>, filled: number, needed: number, size: number) {
  if (needed <= frame.length) return frame;
  const larger = new Uint8Array(Math.max(needed, Math.min(size, frame.length * 2)));
  larger.set(frame.subarray(0, filled));
  return larger;
}

function wrongLength(length: number, bytesMax: number) {
  const hint = 'Update the extension and the host to the same version, then connect again.';
  if (length === 0) return failed(fault('bad-arguments', 'A message without content arrived.', hint));
  const message = `A message of ${length} bytes was announced; the most is ${bytesMax}.`;
  return failed(fault('too-large', message, hint));
}
