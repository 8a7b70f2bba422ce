import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import { expect, test } from 'vitest';
import { createServer } from '../../../native-host/mcp/create-server.ts';
import { Desk } from '../../../native-host/mcp/desk.ts';
import type { McpParts } from '../../../native-host/mcp/ports.ts';
import { fault, ok } from '../../../shared/faults.ts';
import { ClientAuthority } from '../../fakes/client-authority.ts';
import { clickReceipt } from '../../fakes/receipt.ts';

const receipt = { ...clickReceipt, target: 'button "Save"' };
const place = { page: 't1', url: 'https://shop.example/', title: 'Shop' };
const nothing = { navigated: false, opened: [], dialog: null, download: null };

async function connected(authority: ClientAuthority) {
  const chosen: string[] = [];
  const parts: McpParts = {
    version: '0.1.0',
    connect: async () => ok(authority),
    chooseBrowser: async () => {
      chosen.push('main');
      return ok({ profile: 'main' });
    },
    log: () => undefined,
  };
  const groups = new Set(['core'] as const);
  const desk = new Desk(parts, { groups, unattended: false }, 'legacy');
  const server = createServer(() => desk, { version: '0.1.0', groups });
  const client = new Client({ name: 'Test', version: '1' });
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(serverSide), client.connect(clientSide)]);
  return { client, chosen };
}

const clicked = { ...place, ...nothing, delivered: true, effects: ['focused'] };

test('a call opens one session, takes a browser once, and answers lean and structured', async () => {
  const authority = new ClientAuthority({
    'mcp.open': () => ({ session: 'mcp-test-1' }),
    'mcp.call': () => ({ receipt, result: clicked }),
  });
  const { client, chosen } = await connected(authority);
  await client.listTools();
  expect(authority.calls).toEqual([]);
  const answer = await client.callTool({ name: 'click', arguments: { selector: 'text=Save' } });
  await client.callTool({ name: 'click', arguments: { selector: 'text=Save' } });
  expect(answer.structuredContent).toEqual({ ...place, delivered: true, effects: ['focused'] });
  expect(answer.content).toEqual([
    { type: 'text', text: 'delivered: true\neffects: ["focused"]\nt1 https://shop.example/ "Shop"' },
  ]);
  expect(chosen).toEqual(['main']);
  expect(authority.calls.map(({ method }) => method)).toEqual(['mcp.open', 'mcp.call', 'mcp.call']);
  expect(authority.calls[0]?.params).toEqual({ client: 'Test', unattended: false, can_ask: false });
});

test('arguments that do not fit start nothing and say what was meant', async () => {
  const authority = new ClientAuthority({});
  const { client, chosen } = await connected(authority);
  const answer = await client.callTool({ name: 'click', arguments: { selectr: 'x' } });
  expect(answer).toMatchObject({
    isError: true,
    content: [{ type: 'text', text: expect.stringContaining('did you mean "selector"?') }],
  });
  expect([chosen, authority.calls]).toEqual([[], []]);
});

test('a tool of a group that is not offered says how to have it, an unknown one what was meant', async () => {
  const { client } = await connected(new ClientAuthority({}));
  const text = async (name: string) =>
    JSON.stringify((await client.callTool({ name, arguments: {} })).content);
  expect(await text('login')).toContain('--tools pattern');
  expect(await text('navigat')).toContain('Did you mean \\"navigate\\"?');
});

test('a fault comes with what to do, and a lost authority is joined again', async () => {
  const lost = fault('browser-gone', 'The connection is closed.', 'Try again.');
  const first = new ClientAuthority({
    'mcp.open': () => ({ session: 's' }),
    'mcp.call': () => lost,
  });
  const { client } = await connected(first);
  const answer = await client.callTool({ name: 'click', arguments: { selector: 'a' } });
  expect(answer).toMatchObject({
    isError: true,
    content: [{ type: 'text', text: 'browser-gone: The connection is closed.\nTry again.' }],
    _meta: { 'com.localagent/fault': lost },
  });
  first.close();
  await client.callTool({ name: 'click', arguments: { selector: 'a' } });
  expect(first.calls.filter(({ method }) => method === 'mcp.open')).toHaveLength(2);
});
