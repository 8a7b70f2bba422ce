import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chunkCharactersMax, frameBytesMax, messageBytesMax } from '../../../shared/limits.ts';
import { createChunkJoiner, envelopeParts } from '../../../shared/protocol/chunk.ts';
import { ChunkEnvelope, type EventEnvelope } from '../../../shared/protocol/envelope.ts';
import { encodeFrame } from '../../../shared/protocol/frame.ts';

const event = (text: string): EventEnvelope => ({ type: 'event', name: 'test', params: { text } });

/** The chunks of a message that is too long for a frame. */
function chunksOf(envelope: EventEnvelope, stream: number): ChunkEnvelope[] {
  const parts = envelopeParts(envelope, stream);
  if (!parts.ok) throw new Error(parts.fault.message);
  return parts.value.map((part) => ChunkEnvelope.parse(part));
}
/** A message as base64 slices of any size, as another sender might cut it. */
function cutInto(envelope: EventEnvelope, stream: number, groups: number): ChunkEnvelope[] {
  const whole = Buffer.from(JSON.stringify(envelope)).toString('base64');
  const slices = whole.match(new RegExp(`.{1,${groups * 4}}`, 'g')) ?? [];
  return slices.map((data, index) => ({ type: 'chunk', stream, index, count: slices.length, data }));
}
const codeOf = (chunk: ChunkEnvelope): string => {
  const result = createChunkJoiner().push(chunk, 0);
  return result.ok ? 'ok' : result.fault.code;
};
const part = { type: 'chunk', stream: 1, index: 0, count: 2, data: 'AAAA' } as const;

test('a message that fits in a frame is sent as it is, at the limit too', () => {
  const frameOf = (length: number) => envelopeParts(event('x'.repeat(length)), 1);
  const around = JSON.stringify(event('')).length;
  expect(frameOf(frameBytesMax - around)).toMatchObject({ ok: true, value: [{ type: 'event' }] });
  expect(frameOf(frameBytesMax - around + 1)).toMatchObject({
    ok: true,
    value: [{ type: 'chunk' }, { type: 'chunk' }],
  });
  expect(envelopeParts(event('é'.repeat(600_000)), 1)).toMatchObject({
    ok: true,
    value: [{ type: 'chunk' }, {}],
  });
});

test('every chunk fits in a frame, and the chunks make the message again', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1_000_000, max: 1_800_000 }),
      fc.constantFrom('x', 'é', '€', '"'),
      (length, unit) => {
        const sent = event(unit.repeat(length));
        const joiner = createChunkJoiner();
        const results = chunksOf(sent, 7).map((chunk) => {
          expect(encodeFrame(chunk).length).toBeLessThan(frameBytesMax);
          return joiner.push(chunk, 0);
        });
        expect(results.at(-1)).toEqual({ ok: true, value: { complete: true, message: sent } });
        expect(results.slice(0, -1).every((result) => result.ok && !result.value.complete)).toBe(true);
      },
    ),
    { numRuns: 8 },
  );
});

test('any cutting into whole groups is joined, and streams may be mixed', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.string(),
      fc.integer({ min: 1, max: 9 }),
      (one, two, groups) => {
        const sent = [event(`one ${one}`), event(`two ${two}`)];
        const streams = sent.map((envelope, index) => cutInto(envelope, index + 1, groups));
        const joiner = createChunkJoiner();
        const got: unknown[] = [];
        const rounds = Math.max(...streams.map((chunks) => chunks.length));
        for (let round = 0; round < rounds; round++) {
          for (const chunk of streams.flatMap((chunks) => chunks[round] ?? [])) {
            const result = joiner.push(chunk, 0);
            if (result.ok && result.value.complete) got.push(result.value.message);
          }
        }
        expect(got).toHaveLength(2);
        expect(got).toEqual(expect.arrayContaining(JSON.parse(JSON.stringify(sent))));
      },
    ),
  );
});

test('chunks out of order, twice, of another count or damaged end their stream with a fault', () => {
  expect(codeOf({ ...part, index: 1 })).toBe('bad-arguments');
  expect(codeOf({ ...part, index: 2 })).toBe('bad-arguments');
  for (const data of ['', 'AAA', 'AA==', 'A A=', 'AA\nA', 'AA-_'])
    expect(codeOf({ ...part, data })).toBe('bad-arguments');
  expect(codeOf({ ...part, data: 'A'.repeat(chunkCharactersMax + 4) })).toBe('too-large');
  const joiner = createChunkJoiner();
  expect(joiner.push(part, 0).ok).toBe(true);
  expect(joiner.push(part, 0).ok).toBe(false);
  expect(joiner.push({ ...part, index: 1 }, 0).ok).toBe(false);
  expect(joiner.push(part, 0).ok).toBe(true);
  expect(joiner.push({ ...part, index: 1, count: 3 }, 0).ok).toBe(false);
});

test('a joined message is read as strictly as any other', () => {
  const data = Buffer.from('{"a":1,"a":2} ').toString('base64');
  expect(codeOf({ ...part, count: 1, data })).toBe('bad-arguments');
});

test('memory is bounded by bytes and by half-received messages', () => {
  const small = createChunkJoiner(5);
  expect(small.push(part, 0).ok).toBe(true);
  expect(small.push({ ...part, index: 1 }, 0)).toMatchObject({ ok: false, fault: { code: 'too-large' } });
  const joiner = createChunkJoiner();
  for (let stream = 1; stream <= 4; stream++) expect(joiner.push({ ...part, stream }, stream).ok).toBe(true);
  expect(joiner.push({ ...part, stream: 5 }, 5)).toMatchObject({ ok: false, fault: { code: 'too-large' } });
  expect(joiner.dropStale(3)).toBe(2);
  expect(joiner.push({ ...part, stream: 5 }, 5).ok).toBe(true);
});

test('a message over the limit is not sent', () => {
  expect(envelopeParts(event('x'.repeat(messageBytesMax)), 1)).toMatchObject({
    ok: false,
    fault: { code: 'too-large' },
  });
});

test('half characters of a page arrive as replacement characters', () => {
  const parts = envelopeParts(event('cut \ud83d'), 1);
  expect(parts).toEqual({ ok: true, value: [event('cut \ufffd')] });
});
