import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveHttp } from '../../../native-host/mcp/serve-http.ts';
import { failed, fault } from '../../../shared/faults.ts';
import { type Figure, startCount } from '../figure.ts';
import { type Seeded, startSeeded } from '../seeded.ts';

type Sent = Readonly<{ method: string; path: string; headers: Readonly<Record<string, string>> }>;
type Got = Readonly<{ status: number; cors: boolean }>;

/** What the guard answers with; a request that is let in as far as MCP is answered with something else. */
const turnedAway: ReadonlySet<number> = new Set([401, 403, 404, 405, 413, 415]);

/** Requests with every mixture of host, origin, site, token, type, method and path: only those that are right in all get to MCP. */
export const figure: Figure = {
  id: 'F20b',
  promise: 'over HTTP nobody without a token, and no page, gets as far as a tool',
  unit: 'requests',
  sizes: { ci: 3_000, long: 300_000 },
  async run({ count, seed, progress }) {
    const chance = startSeeded(seed);
    const counted = startCount();
    const folder = mkdtempSync(join(tmpdir(), 'localagent-proof-'));
    const tokenFile = join(folder, 'token');
    const interrupted = new AbortController();
    const nobody = async () => failed(fault('not-found', 'nobody', ''));
    const serving = await serveHttp(
      { version: '0', connect: nobody, chooseBrowser: nobody, log: () => undefined },
      { groups: new Set(['core']), unattended: true, port: 0, tokenFile, interrupted: interrupted.signal },
    );
    const port = Number(new URL(serving.url).port);
    const token = readFileSync(tokenFile, 'utf8').trim();
    let letIn = 0;
    try {
      for (let index = 0; index < count; index += 1) {
        const { sent, right } = mixture(chance, port, token);
        const { status, cors } = await send(port, sent);
        const isIn = !turnedAway.has(status);
        if (isIn) letIn += 1;
        const told = `${JSON.stringify(sent)} was answered ${status}: try ${index}`;
        if (cors) counted.fail(`a page could read it: ${told}`);
        else if (isIn !== right) counted.fail(told);
        else counted.pass();
        if (index % 100 === 0) progress(index);
      }
    } finally {
      interrupted.abort();
      await serving.ended;
      rmSync(folder, { recursive: true, force: true });
    }
    return counted.finding({ 'let in': letIn });
  },
};

type Choice = readonly [value: string | null, right: boolean];

// Each part is right about two times in three, so that every mixture of few faults comes up.
function mixture(chance: Seeded, port: number, token: string): { sent: Sent; right: boolean } {
  let right = true;
  const choose = (
    good: readonly [string | null, ...(string | null)[]],
    bad: readonly [string | null, ...(string | null)[]],
  ) => {
    const choice: Choice = chance.below(3) === 0 ? [chance.pick(bad), false] : [chance.pick(good), true];
    right &&= choice[1];
    return choice[0];
  };
  const headers: Record<string, string> = {};
  const put = (name: string, value: string | null): void => {
    if (value !== null) headers[name] = value;
  };
  put(
    'host',
    choose(
      [`127.0.0.1:${port}`, `localhost:${port}`],
      [
        'evil.test',
        `evil.test:${port}`,
        `127.0.0.1:${port + 1}`,
        '127.0.0.1',
        `127.0.0.1.nip.io:${port}`,
        `LOCALHOST.:${port}`,
      ],
    ),
  );
  put('origin', choose([null], ['null', 'https://evil.test', `http://127.0.0.1:${port}`, '']));
  put('sec-fetch-site', choose([null, 'none'], ['cross-site', 'same-origin', 'same-site']));
  put(
    'authorization',
    choose(
      [`Bearer ${token}`, `bearer ${token}`],
      [
        null,
        `Bearer ${token}x`,
        `Bearer ${token.slice(1)}`,
        `Basic ${token}`,
        token,
        'Bearer ',
        `Bearer ${token},${token}`,
      ],
    ),
  );
  put(
    'content-type',
    choose(
      ['application/json', 'application/json; charset=utf-8'],
      [null, 'text/plain', 'application/json-rpc', 'multipart/form-data', 'application/json;charset=latin1'],
    ),
  );
  const method = choose(['POST'], ['PUT', 'OPTIONS', 'PATCH', 'HEAD']) ?? '';
  const path = choose(['/mcp', '/mcp?session=a'], ['/', '/mcp/', '//mcp', '/MCP', '/mcp%2f', '/pair/']) ?? '';
  return {
    sent: { method, path, headers: { accept: 'application/json, text/event-stream', ...headers } },
    right,
  };
}

function send(port: number, { method, path, headers }: Sent): Promise<Got> {
  // Others than POST go without a body: unframed, it would be read as a request of its own.
  const body = method === 'POST' ? JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }) : '';
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, method, path, headers }, (response) => {
      const cors = Object.keys(response.headers).some((name) => name.startsWith('access-control'));
      response.resume();
      response.on('end', () => resolve({ status: response.statusCode ?? 0, cors }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
