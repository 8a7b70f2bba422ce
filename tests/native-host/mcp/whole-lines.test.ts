import { expect, test } from 'vitest';
import { wholeLines } from '../../../native-host/mcp/whole-lines.ts';

/** What comes out when these pieces go in; the stream's error in place of the rest. */
async function through(pieces: readonly string[], lineBytesMax = 100): Promise<readonly string[]> {
  const stream = wholeLines(lineBytesMax);
  const out: string[] = [];
  stream.on('data', (part: Buffer) => out.push(part.toString()));
  const ended = new Promise<void>((resolve) => {
    stream.on('end', resolve);
    stream.on('error', (error) => {
      out.push(error.message);
      resolve();
    });
  });
  for (const piece of pieces) stream.write(Buffer.from(piece));
  stream.end();
  await ended;
  return out;
}

test('however a stream is cut, each line comes whole and in order', async () => {
  const text = '{"a":1}\n{"b":"é"}\n\n{"c":3}\n';
  for (let cut = 0; cut <= text.length; cut++) {
    const out = await through([text.slice(0, cut), text.slice(cut)]);
    expect(out.join('')).toBe(text);
    expect(out.every((part) => part.endsWith('\n'))).toBe(true);
  }
});

test('a line in many pieces is passed on once, and what has no end comes at the end', async () => {
  expect(await through(['a', 'b', 'c\nd', 'e'])).toEqual(['abc\n', 'de']);
});

test('a line that is too long ends the stream instead of filling the memory', async () => {
  expect(await through(['x'.repeat(60), 'x'.repeat(60), '\n'])).toEqual([
    'A message is longer than 100 bytes.',
  ]);
});
