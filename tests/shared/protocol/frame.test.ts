import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Result } from '../../../shared/faults.ts';
import { frameBytesMax } from '../../../shared/limits.ts';
import {
  createFrameDecoder,
  createFrameSplitter,
  encodeFrame,
  frameBody,
} from '../../../shared/protocol/frame.ts';

const joined = (frames: readonly Uint8Array[]): Uint8Array => {
  const bytes = new Uint8Array(frames.reduce((sum, frame) => sum + frame.length, 0));
  let at = 0;
  for (const frame of frames) {
    bytes.set(frame, at);
    at += frame.length;
  }
  return bytes;
};
const header = (length: number): Uint8Array => {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, length, true);
  return bytes;
};
const values = (results: readonly Result<unknown>[]): unknown[] =>
  results.map((result) => (result.ok ? result.value : result.fault.code));

test('three messages survive every way of cutting the stream in two', () => {
  const sent = [{ a: 1 }, { b: 'é😀' }, {}];
  const bytes = joined(sent.map(encodeFrame));
  for (let cut = 0; cut <= bytes.length; cut++) {
    const decoder = createFrameDecoder();
    expect(values([...decoder.push(bytes.subarray(0, cut)), ...decoder.push(bytes.subarray(cut))])).toEqual(
      sent,
    );
  }
});

test('any messages survive any way of cutting the stream', () => {
  fc.assert(
    fc.property(
      fc.array(fc.dictionary(fc.string({ minLength: 1, maxLength: 3 }), fc.string({ unit: 'grapheme' })), {
        maxLength: 5,
      }),
      fc.array(fc.nat(40), { maxLength: 60 }),
      (sent, sizes) => {
        const clean = sent.map((one) => ({ ...one }));
        const bytes = joined(clean.map(encodeFrame));
        const decoder = createFrameDecoder();
        const got: Result<unknown>[] = [];
        let at = 0;
        for (const size of sizes) {
          got.push(...decoder.push(bytes.subarray(at, at + size)));
          at += size;
        }
        got.push(...decoder.push(bytes.subarray(at)));
        expect(values(got)).toEqual(clean);
      },
    ),
  );
});

test('what is kept is a copy: the caller may use its buffer again', () => {
  const frame = encodeFrame({ a: 'kept' });
  const buffer = frame.slice(0, 10);
  const decoder = createFrameDecoder();
  decoder.push(buffer);
  buffer.fill(0);
  expect(values(decoder.push(frame.subarray(10)))).toEqual([{ a: 'kept' }]);
});

test('a wrong frame gives one fault, after what came before it, and then nothing more', () => {
  const wrong: [Uint8Array, string][] = [
    [header(0), 'bad-arguments'],
    [header(frameBytesMax + 1), 'too-large'],
    [header(0xffffffff), 'too-large'],
    [joined([header(1), Uint8Array.of(0xff)]), 'bad-arguments'],
    [joined([header(1), Uint8Array.of(0x7b)]), 'bad-arguments'],
  ];
  for (const [bytes, code] of wrong) {
    const decoder = createFrameDecoder();
    const stream = joined([encodeFrame({ first: 1 }), bytes, encodeFrame({ second: 2 })]);
    expect(values(decoder.push(stream))).toEqual([{ first: 1 }, code]);
    expect(decoder.push(encodeFrame({ third: 3 }))).toEqual([]);
  }
});

test('the longest frame passes, one byte more does not', () => {
  const frame = encodeFrame('x'.repeat(frameBytesMax - 2));
  expect(frame.length).toBe(4 + frameBytesMax);
  expect(createFrameDecoder().push(frame)).toHaveLength(1);
  expect(values(createFrameDecoder({ bytesMax: frameBytesMax - 1 }).push(frame))).toEqual(['too-large']);
  expect(() => encodeFrame('x'.repeat(frameBytesMax - 1))).toThrow();
});

test('an announced length alone takes no memory', () => {
  const before = process.memoryUsage().arrayBuffers;
  const splitters = Array.from({ length: 500 }, () => createFrameSplitter());
  for (const splitter of splitters) splitter.push(joined([header(frameBytesMax), Uint8Array.of(1)]));
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50_000_000);
});

test('the splitter hands on frames as they came', () => {
  const frame = encodeFrame({ a: 1 });
  const [whole] = createFrameSplitter().push(joined([frame, frame.subarray(0, 3)]));
  expect(whole).toEqual({ ok: true, value: frame });
  expect(JSON.parse(new TextDecoder().decode(frameBody(frame)))).toEqual({ a: 1 });
});
