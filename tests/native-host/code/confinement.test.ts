import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { confinement, findConfinement } from '../../../native-host/code/confinement.ts';
import { startRunner } from '../../../native-host/code/runner-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'la-confined-'));
const probe = join(folder, 'probe.mjs');
const server = createServer((socket) => socket.end());
let port = 0;

beforeAll(async () => {
  writeFileSync(
    probe,
    `import { connect } from 'node:net';
    process.on('message', ({ port, pid }) => {
      const signal = (() => { try { process.kill(pid, 0); return 'reached'; } catch (error) { return error.code; } })();
      const socket = connect(port, '127.0.0.1');
      socket.on('connect', () => process.send({ signal, network: 'reached' }));
      socket.on('error', (error) => process.send({ signal, network: error.code }));
    });
    process.on('disconnect', () => process.exit(0));
    process.send('ready');`,
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What a process that is started as those of scripts are can reach of this one. */
async function reached(walls: Parameters<typeof startRunner>[1]): Promise<unknown> {
  const child = startRunner(probe, walls);
  child.ref();
  child.channel?.ref();
  const ended = once(child, 'exit');
  try {
    await once(child, 'message');
    child.send({ port, pid: process.pid });
    return (await once(child, 'message'))[0];
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
}

test('without namespaces a process of a script could open sockets; in them it reaches neither network nor processes', async () => {
  expect(await reached({ kind: 'none', why: '' })).toMatchObject({ network: 'reached' });
  const walls = confinement();
  if (walls.kind === 'none') expect(walls.why).not.toBe('');
  else expect(await reached(walls)).toMatchObject({ network: expect.stringMatching(/^E/), signal: 'ESRCH' });
});

test('where the system gives no namespaces, the reason is told', () => {
  const means = { platform: 'linux', find: () => '/usr/bin/unshare', probe: () => null };
  expect(findConfinement(means)).toMatchObject({ kind: 'namespaces', program: '/usr/bin/unshare' });
  expect(findConfinement({ ...means, platform: 'darwin' })).toMatchObject({ kind: 'none' });
  expect(findConfinement({ ...means, find: () => null })).toMatchObject({
    why: expect.stringContaining('unshare'),
  });
  const refused = findConfinement({ ...means, probe: () => 'unshare failed: Operation not permitted' });
  expect(refused).toMatchObject({ kind: 'none', why: expect.stringContaining('Operation not permitted') });
});
