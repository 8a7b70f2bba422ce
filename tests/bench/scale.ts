import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import { type Client, policyText, startRig } from '../e2e/rig.ts';
import { printTable } from './print-table.ts';

// `npm run bench:scale`: what looking at and reading a page costs as the page grows: one table of 100 to 100,000 rows, read
// through the extension in a real browser. Time and bytes of an answer; both should grow no faster than the page, and an
// answer stays within its bounds.

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '100,1000,10000,100000' },
    rounds: { type: 'string', default: '3' },
  },
});
const sizes = options.rows.split(',').map(Number);
const rounds = Number(options.rounds);
/** Under the longest wait of the client that calls. */
const timeoutMs = 80_000;

const calls: readonly (readonly [string, string, Readonly<Record<string, unknown>>])[] = [
  ['snapshot', 'snapshot', { changed: false }],
  ['snapshot, one row found', 'snapshot', { find: 'Item 77' }],
  ['get_text', 'get_text', {}],
  ['extract_table', 'extract_table', {}],
  ['extract_table, max_rows 10000', 'extract_table', { max_rows: 10_000 }],
];

function pageOf(rows: number): string {
  const body = Array.from(
    { length: rows },
    (_, row) =>
      `<tr><td>${row + 1}</td><td><a href="/item/${row}">Item ${row}</a></td><td>${(row * 1.5).toFixed(2)} €</td>` +
      `<td>Shelf ${row % 40}, <b>${row % 7 === 0 ? 'empty' : 'in stock'}</b></td></tr>`,
  );
  return (
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>Stock</title><h1>Stock</h1><table><thead><tr>' +
    `<th>No.</th><th>Item</th><th>Price</th><th>Place</th></tr></thead><tbody>${body.join('')}</tbody></table></html>`
  );
}

/** `failed` holds the fault of a call that did not come through; it is a result too. */
type Measured = { readonly ms: number; readonly bytes: number; readonly failed: string };

async function measured(
  client: Client,
  tool: string,
  args: Readonly<Record<string, unknown>>,
  times: number,
): Promise<Measured> {
  const all: Measured[] = [];
  for (let time = 0; time < times; time++) {
    const started = performance.now();
    const { receipt, result } = await client.call(tool, { timeout_ms: timeoutMs, ...args });
    if (result === null) return { ms: 0, bytes: 0, failed: receipt.fault?.code ?? 'failed' };
    all.push({ ms: performance.now() - started, bytes: JSON.stringify(result).length, failed: '' });
  }
  all.sort((a, b) => a.ms - b.ms);
  return all[Math.floor(all.length / 2)] ?? { ms: 0, bytes: 0, failed: 'no round' };
}

const server = createServer((request, response) => {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  response.end(pageOf(Number(new URL(request.url ?? '/', 'http://x').pathname.slice(1)) || 0));
});
await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
const address = server.address();
const origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
const rig = await startRig({
  policy: () => policyText({ sites: [`origin:${origin}`], folders: [], downloads: 'denied' }),
});
try {
  const client = await rig.client();
  const found = new Map<string, Measured[]>();
  const add = (name: string, one: Measured) => found.set(name, [...(found.get(name) ?? []), one]);
  for (const size of sizes) {
    const { receipt } = await client.call('navigate', { url: `${origin}/${size}`, timeout_ms: timeoutMs });
    const unloaded: Measured = { ms: 0, bytes: 0, failed: 'page not loaded' };
    const has = receipt.fault === null;
    // Whoever looks first waits until the browser has laid the page out, which is the page's time and nobody's tool's.
    add('first look, the layout with it', has ? await measured(client, 'snapshot', {}, 1) : unloaded);
    for (const [name, tool, args] of calls) {
      add(name, has ? await measured(client, tool, args, rounds) : unloaded);
    }
  }
  const titles = sizes.map((size) => `${size.toLocaleString('en')} rows`);
  const shown = ({ ms, bytes, failed }: Measured) =>
    failed !== '' ? failed : `${Math.round(ms)} ms, ${(bytes / 1000).toFixed(1)} kB`;
  printTable('Median time and size of an answer', [
    ['call', ...titles, 'worst growth for ten times the rows'],
    ...[...found].map(([name, all]) => {
      const growth = all.map((one, at) => {
        const before = all[at - 1]?.ms ?? 0;
        return before === 0 ? 0 : one.ms / before;
      });
      return [name, ...all.map(shown), `${Math.max(...growth).toFixed(1)} ×`];
    }),
  ]);
} finally {
  await rig[Symbol.asyncDispose]();
  server.closeAllConnections();
  server.close();
}
