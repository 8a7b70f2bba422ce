import { request } from 'node:https';
import { expect, test } from 'vitest';
import { everySite } from './every-site.ts';
import { SearchEngine } from './search-engine.ts';
import { serveWeb } from './serve-web.ts';

type Got = { readonly status: number; readonly text: string; readonly to: string };

/** Asks the one port for a host, as a browser under the resolver rule does. */
function ask(port: number, host: string, path: string, fields: string | null = null): Promise<Got> {
  return new Promise((resolve, reject) => {
    const method = fields === null ? 'GET' : 'POST';
    const options = { host: '127.0.0.1', port, path, method, headers: { host }, rejectUnauthorized: false };
    const sent = request(options, (response) => {
      let text = '';
      response.on('data', (part) => {
        text += part;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text, to: response.headers.location ?? '' }),
      );
    });
    sent.on('error', reject);
    sent.end(fields ?? undefined);
  });
}

test('a search finds the page that holds the answer among those that mislead', () => {
  const engine = new SearchEngine(everySite().served);
  const hosts = engine
    .hits('tallest mountain in Africa in metres and feet')
    .map(({ url }) => new URL(url).host);
  expect(hosts).toContain('www.openlexicon.org');
  expect(hosts).toContain('www.quickfacts-daily.com');
  expect(engine.hits('qzxv')).toEqual([]);
  expect(engine.page('qzxv')).toContain('no-results');
});

test('many hosts behind one port: pages, refusals, effects, and a state that a restart forgets', async () => {
  const sites = everySite();
  await using web = await serving(sites.served);
  const { port } = web;
  expect((await ask(port, 'www.openlexicon.org', '/wiki/Mount_Kilimanjaro')).text).toContain('5,895 metres');
  expect((await ask(port, 'www.packtests.net', '/bosun-40-trekker-38')).status).toBe(403);
  expect((await ask(port, 'www.torchwiki.net', '/fernweh-e2-battery')).status).toBe(500);
  expect((await ask(port, 'nowhere.example', '/')).status).toBe(404);
  expect((await ask(port, 'html.duckduckgo.com', '/html/?q=tidal+locking')).text).toContain('uddg=');
  const saved = await ask(port, 'home.warmwise.app', '/settings', 'mode=Away');
  expect(saved).toMatchObject({ status: 303, to: '/settings' });
  expect(sites.heating.modes).toEqual(['Away']);
  expect((await ask(port, 'home.warmwise.app', '/settings')).text).toContain('The mode is Away.');
  expect(web.web.deeds).toEqual([{ host: 'home.warmwise.app', path: '/settings', fields: { mode: 'Away' } }]);
  expect(web.web.searches).toEqual(['tidal locking']);
  web.web.restart(everySite().served);
  expect((await ask(port, 'home.warmwise.app', '/settings')).text).toContain('The mode is Home.');
  expect(web.web.deeds).toEqual([]);
});

async function serving(sites: Parameters<typeof serveWeb>[0]) {
  const web = await serveWeb(sites);
  const port = Number(/:(\d+)/.exec(web.switches[0] ?? '')?.[1]);
  return { web, port, [Symbol.asyncDispose]: () => web.close() };
}
