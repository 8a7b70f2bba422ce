import { createHmac, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createConnection, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { answerHandshake, openHandshake } from '../../../native-host/io/handshake.ts';
import { receive } from '../../../native-host/io/receive.ts';

const token = randomBytes(32);
const soon = (): AbortSignal => AbortSignal.timeout(300);
const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** Two ends of a real Unix socket. */
async function socketPair(): Promise<[Socket, Socket]> {
  const folder = mkdtempSync(join(tmpdir(), 'localagent-test-'));
  const path = join(folder, 'socket');
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(path, resolve));
  const accepted = new Promise<Socket>((resolve) => server.once('connection', resolve));
  const opener = createConnection(path);
  const answerer = await accepted;
  ends.push(() => {
    opener.destroy();
    answerer.destroy();
    server.close();
    rmSync(folder, { recursive: true });
  });
  for (const socket of [opener, answerer]) socket.on('error', () => {});
  return [opener, answerer];
}
const opening = (role = 1): Buffer =>
  Buffer.concat([Buffer.from('LAGENT01'), Buffer.of(role), randomBytes(32)]);
const proof = (key: Buffer, end: string, open: Buffer, nonce: Buffer): Buffer =>
  createHmac('sha256', key).update(`localagent/1/${end}`).update(open.subarray(8)).update(nonce).digest();

test('two ends that know the token agree on the role, and what follows is left for the next reader', async () => {
  for (const role of ['extension', 'client'] as const) {
    const [opener, answerer] = await socketPair();
    const answered = answerHandshake(answerer, token, soon());
    expect(await openHandshake(opener, token, role, soon())).toEqual({ ok: true, value: null });
    opener.write('after');
    expect(await answered).toEqual({ ok: true, value: role });
    expect(await receive(answerer, 5, soon())).toEqual({ ok: true, value: Buffer.from('after') });
  }
});

test('an opener with another token is refused, and learns nothing that it could use', async () => {
  const [opener, answerer] = await socketPair();
  const answered = answerHandshake(answerer, token, soon());
  expect(await openHandshake(opener, randomBytes(32), 'client', soon())).toMatchObject({
    fault: { code: 'denied' },
  });
  opener.write(randomBytes(32));
  expect(await answered).toMatchObject({ ok: false, fault: { code: 'denied' } });
});

test('a false authority is told nothing beyond the opening', async () => {
  const [opener, answerer] = await socketPair();
  const opened = openHandshake(opener, token, 'extension', soon());
  expect((await receive(answerer, 41, soon())).ok).toBe(true);
  answerer.write(randomBytes(64));
  expect(await opened).toMatchObject({ ok: false, fault: { code: 'denied' } });
  opener.end();
  expect(await receive(answerer, 1, soon())).toMatchObject({ ok: false, fault: { code: 'browser-gone' } });
});

test('the authority’s own proof sent back is no proof', async () => {
  const [opener, answerer] = await socketPair();
  const answered = answerHandshake(answerer, token, soon());
  opener.write(opening());
  const reply = await receive(opener, 64, soon());
  opener.write(reply.ok ? reply.value.subarray(32) : '');
  expect(await answered).toMatchObject({ ok: false, fault: { code: 'denied' } });
});

test('an opening sent back is no authority', async () => {
  const [opener, answerer] = await socketPair();
  const opened = openHandshake(opener, token, 'client', soon());
  const got = await receive(answerer, 41, soon());
  if (!got.ok) throw new Error('no opening');
  // The opener's nonce comes back as the authority's, with a proof made by asking a true authority as an opener.
  answerer.write(
    Buffer.concat([got.value.subarray(9), proof(token, 'opener', got.value, got.value.subarray(9))]),
  );
  expect(await opened).toMatchObject({ ok: false, fault: { code: 'denied' } });
});

test('a proof of one role or one connection is none for another', async () => {
  const [opener, answerer] = await socketPair();
  const answered = answerHandshake(answerer, token, soon());
  const asClient = opening(2);
  opener.write(asClient);
  const reply = await receive(opener, 64, soon());
  if (!reply.ok) throw new Error('no reply');
  const asExtension = Buffer.from(asClient);
  asExtension[8] = 1;
  opener.write(proof(token, 'opener', asExtension, reply.value.subarray(0, 32)));
  expect(await answered).toMatchObject({ fault: { code: 'denied' } });

  const [again, other] = await socketPair();
  const second = answerHandshake(other, token, soon());
  again.write(asClient);
  await receive(again, 64, soon());
  again.write(proof(token, 'opener', asClient, reply.value.subarray(0, 32)));
  expect(await second).toMatchObject({ fault: { code: 'denied' } });
});

test('another protocol, an unknown role, a flood and an early end are refused', async () => {
  for (const words of [
    Buffer.from('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'.padEnd(60)),
    opening(3),
    randomBytes(5_000_000),
  ]) {
    const [opener, answerer] = await socketPair();
    const answered = answerHandshake(answerer, token, soon());
    opener.write(words);
    expect(await answered).toMatchObject({ ok: false, fault: { code: 'denied' } });
    expect(answerer.bytesRead).toBeLessThan(1_000_000);
  }
  const [opener, answerer] = await socketPair();
  const answered = answerHandshake(answerer, token, soon());
  opener.end(opening().subarray(0, 20));
  expect(await answered).toMatchObject({ ok: false, fault: { code: 'browser-gone' } });
});

test('silence ends the wait on both ends', async () => {
  const [opener] = await socketPair();
  const opened = openHandshake(opener, token, 'client', soon());
  expect(await opened).toMatchObject({ ok: false, fault: { code: 'timeout' } });
  const [, quiet] = await socketPair();
  expect(await answerHandshake(quiet, token, soon())).toMatchObject({ fault: { code: 'timeout' } });
});
