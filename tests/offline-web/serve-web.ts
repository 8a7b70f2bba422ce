import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { makeCertificate } from './certificate.ts';
import { SearchEngine } from './search-engine.ts';
import { pageHtml, type Site, type WebReply, type WebRequest, wordsOf } from './site.ts';

/** A request that changed something, or tried to: what effects are judged by. */
export type Deed = {
  readonly host: string;
  readonly path: string;
  readonly fields: Readonly<Record<string, string>>;
};
export type Visit = { readonly host: string; readonly path: string; readonly status: number };

/** The offline web as it runs. Names are real-looking; all of them lead to one port of the loopback address. */
export interface OfflineWeb {
  /** Switches that let a browser see this web and no other. */
  readonly switches: readonly string[];
  readonly engine: SearchEngine;
  readonly visits: readonly Visit[];
  readonly deeds: readonly Deed[];
  /** Words of every page that was served at an address, oldest first. */
  served(url: string): readonly string[];
  /** Searches that were asked, oldest first. */
  readonly searches: readonly string[];
  /** Forgets what reached it, and goes on with these sites. */
  restart(sites: readonly Site[]): void;
  close(): Promise<void>;
}

const searchHost = 'html.duckduckgo.com';
const bodyBytesMax = 100_000;
const logMax = 5_000;
const textsMax = 20;

export async function serveWeb(sites: readonly Site[]): Promise<OfflineWeb> {
  const { cert, key, keyHash } = await makeCertificate();
  let current = sites;
  let engine = new SearchEngine(sites);
  const visits: Visit[] = [];
  const deeds: Deed[] = [];
  const searches: string[] = [];
  const texts = new Map<string, string[]>();
  const server = createServer({ cert, key }, async (message, response) => {
    const request = await requestOf(message);
    const isSearch = request.host === searchHost;
    if (isSearch && request.query.get('q') !== null) searches.push(request.query.get('q') ?? '');
    const reply = isSearch ? searched(engine, request) : answered(current, request);
    if (visits.length < logMax) visits.push({ host: request.host, path: request.path, status: reply.status });
    // The browser's own questions to its maker are no deeds of anybody here.
    const isSite = current.some(({ host }) => host === request.host);
    if (request.method !== 'GET' && isSite && deeds.length < logMax) {
      deeds.push({ host: request.host, path: request.path, fields: Object.fromEntries(request.fields) });
    }
    const place = `https://${request.host}${request.path}`;
    if (reply.html !== undefined && texts.size < logMax) {
      texts.set(place, [...(texts.get(place) ?? []).slice(-textsMax), wordsOf(reply.html)]);
    }
    send(response, reply);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the offline web listens on no port');
  return {
    switches: [
      `--host-resolver-rules=MAP * 127.0.0.1:${address.port}, EXCLUDE 127.0.0.1`,
      `--ignore-certificate-errors-spki-list=${keyHash}`,
    ],
    get engine() {
      return engine;
    },
    visits,
    deeds,
    searches,
    served: (url) => texts.get(placeOf(url)) ?? [],
    restart(next) {
      current = next;
      engine = new SearchEngine(next);
      for (const log of [visits, deeds, searches]) log.length = 0;
      texts.clear();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function placeOf(url: string): string {
  const parsed = URL.parse(url);
  return parsed === null ? '' : `${parsed.origin}${parsed.pathname}`;
}

async function requestOf(message: IncomingMessage): Promise<WebRequest> {
  const host = (message.headers.host ?? '').replace(/:\d+$/, '');
  const url = new URL(message.url ?? '/', `https://${host}`);
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of message) {
    const buffer = Buffer.from(part);
    bytes += buffer.length;
    if (bytes > bodyBytesMax) break;
    parts.push(buffer);
  }
  const body = Buffer.concat(parts).toString('utf8');
  return {
    method: message.method ?? 'GET',
    host,
    path: url.pathname,
    query: url.searchParams,
    fields: new URLSearchParams(body),
  };
}

function searched(engine: SearchEngine, { query }: WebRequest): WebReply {
  return { status: 200, html: engine.page(query.get('q') ?? '') };
}

/** What a site says to a request. */
export function answered(sites: readonly Site[], request: WebRequest): WebReply {
  const site = sites.find(({ host }) => host === request.host);
  if (site === undefined)
    return { status: 404, html: '<title>No such site</title><p>There is no such site.</p>' };
  const lying = request.method === 'GET' ? site.pages.find(({ path }) => path === request.path) : undefined;
  if (lying !== undefined) {
    const html = pageHtml(site, lying.title, lying.body);
    return { status: lying.status ?? 200, html, open: lying.open === true };
  }
  return (
    site.answer?.(request) ?? {
      status: 404,
      html: pageHtml(site, 'Page not found', '<p>The page that you asked for is not here (404).</p>'),
    }
  );
}

function send(response: ServerResponse, { status, html, file, to, open }: WebReply): void {
  if (to !== undefined) {
    response.writeHead(status, { location: to }).end();
    return;
  }
  if (file !== undefined) {
    const disposition = `attachment; filename="${file.name}"`;
    response
      .writeHead(status, { 'content-type': file.type, 'content-disposition': disposition })
      .end(file.bytes);
    return;
  }
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
  if (open === true) response.write(html ?? '');
  else response.end(html ?? '');
}
