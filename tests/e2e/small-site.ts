import { createServer, type IncomingMessage } from 'node:http';

// Small pages that a test serves itself, on the loopback address under two names: to a browser `127.0.0.1` and
// `localhost` are two sites.

export type SiteRequest = Readonly<{ method: string; path: string; body: string }>;

export type SitePage =
  | string
  | Readonly<{ body: string | Uint8Array; status?: number; headers?: Readonly<Record<string, string>> }>;

/** A running site; what reached it stands in `requests`, oldest first. */
export interface SmallSite {
  readonly origin: string;
  readonly otherOrigin: string;
  readonly requests: readonly SiteRequest[];
  close(): Promise<void>;
}

const bodyBytesMax = 100_000;

/** Serves `pages` by path, each as HTML unless it says otherwise. `{origin}` and `{other}` in a body are filled in. */
export async function serveSite(pages: Readonly<Record<string, SitePage>>): Promise<SmallSite> {
  const requests: SiteRequest[] = [];
  let origin = '';
  let otherOrigin = '';
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://site').pathname;
    requests.push({ method: request.method ?? '', path: request.url ?? '', body: await bodyOf(request) });
    const page = pages[path];
    const { body, status, headers } =
      typeof page === 'string'
        ? { body: page, status: 200, headers: {} }
        : { status: 200, headers: {}, ...(page ?? { body: 'Nothing is here.', status: 404 }) };
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers });
    const filled = (text: string) => text.replaceAll('{origin}', origin).replaceAll('{other}', otherOrigin);
    response.end(typeof body === 'string' ? filled(body) : body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the site listens on no port');
  origin = `http://127.0.0.1:${address.port}`;
  otherOrigin = `http://localhost:${address.port}`;
  return {
    origin,
    otherOrigin,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request) {
    const buffer = Buffer.from(part);
    bytes += buffer.length;
    if (bytes > bodyBytesMax) break;
    parts.push(buffer);
  }
  return Buffer.concat(parts).toString('utf8');
}
