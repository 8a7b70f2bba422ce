import { isDeepStrictEqual } from 'node:util';
import { createFrameDecoder, encodeFrame } from '../../../shared/protocol/frame.ts';
import { type Figure, startCount } from '../figure.ts';
import { type Seeded, startSeeded } from '../seeded.ts';

const messages = [
  { id: 1, type: 'hello', protocol: 1, nonce: 'a'.repeat(64) },
  { id: 2, type: 'call', tool: 'click', args: { ref: 'e12', page: 4 } },
  { id: 3, type: 'result', value: { text: 'Grüße, 世界 🌍', rows: [1, -2.5, null, true] } },
  { id: 4, type: 'result', value: 'x'.repeat(3_000) },
] as const;

const joined = (parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.concat(parts));

type Damage = (stream: Uint8Array<ArrayBuffer>, chance: Seeded) => Uint8Array<ArrayBuffer>;

const damages: readonly [Damage, ...Damage[]] = [
  (stream) => stream,
  (stream, chance) => {
    const at = chance.below(stream.length);
    stream[at] = (stream[at] ?? 0) ^ (1 << chance.below(8));
    return stream;
  },
  (stream, chance) => stream.slice(0, chance.below(stream.length)),
  (stream, chance) => {
    const at = chance.below(stream.length);
    return joined([
      stream.subarray(0, at),
      stream.subarray(Math.min(stream.length, at + 1 + chance.below(9))),
    ]);
  },
  (stream, chance) => {
    const at = chance.below(stream.length);
    const noise = Uint8Array.from({ length: 1 + chance.below(9) }, () => chance.below(256));
    return joined([stream.subarray(0, at), noise, stream.subarray(at)]);
  },
  (stream, chance) => {
    const length = chance.pick([0, 1, 1_000_001, 0x7fffffff, 0xffffffff]);
    new DataView(stream.buffer).setUint32(0, length, true);
    return stream;
  },
];

/** Feeds a stream in pieces cut anywhere. */
const decodeInPieces = (stream: Uint8Array, chance: Seeded) => {
  const decoder = createFrameDecoder();
  const results = [];
  for (let at = 0; at < stream.length; ) {
    const end = Math.min(stream.length, at + 1 + chance.below(chance.pick([4, 64, 4_096])));
    results.push(...decoder.push(stream.subarray(at, end)));
    at = end;
  }
  return results;
};

/** What is wrong with what the decoder gave, or nothing: however it is cut, all agree and a fault is the last word. */
const wrongIn = (stream: Uint8Array, chance: Seeded): string | undefined => {
  const inPieces = decodeInPieces(stream, chance);
  const atOnce = createFrameDecoder().push(stream);
  if (!isDeepStrictEqual(inPieces, atOnce)) return 'pieces and whole were read differently';
  const fault = inPieces.findIndex(({ ok }) => !ok);
  if (fault !== -1 && fault !== inPieces.length - 1) return 'something was read after a fault';
  return undefined;
};

/** Frames mutated in every way a broken pipe or a hostile end could, cut at every place. */
export const figure: Figure = {
  id: 'F1',
  promise: 'framing never desyncs, crashes or hangs',
  unit: 'damaged streams',
  sizes: { ci: 30_000, long: 50_000_000 },
  async run({ count, seed, progress }) {
    const chance = startSeeded(seed);
    const counted = startCount();
    const frames = messages.map(encodeFrame);
    const memoryBefore = process.memoryUsage().rss;
    for (let index = 0; index < count; index += 1) {
      const order = Array.from({ length: 1 + chance.below(3) }, () => chance.below(frames.length));
      const whole = joined(order.map((at) => frames[at] ?? new Uint8Array()));
      const harmless = whole.slice();
      const damage = chance.pick(damages);
      const stream = damage(whole, chance);
      try {
        const wrong = wrongIn(stream, chance);
        const untouched = Buffer.from(stream).equals(harmless);
        const read = createFrameDecoder().push(stream);
        const right =
          !untouched ||
          isDeepStrictEqual(
            read.map((one) => one.ok && one.value),
            order.map((at) => messages[at]),
          );
        if (wrong || !right) counted.fail(`${wrong ?? 'an unharmed stream was not read'}: try ${index}`);
        else counted.pass();
      } catch (error) {
        counted.fail(`threw ${String(error)}: try ${index}`);
      }
      if (index % 10_000 === 0) progress(index);
    }
    const grown = Math.round((process.memoryUsage().rss - memoryBefore) / 1_048_576);
    return counted.finding({ 'memory grown, MiB': Math.max(0, grown) });
  },
};
