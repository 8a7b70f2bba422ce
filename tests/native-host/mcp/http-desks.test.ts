import { expect, test } from 'vitest';
import { HttpDesks } from '../../../native-host/mcp/http-desks.ts';
import type { Holder } from '../../../native-host/mcp/http-holders.ts';
import { ok } from '../../../shared/faults.ts';
import { ClientAuthority } from '../../fakes/client-authority.ts';

const url = 'http://127.0.0.1:4000/mcp';

function desksAt() {
  const clock = { now: 0 };
  const holder: { now: Holder } = { now: { id: 'owner', token: null, scoped: false } };
  const opened: ClientAuthority[] = [];
  const desks = new HttpDesks(
    {
      version: '0.1.0',
      connect: async () => {
        const authority = new ClientAuthority({
          'mcp.open': () => ({ session: 's' }),
          'run.list': () => ({ runs: [] }),
        });
        opened.push(authority);
        return ok(authority);
      },
      chooseBrowser: async () => ok({ profile: 'main' }),
      log: () => undefined,
    },
    { groups: new Set(['core'] as const), unattended: false, bodyBytesMax: 10_000 },
    () => clock.now,
  );
  const post = (message: object, headers: Readonly<Record<string, string>> = {}, to = url) =>
    desks.fetch(
      new Request(to, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...headers,
        },
        body: JSON.stringify({ jsonrpc: '2.0', ...message }),
      }),
      holder.now,
    );
  const initialize = () =>
    post({
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } },
    });
  const list = (id: string) => post({ id: 2, method: 'resources/list' }, { 'mcp-session-id': id });
  return { desks, clock, holder, opened, post, initialize, list };
}

const sessionOf = (response: Response): string => response.headers.get('mcp-session-id') ?? '';

test('an initialized session has a name of its own and a connection of its own; others are unknown', async () => {
  const { initialize, list, opened, desks } = desksAt();
  const [one, two] = [sessionOf(await initialize()), sessionOf(await initialize())];
  expect(one).toMatch(/^[0-9a-f-]{36}$/);
  expect(one).not.toBe(two);
  await (await list(one)).text();
  await (await list(two)).text();
  expect(opened).toHaveLength(2);
  expect((await list('guessed')).status).toBe(404);
  await desks.close();
  await Promise.all(opened.map(({ closed }) => closed));
});

test('a session that was ended, or not used for half an hour, is gone with all it held', async () => {
  const { holder, desks, clock, opened, initialize, list } = desksAt();
  const [one, two] = [sessionOf(await initialize()), sessionOf(await initialize())];
  await (await list(one)).text();
  await (await list(two)).text();
  await desks.fetch(new Request(url, { method: 'DELETE', headers: { 'mcp-session-id': one } }), holder.now);
  await opened[0]?.closed;
  expect((await list(one)).status).toBe(404);
  clock.now = 31 * 60_000;
  expect((await list(two)).status).toBe(404);
  await opened[1]?.closed;
});

test('there are only so many clients at once', async () => {
  const { desks, initialize } = desksAt();
  for (let count = 0; count < 32; count++) expect((await initialize()).status).toBe(200);
  const refused = await initialize();
  expect(refused.status).toBe(503);
  expect(await refused.text()).toContain('32 clients are connected');
  await desks.close();
  expect((await initialize()).status).toBe(200);
  await desks.close();
});

test('a client of the newest revision is known by its name, or by the session in its URL', async () => {
  const { desks, opened, post } = desksAt();
  const ask = async (name: string, to = url) => {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name, version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'resources/list' };
    const response = await post({ id: 1, method: 'resources/list', params: { _meta } }, headers, to);
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('resources')]);
  };
  await ask('A');
  await ask('A');
  expect(opened).toHaveLength(1);
  await ask('B');
  await ask('B', `${url}?session=second`);
  expect(opened).toHaveLength(3);
  await desks.close();
});

test('a session belongs to the token that opened it: for another its name is unknown, in both generations', async () => {
  const { initialize, list, holder, opened, post } = desksAt();
  const one = sessionOf(await initialize());
  expect((await list(one)).status).toBe(200);
  holder.now = { id: 'c12345678', token: 't', scoped: true };
  expect((await list(one)).status).toBe(404);
  const modern = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'resources/list' };
  const envelope = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'same name', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const ask = () => post({ id: 3, method: 'resources/list', params: { _meta: envelope } }, modern);
  const before = opened.length;
  expect(await (await ask()).json()).toMatchObject({ result: { resources: [] } });
  // A paired client is not shown the reports of all, so nobody was asked for them.
  expect(opened).toHaveLength(before);
  holder.now = { id: 'owner', token: null, scoped: false };
  await (await ask()).text();
  expect(opened).toHaveLength(before + 1);
});
