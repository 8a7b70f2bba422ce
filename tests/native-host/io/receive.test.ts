import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { receive } from '../../../native-host/io/receive.ts';

const never = new AbortController().signal;

test('bytes are given out exactly, however they came', async () => {
  const stream = new PassThrough();
  for (const byte of 'abcdefghij') stream.write(byte);
  expect(await receive(stream, 3, never)).toEqual({ ok: true, value: Buffer.from('abc') });
  expect(await receive(stream, 1, never)).toEqual({ ok: true, value: Buffer.from('d') });
  stream.write('klm');
  expect(await receive(stream, 9, never)).toEqual({ ok: true, value: Buffer.from('efghijklm') });
  stream.end();
  expect(await receive(stream, 1, never)).toMatchObject({ ok: false, fault: { code: 'browser-gone' } });
  expect(await receive(stream, 1, never)).toMatchObject({ ok: false, fault: { code: 'browser-gone' } });
});

test('what is left goes to a listener that comes later', async () => {
  const stream = new PassThrough();
  stream.write('onetwo');
  await receive(stream, 3, never);
  const rest: string[] = [];
  stream.on('data', (bytes: Buffer) => rest.push(bytes.toString()));
  stream.resume();
  stream.end('three');
  await new Promise((resolve) => stream.on('end', resolve));
  expect(rest.join('')).toBe('twothree');
});

test('a signal that fires, or had fired, ends the wait', async () => {
  const controller = new AbortController();
  const stream = new PassThrough();
  const waiting = receive(stream, 3, controller.signal);
  controller.abort();
  expect(await waiting).toMatchObject({ ok: false, fault: { code: 'timeout' } });
  expect(await receive(stream, 3, controller.signal)).toMatchObject({
    ok: false,
    fault: { code: 'timeout' },
  });
});
