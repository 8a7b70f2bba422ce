import { duplexPair, PassThrough } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { framePort } from '../../../native-host/io/frame-port.ts';
import { relayFrames } from '../../../native-host/io/relay-frames.ts';
import { failed, fault, ok } from '../../../shared/faults.ts';
import { encodeFrame } from '../../../shared/protocol/frame.ts';

function ends() {
  const [near, far] = duplexPair();
  const lines: string[] = [];
  const got: unknown[] = [];
  framePort(far).onMessage((message) => got.push(message));
  return {
    input: new PassThrough(),
    output: new PassThrough(),
    near,
    far,
    lines,
    got,
    log: (line: string) => lines.push(line),
  };
}

test('frames that came before the proof are passed on after it, in order', async () => {
  const all = ends();
  all.input.write(Buffer.concat([encodeFrame(1), encodeFrame(2)]));
  const code = relayFrames({ ...all, connect: () => pause(20, ok(all.near)) });
  await pause(5);
  expect(all.got).toEqual([]);
  await pause(40);
  all.input.write(encodeFrame(3));
  await pause(5);
  expect(all.got).toEqual([1, 2, 3]);
  all.input.end();
  expect(await code).toBe(0);
});

test('an end of the input at any time before the proof drops what came before it', async () => {
  for (const late of [true, false]) {
    const all = ends();
    all.input.write(encodeFrame('act'));
    if (!late) all.input.end();
    const code = relayFrames({
      ...all,
      // At the very moment of the proof is still before it is used.
      connect: () =>
        pause(10).then(() => {
          if (late) all.input.end();
          return ok(all.near);
        }),
    });
    expect(await code).toBe(0);
    await pause(20);
    expect(all.got).toEqual([]);
  }
});

test('an authority that cannot be reached is told in a line', async () => {
  const all = ends();
  const refused = failed(fault('denied', 'Not this one.', 'Try another.'));
  expect(await relayFrames({ ...all, connect: async () => refused })).toBe(1);
  expect(all.lines).toEqual(['Not this one. Try another.']);
  const broken = ends();
  expect(await relayFrames({ ...broken, connect: () => Promise.reject(new Error('bug')) })).toBe(1);
  expect(broken.lines).toHaveLength(1);
});

test('a wrong frame of the authority never reaches the browser', async () => {
  const all = ends();
  const out: Buffer[] = [];
  all.output.on('data', (bytes: Buffer) => out.push(bytes));
  const code = relayFrames({ ...all, connect: async () => ok(all.near) });
  all.far.write(
    Buffer.concat([encodeFrame('good'), Buffer.from([0xff, 0xff, 0xff, 0x7f]), encodeFrame('late')]),
  );
  expect(await code).toBe(1);
  expect(Buffer.concat(out)).toEqual(Buffer.from(encodeFrame('good')));
  expect(all.lines[0]).toContain('From LocalAgent');
});

test('what waits for the proof is bounded', async () => {
  const all = ends();
  const input = new PassThrough({ highWaterMark: 1_000_000 });
  const frame = encodeFrame('x'.repeat(900_000));
  const code = relayFrames({ ...all, input, connect: () => pause(200, ok(all.near)) });
  let taken = 0;
  for (let sent = 0; sent < 20; sent++) {
    input.write(frame, () => {
      taken += 1;
    });
  }
  await pause(50);
  expect(taken).toBeLessThan(10);
  for (let waited = 0; waited < 200 && all.got.length < 20; waited++) await pause(10);
  expect(all.got).toHaveLength(20);
  input.end();
  expect(await code).toBe(0);
});
