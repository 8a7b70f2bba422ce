import { type Fault, failed, fault, ok, type Result } from '../faults.ts';
import { chunkCharactersMax, frameBytesMax, messageBytesMax } from '../limits.ts';
import type { ChunkEnvelope, Envelope } from './envelope.ts';
import { parseJson, writeJson } from './json.ts';

// A message longer than one frame travels as chunks: the base64 form of its UTF-8 JSON, cut into slices of a multiple
// of four characters, so that each slice can be decoded alone. Chunks of one stream come in order, from 0 to count - 1;
// those of other streams and whole messages may come between. A chunk is at most `chunkCharactersMax` plus some hundred
// bytes around it, always less than a frame.

const chunkBytes = Math.floor(chunkCharactersMax / 4) * 3;
/** Half-received messages on one connection. Our own sender never has more than one. */
const streamsOpenMax = 4;
/** Bytes turned into characters at once; more arguments would overflow the stack. */
const charactersAtOnce = 0x8000;
const base64 = /^[A-Za-z0-9+/]*={0,2}$/;

/**
 * What to send for a message: itself where its JSON fits in a frame, else its chunks under the number `stream`.
 * Above `messageBytesMax` a `too-large` fault.
 */
export function envelopeParts(envelope: Envelope, stream: number): Result<readonly unknown[]> {
  const text = writeJson(envelope);
  // A UTF-16 unit becomes at most three bytes.
  if (text.length * 3 <= frameBytesMax) return ok([wellFormed(envelope, text)]);
  const bytes = new TextEncoder().encode(text);
  if (bytes.length <= frameBytesMax) return ok([wellFormed(envelope, text)]);
  if (bytes.length > messageBytesMax) {
    const message = `The message is ${bytes.length} bytes long; the most is ${messageBytesMax}.`;
    return failed(fault('too-large', message, 'Ask for less at once: a part of the page, or fewer rows.'));
  }
  const count = Math.ceil(bytes.length / chunkBytes);
  const parts: ChunkEnvelope[] = [];
  for (let index = 0; index < count; index++) {
    const data = toBase64(bytes.subarray(index * chunkBytes, (index + 1) * chunkBytes));
    parts.push({ type: 'chunk', stream, index, count, data });
  }
  return ok(parts);
}

export type Joined = { readonly complete: false } | { readonly complete: true; readonly message: unknown };

export type ChunkJoiner = {
  /** Takes a chunk; the last one of a stream gives the message. A wrong chunk gives a fault and ends its stream. */
  push(chunk: ChunkEnvelope, nowMs: number): Result<Joined>;
  /** Forgets the streams whose latest chunk came before `momentMs`; gives how many there were. */
  dropStale(momentMs: number): number;
};

type Stream = { readonly count: number; readonly pieces: Uint8Array[]; bytes: number; latestMs: number };

/** Joins the chunks of one connection in bounded memory. */
export function createChunkJoiner(bytesMax: number = messageBytesMax): ChunkJoiner {
  const streams = new Map<number, Stream>();

  const take = (chunk: ChunkEnvelope, nowMs: number): Result<Joined> => {
    const stream = streams.get(chunk.stream) ?? { count: chunk.count, pieces: [], bytes: 0, latestMs: nowMs };
    if (chunk.index !== stream.pieces.length || chunk.count !== stream.count || chunk.index >= chunk.count) {
      return refused('bad-arguments', 'its parts came out of order');
    }
    if (chunk.data.length > chunkCharactersMax) return refused('too-large', 'one of its parts is too long');
    const piece = fromBase64(chunk.data, chunk.index === chunk.count - 1);
    if (piece === null) return refused('bad-arguments', 'one of its parts is damaged');
    stream.bytes += piece.length;
    if (stream.bytes > bytesMax) return refused('too-large', `it is longer than ${bytesMax} bytes`);
    stream.pieces.push(piece);
    stream.latestMs = nowMs;
    if (stream.pieces.length < stream.count) {
      if (!streams.has(chunk.stream) && streams.size >= streamsOpenMax) {
        return refused('too-large', 'too many others are still on their way');
      }
      streams.set(chunk.stream, stream);
      return ok({ complete: false });
    }
    streams.delete(chunk.stream);
    const message = parseJson(joined(stream));
    return message.ok ? ok({ complete: true, message: message.value }) : message;
  };

  return {
    push(chunk, nowMs) {
      const result = take(chunk, nowMs);
      if (!result.ok) streams.delete(chunk.stream);
      return result;
    },
    dropStale(momentMs) {
      const stale = [...streams].filter(([, stream]) => stream.latestMs < momentMs);
      for (const [number] of stale) streams.delete(number);
      return stale.length;
    },
  };
}

function refused(code: Fault['code'], why: string): { readonly ok: false; readonly fault: Fault } {
  return failed(
    fault(code, `A long message was refused: ${why}.`, 'Ask again; if it stays, update both sides.'),
  );
}

/** The envelope itself, unless writing it as JSON had to mend half characters. */
function wellFormed(envelope: Envelope, text: string): unknown {
  return text.includes('\uFFFD') ? JSON.parse(text) : envelope;
}

function joined(stream: Stream): Uint8Array {
  const bytes = new Uint8Array(stream.bytes);
  let at = 0;
  for (const piece of stream.pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += charactersAtOnce) {
    // Spreading the bytes instead takes ten times as long.
    binary += Reflect.apply(String.fromCharCode, null, bytes.subarray(at, at + charactersAtOnce));
  }
  return btoa(binary);
}

/** Null for anything but whole base64 groups; only the last piece of a message may be padded. */
function fromBase64(data: string, last: boolean): Uint8Array | null {
  if (data.length === 0 || data.length % 4 !== 0 || !base64.test(data)) return null;
  if (!last && data.endsWith('=')) return null;
  const binary = atob(data);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
  return bytes;
}
