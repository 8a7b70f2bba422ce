import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openHandshake } from '../../../native-host/io/handshake.ts';
import { type Hello, receiveWelcome } from '../../../native-host/io/hello.ts';
import { type Listener, listenForPeers } from '../../../native-host/io/listen.ts';
import { ensureFolders } from '../../../native-host/io/private-folder.ts';
import { type AuthorityLock, lockAuthority } from '../../../native-host/io/single-authority.ts';
import { ensureToken } from '../../../native-host/io/token.ts';
import { encodeFrame } from '../../../shared/protocol/frame.ts';
import { type DataFolder, dataFolder } from '../../fakes/data-folder.ts';

let folder: DataFolder;
let lock: AuthorityLock;
let listener: Listener | null = null;
const taken: Hello[] = [];
const refused: string[] = [];
beforeEach(() => {
  folder = dataFolder();
  ensureFolders(folder.paths);
  const held = lockAuthority(folder.paths.lock, 0);
  if (held === null) throw new Error('the lock is held');
  lock = held;
});
afterEach(() => {
  listener?.close();
  lock.release();
  folder.remove();
  taken.length = 0;
  refused.length = 0;
});
const listen = async (): Promise<void> => {
  listener = await listenForPeers({
    paths: folder.paths,
    lock,
    onPeer: (_, hello) => taken.push(hello),
    onRefused: (why) => refused.push(why.code),
  });
};
const signal = (): AbortSignal => AbortSignal.timeout(1_000);
const hello = { role: 'client', origin: null, profile_hint: null, parent: null, parent_pid: null };

/** Proves the token as `client`, says `words`, and gives what the authority answers. */
async function say(words: Uint8Array) {
  const socket = createConnection(folder.paths.socket);
  await once(socket, 'connect');
  socket.on('error', () => {});
  const proven = await openHandshake(socket, ensureToken(folder.paths.token), 'client', signal());
  expect(proven.ok).toBe(true);
  socket.write(words);
  const welcome = await receiveWelcome(socket, signal());
  socket.destroy();
  return welcome;
}

test('a hello that is right is taken; one of another role, another form or another length is not', async () => {
  await listen();
  expect(await say(encodeFrame(hello))).toEqual({ ok: true, value: null });
  expect(taken).toEqual([hello]);
  expect(await say(encodeFrame({ ...hello, role: 'extension' }))).toMatchObject({
    fault: { code: 'denied' },
  });
  const wrong = [
    encodeFrame({ ...hello, more: 1 }),
    encodeFrame('x'.repeat(20_000)),
    Buffer.from([0, 0, 0, 0]),
    Buffer.from([0xff, 0xff, 0xff, 0xff]),
    Buffer.from([2, 0, 0, 0, 0x7b, 0xff]),
  ];
  for (const words of wrong)
    expect(await say(words)).toMatchObject({ ok: false, fault: { code: 'browser-gone' } });
  expect(taken).toHaveLength(1);
  expect(refused).toEqual(['denied', ...wrong.map(() => 'bad-arguments')]);
});

test('a message that came with the hello reaches the one who takes the port', async () => {
  const got = Promise.withResolvers<unknown>();
  listener = await listenForPeers({
    paths: folder.paths,
    lock,
    onPeer: (port) => setTimeout(() => port.onMessage(got.resolve), 20),
  });
  void say(Buffer.concat([encodeFrame(hello), encodeFrame({ early: true })]));
  expect(await got.promise).toEqual({ early: true });
});

test('whoever says nothing is closed in time', async () => {
  await listen();
  const socket = createConnection(folder.paths.socket);
  socket.on('error', () => {}).resume();
  await once(socket, 'close');
  expect(refused).toEqual(['timeout']);
});

test('a stale socket is replaced, and something else in its place is left alone', async () => {
  await listen();
  listener?.close();
  expect(existsSync(folder.paths.socket)).toBe(false);
  writeFileSync(folder.paths.socket, 'a file', { mode: 0o600 });
  await expect(listen()).rejects.toThrow('is none');
  expect(existsSync(folder.paths.socket)).toBe(true);
});
