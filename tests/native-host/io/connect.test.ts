import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ConnectOptions, connectAuthority } from '../../../native-host/io/connect.ts';
import { ensureFolders } from '../../../native-host/io/private-folder.ts';
import { ensureToken } from '../../../native-host/io/token.ts';
import type { Result } from '../../../shared/faults.ts';
import type { Port } from '../../../shared/protocol/port.ts';
import { type DataFolder, dataFolder, fakeAuthority } from '../../fakes/data-folder.ts';

let folder: DataFolder;
beforeEach(() => {
  folder = dataFolder();
});
afterEach(() => {
  folder.remove();
  delete process.env['FAKE_AUTHORITY_FAULT'];
  delete process.env['FAKE_AUTHORITY_START'];
});
const connect = (more: Partial<ConnectOptions> = {}): Promise<Result<Port>> =>
  connectAuthority({ paths: folder.paths, role: 'client', start: { entry: fakeAuthority }, ...more });
const echo = (port: Port, message: unknown): Promise<unknown> => {
  const answer = new Promise<unknown>((resolve) => port.onMessage(resolve));
  port.send(message);
  return answer;
};
function portOf(result: Result<Port>): Port {
  if (!result.ok) throw new Error(`${result.fault.code}: ${result.fault.message}`);
  return result.value;
}

test('the authority is started when there is none, once for all who come, and its files are private', async () => {
  const ports = (
    await Promise.all([connect(), connect(), connect({ role: 'extension', origin: 'chrome-extension://x/' })])
  ).map(portOf);
  expect(await Promise.all(ports.map((port, index) => echo(port, { index })))).toEqual([
    { index: 0 },
    { index: 1 },
    { index: 2 },
  ]);
  expect(folder.notes().filter((note) => 'started' in note)).toHaveLength(1);
  const hellos = folder.notes().flatMap((note) => ('hello' in note ? [note['hello']] : []));
  expect(hellos).toContainEqual(
    expect.objectContaining({ role: 'extension', origin: 'chrome-extension://x/' }),
  );
  for (const path of [folder.paths.socket, folder.paths.token, folder.paths.lock, folder.paths.log]) {
    expect(statSync(path).mode & 0o777).toBe(0o600);
  }
  for (const port of ports) port.close();
});

test('an authority that was killed leaves a socket that the next one replaces', async () => {
  const first = portOf(await connect());
  const pid = Number(await folder.noted('started'));
  const closed = new Promise<string>((resolve) => first.onClose(resolve));
  first.onMessage(() => {});
  process.kill(pid, 'SIGKILL');
  await closed;
  expect(statSync(folder.paths.socket).isSocket()).toBe(true);
  const second = portOf(await connect());
  expect(await echo(second, 'again')).toBe('again');
  second.close();
});

test('a connection that comes while the last authority is ending is served by the next', async () => {
  for (let round = 0; round < 3; round++) {
    const port = portOf(await connect());
    expect(await echo(port, round)).toBe(round);
    port.close();
    await new Promise((resolve) => setTimeout(resolve, 380 + round * 20));
  }
}, 20_000);

test('a long data folder works like any other', async () => {
  folder.remove();
  folder = dataFolder('a folder with spaces'.repeat(8), 'é'.repeat(60));
  expect(dirname(folder.paths.socket)).not.toBe(folder.paths.run);
  const port = portOf(await connect());
  expect(await echo(port, 'far')).toBe('far');
  port.close();
});

test('without a program to start, an authority that is not there is a fault', async () => {
  expect(await connect({ start: null })).toMatchObject({ ok: false, fault: { code: 'not-found' } });
});

test('an authority that cannot start tells why in its own words', async () => {
  process.env['FAKE_AUTHORITY_START'] = 'The database is of a newer version.\n  Update LocalAgent.';
  const answer = await connect();
  expect(answer).toMatchObject({
    ok: false,
    fault: { code: 'bad-arguments', message: process.env['FAKE_AUTHORITY_START'] },
  });
  const crash = await connect({ start: { entry: `${fakeAuthority}.missing.ts` } });
  expect(crash).toMatchObject({ ok: false, fault: { code: 'internal' } });
  expect(readFileSync(folder.paths.log, 'utf8')).toContain('newer version');
});

test('a refusal of the authority is told', async () => {
  process.env['FAKE_AUTHORITY_FAULT'] = 'Not this one.';
  expect(await connect()).toMatchObject({ ok: false, fault: { code: 'denied', message: 'Not this one.' } });
});

test('nothing is said to a socket, a folder or with a token that is not safe', async () => {
  ensureFolders(folder.paths);
  ensureToken(folder.paths.token);
  let visits = 0;
  const server = createServer(() => {
    visits += 1;
  });
  await new Promise<void>((resolve) => server.listen(folder.paths.socket, resolve));
  const refused = async (words: RegExp): Promise<void> => {
    const answer = await connect();
    expect(answer).toMatchObject({ ok: false, fault: { code: 'bad-arguments' } });
    if (!answer.ok) expect(`${answer.fault.message} ${answer.fault.hint}`).toMatch(words);
  };
  chmodSync(folder.paths.socket, 0o755);
  await refused(/socket can be reached by other users.*chmod 600/);
  chmodSync(folder.paths.socket, 0o600);
  chmodSync(folder.paths.run, 0o755);
  await refused(/folder .* can be reached by other users.*chmod 700/);
  chmodSync(folder.paths.run, 0o700);
  chmodSync(folder.paths.token, 0o644);
  await refused(/token file can be reached.*chmod 600/);
  chmodSync(folder.paths.token, 0o600);
  renameSync(folder.paths.socket, `${folder.paths.socket}.real`);
  symlinkSync(`${folder.paths.socket}.real`, folder.paths.socket);
  await refused(/socket is none/);
  rmSync(folder.paths.socket);
  renameSync(folder.paths.run, `${folder.paths.run}.real`);
  symlinkSync(`${folder.paths.run}.real`, folder.paths.run);
  await refused(/symbolic link/);
  expect(visits).toBe(0);
  server.close();
});

test('a false authority at the socket is refused, and an authority with another token refuses', async () => {
  ensureFolders(folder.paths);
  ensureToken(folder.paths.token);
  const heard: Buffer[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      heard.push(bytes);
      socket.write(randomBytes(64));
    });
  });
  await new Promise<void>((resolve) => server.listen(folder.paths.socket, resolve));
  chmodSync(folder.paths.socket, 0o600);
  expect(await connect()).toMatchObject({ ok: false, fault: { code: 'denied' } });
  expect(Buffer.concat(heard)).toHaveLength(41);
  await new Promise<void>((resolve) => server.close(() => resolve()));

  const port = portOf(await connect());
  writeFileSync(folder.paths.token, randomBytes(32));
  expect(await connect()).toMatchObject({ ok: false, fault: { code: 'denied' } });
  port.close();
});

test('a folder in which nothing can be made is told', async () => {
  folder.remove();
  mkdirSync(dirname(dirname(folder.paths.home)), { recursive: true });
  writeFileSync(dirname(folder.paths.home), 'a file in the way');
  expect(await connect()).toMatchObject({ ok: false, fault: { code: 'bad-arguments' } });
});
