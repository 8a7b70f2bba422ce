import { duplexPair } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { framePort } from '../../../native-host/io/frame-port.ts';
import { encodeFrame } from '../../../shared/protocol/frame.ts';

test('messages go both ways, and early ones wait for the listener', async () => {
  const [a, b] = duplexPair();
  const [left, right] = [framePort(a), framePort(b)];
  left.send({ one: 1 });
  left.send({ two: 2 });
  await pause(5);
  const got: unknown[] = [];
  right.onMessage((message) => {
    got.push(message);
    right.send({ echo: message });
  });
  const back: unknown[] = [];
  left.onMessage((message) => back.push(message));
  await pause(5);
  expect(got).toEqual([{ one: 1 }, { two: 2 }]);
  expect(back).toEqual([{ echo: { one: 1 } }, { echo: { two: 2 } }]);
});

test('a wrong frame closes the port with the reason, and nothing after it is heard', async () => {
  const [a, b] = duplexPair();
  const port = framePort(a);
  const got: unknown[] = [];
  port.onMessage((message) => got.push(message));
  const reason = new Promise<string>((resolve) => port.onClose(resolve));
  b.write(Buffer.concat([encodeFrame('good'), Buffer.from([0, 0, 0, 0]), encodeFrame('late')]));
  expect(await reason).toContain('without content');
  expect(got).toEqual(['good']);
  expect(a.destroyed).toBe(true);
});

test('what was sent before a close arrives, and both ends hear of the close', async () => {
  const [a, b] = duplexPair();
  const [left, right] = [framePort(a), framePort(b)];
  const got: unknown[] = [];
  right.onMessage((message) => got.push(message));
  const reason = new Promise<string>((resolve) => right.onClose(resolve));
  left.send('last');
  left.close();
  left.send('never');
  expect(await reason).toBe('the other side closed it.');
  expect(got).toEqual(['last']);
  expect(await new Promise((resolve) => left.onClose(resolve))).toBe('this side closed it.');
});

test('another side that does not read is given up', async () => {
  const [a] = duplexPair();
  const port = framePort(a);
  const reason = new Promise<string>((resolve) => port.onClose(resolve));
  const long = 'x'.repeat(900_000);
  for (let sent = 0; sent < 130; sent++) port.send(long);
  expect(await reason).toContain('does not read');
});
