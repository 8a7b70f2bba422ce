import { readFileSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { Client, type Progress, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lockProfile } from '../../native-host/browser/profile-lock.ts';
import { McpHttpDocument } from '../../native-host/cli/commands/mcp.ts';
import { homePaths } from '../../native-host/io/home.ts';
import { Home } from './command-line.ts';
import { startMcp } from './mcp-client.ts';
import { until } from './rig.ts';

// Goal: the server that listens on a port lets in what it should and nothing else, and a browser that is started for a client is there for all
// of them. No browser is connected at the beginning.

let home: Home;
let url: URL;
let token: string;
let ended: Promise<number | null>;

beforeAll(async () => {
  home = new Home();
  const server = home.start(['mcp', '--http', '--json']);
  ended = new Promise((resolve) => server.on('exit', resolve));
  const line = await new Promise<string>((resolve) =>
    server.stdout?.once('data', (part) => resolve(String(part))),
  );
  const document = McpHttpDocument.parse(JSON.parse(line));
  url = new URL(document.url);
  token = readFileSync(document.token_file, 'utf8').trim();
  expect(statSync(document.token_file).mode & 0o777).toBe(0o600);
});

afterAll(async () => {
  await home[Symbol.asyncDispose]();
  await ended;
});

type Answer = Readonly<{ status: number; headers: Readonly<Record<string, unknown>>; body: string }>;

/** One bare request: what `fetch` would not send, such as a foreign `Host`, goes out too. */
function send(headers: Readonly<Record<string, string>>, method = 'POST', body = ''): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { method, headers: { 'content-type': 'application/json', ...headers } },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => {
          text += part;
        });
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

test('what has no token, is meant for another host or comes from a page is refused, and no page could read why', async () => {
  const authorization = `Bearer ${token}`;
  const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const cases: readonly (readonly [number, Record<string, string>, string?, string?])[] = [
    [401, {}],
    [401, { authorization: `Bearer ${token}x` }],
    [401, { authorization: `Bearer ${'a'.repeat(43)}` }],
    [401, { authorization: `Basic ${token}` }],
    [403, { authorization, host: 'localhost.evil.example' }],
    [403, { authorization, host: `127.0.0.1` }],
    [403, { authorization, host: `127.0.0.1:${Number(url.port) + 1}` }],
    [403, { authorization, origin: 'https://evil.example' }],
    [403, { authorization, origin: 'null' }],
    [403, { authorization, origin: url.origin }],
    [403, { authorization, 'sec-fetch-site': 'cross-site' }],
    [403, { authorization, 'sec-fetch-site': 'same-origin' }],
    [405, { authorization }, 'OPTIONS'],
    [405, { authorization }, 'PUT'],
    [415, { authorization, 'content-type': 'text/plain' }],
    [415, { authorization, 'content-type': 'application/json-patch+json' }],
    [400, { authorization, accept: 'application/json, text/event-stream' }, 'POST', '{'],
    [404, { authorization, 'mcp-session-id': 'guessed', accept: 'application/json, text/event-stream' }],
    [413, { authorization }, 'POST', `"${'x'.repeat(9_000_000)}"`],
  ];
  for (const [status, headers, method, body] of cases) {
    const answer = await send(headers, method, body ?? list);
    expect([headers, answer.status]).toEqual([headers, status]);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  }
});

test('clients of both generations share the browser that was started for the first, and it outlives each of them', async () => {
  const over = async (name: string, mode: 'legacy' | 'auto'): Promise<Client> => {
    const client = new Client({ name, version: '1' }, { versionNegotiation: { mode } });
    const requestInit = { headers: { authorization: `Bearer ${token}` } };
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
    return client;
  };
  const list = async (client: Client) => {
    const messages: string[] = [];
    const onprogress = ({ message }: Progress) => void messages.push(message ?? '');
    const result = await client.callTool({ name: 'list_pages', arguments: {} }, { onprogress });
    return { result, messages };
  };
  const legacy = await over('Legacy', 'legacy');
  const first = await list(legacy);
  expect(first.result).toMatchObject({ structuredContent: { count: 1 } });
  expect(first.messages[0]).toBe('Looking for a browser');
  await legacy.close();
  const modern = await over('Modern', 'auto');
  expect(modern.getProtocolEra()).toBe('modern');
  expect((await list(modern)).result).toEqual(
    expect.objectContaining({ structuredContent: first.result.structuredContent }),
  );
  await modern.close();
  const stdio = await startMcp(home.env);
  const pages = await stdio.call('list_pages');
  expect(pages.structuredContent).toEqual(first.result.structuredContent);
  // One that says nothing at its end takes nothing from the others.
  stdio.kill();
  const last = await startMcp(home.env);
  expect((await last.call('list_pages')).structuredContent).toEqual(first.result.structuredContent);
  await last[Symbol.asyncDispose]();
  const stopped = await home.run(['stop', '--force', '--json']);
  expect(stopped.code).toBe(0);
  await until('the browser to have let go of its profile', 30_000, () => {
    const lock = lockProfile(join(homePaths(home.env).profiles, 'unattended'), 'unattended');
    if (lock.ok) lock.value.release();
    return lock.ok;
  });
});
