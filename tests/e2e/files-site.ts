import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

// A site that gives files in every way that sites do, takes uploads, and asks for a password. To a browser its
// two names, `127.0.0.1` and `localhost`, are two sites. A slow answer goes on when the test lets it.

/** What reached the site, oldest first. */
export type FilesRequest = Readonly<{
  method: string;
  path: string;
  host: string;
  authorization: string | null;
  body: Buffer;
}>;

export interface FilesSite {
  readonly origin: string;
  readonly otherOrigin: string;
  readonly requests: readonly FilesRequest[];
  /** Ends every answer that is being held back. */
  letGo(): void;
  close(): Promise<void>;
}

export const signIn = { username: 'clerk', password: 'open:sesame é' } as const;
export const csv = 'month;total\r\n2026-01;1200.00\r\n';
/** The smallest file that is a PDF to the browser's viewer. */
export const pdf = [
  '%PDF-1.4',
  '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
  '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
  '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj',
  'trailer<</Root 1 0 R>>',
  '%%EOF',
  '',
].join('\n');

/** Names that a server gives its file, by the number in the path `/named/N`. */
export const oddNames: readonly string[] = [
  `filename="..\\..\\evil/../name.csv"`,
  `filename="con.csv"`,
  `filename*=UTF-8''${encodeURIComponent('invoice\u202Efdp.exe.csv')}`,
  `filename*=UTF-8''${'x'.repeat(300)}.csv`,
  `filename*=UTF-8''${encodeURIComponent('Müller & Søn – 発注書 №1.csv')}`,
];

const bodyBytesMax = 4_000_000;
const realm = 'Clerks only';

export async function startFilesSite(pages: Readonly<Record<string, string>>): Promise<FilesSite> {
  const requests: FilesRequest[] = [];
  const held = new Set<() => void>();
  const answers = answersOf((go) => void held.add(go));
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    const { authorization = null, host = '' } = request.headers;
    const body = await bodyOf(request);
    requests.push({ method: request.method ?? '', path: request.url ?? '', host, authorization, body });
    const page = pages[pathname];
    const found = page === undefined ? answers[pathname] : html(200, page.replaceAll('{other}', otherOrigin));
    (found ?? html(404, '<h1>Nothing is here</h1>'))(response, request);
  });
  const port = await listening(server);
  const otherOrigin = `http://localhost:${port}`;
  return {
    origin: `http://127.0.0.1:${port}`,
    otherOrigin,
    requests,
    letGo() {
      for (const go of held) go();
      held.clear();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

function attachment(disposition: string, type = 'text/csv'): Answer {
  return (response) => {
    response.writeHead(200, { 'content-type': type, 'content-disposition': `attachment; ${disposition}` });
    response.end(csv);
  };
}

function plain(type: string, body: string): Answer {
  return (response) => {
    response.writeHead(200, { 'content-type': type }).end(body);
  };
}

function moved(location: string): Answer {
  return (response) => {
    response.writeHead(302, { location }).end();
  };
}

function html(status: number, body: string): Answer {
  return (response) => {
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' });
    response.end(`<!doctype html><html lang="en"><title>Files</title><body>${body}</body></html>`);
  };
}

/** Answers by path; `hold` keeps the rest of an answer back until the test lets it go. */
function answersOf(hold: (go: () => void) => void): Readonly<Record<string, Answer>> {
  const begin = (
    response: ServerResponse,
    name: string,
    headers: Readonly<Record<string, string>> = {},
  ): void => {
    const disposition = `attachment; filename="${name}"`;
    response.writeHead(200, { 'content-type': 'text/csv', 'content-disposition': disposition, ...headers });
  };
  return {
    ...Object.fromEntries(oddNames.map((name, at) => [`/named/${at}`, attachment(name)])),
    '/attachment': attachment('filename="report.csv"'),
    '/pdf': plain('application/pdf', pdf),
    '/text': plain('text/plain', 'plain words\n'),
    '/upload': plain('text/plain', 'taken'),
    '/moved': moved('/attachment'),
    '/to-basic': moved('/basic'),
    '/error': html(500, '<h1>It broke</h1>'),
    '/slow': (response) => {
      begin(response, 'slow.csv');
      response.write('a;b\r\n');
      hold(() => response.end('1;2\r\n'));
    },
    '/broken': (response) => {
      begin(response, 'broken.csv', { 'content-length': '1000' });
      response.write('a;b\r\n', () => response.destroy());
    },
    '/late': (response, request) => hold(() => attachment('filename="late.csv"')(response, request)),
    '/basic': secured('basic', (response, request) => {
      const port = request.headers.host?.split(':').at(-1) ?? '';
      const frames = `<iframe src="/basic/frame"></iframe><img src="http://localhost:${port}/basic/frame">`;
      html(200, `<h1>Clerks</h1>${frames}`)(response, request);
    }),
    '/basic/frame': secured('basic', html(200, '<p>Inner</p>')),
    '/digest': secured('digest', html(200, '<h1>Digested</h1>')),
  };
}

function secured(kind: 'basic' | 'digest', inside: Answer): Answer {
  const basic = `Basic ${Buffer.from(`${signIn.username}:${signIn.password}`).toString('base64')}`;
  const asked = {
    basic: `Basic realm="${realm}", charset="UTF-8"`,
    digest: `Digest realm="${realm}", nonce="n1", qop="auth"`,
  };
  return (response, request) => {
    const given = request.headers.authorization ?? '';
    const passes = kind === 'basic' ? given === basic : digestFits(given, request.method ?? '');
    if (passes) inside(response, request);
    else {
      response.writeHead(401, {
        'www-authenticate': asked[kind],
        'content-type': 'text/html; charset=utf-8',
      });
      response.end('<h1>Sign-in needed</h1>');
    }
  };
}

function digestFits(header: string, method: string): boolean {
  const part = (name: string): string => new RegExp(`\\b${name}="?([^",]*)"?`).exec(header)?.[1] ?? '';
  const md5 = (text: string): string => createHash('md5').update(text).digest('hex');
  const secret = md5(`${signIn.username}:${realm}:${signIn.password}`);
  const wanted = [
    secret,
    part('nonce'),
    part('nc'),
    part('cnonce'),
    part('qop'),
    md5(`${method}:${part('uri')}`),
  ];
  return header.startsWith('Digest ') && part('response') === md5(wanted.join(':'));
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request) {
    const buffer = Buffer.from(part);
    bytes += buffer.length;
    if (bytes > bodyBytesMax) break;
    parts.push(buffer);
  }
  return Buffer.concat(parts);
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the site listens on no port');
  return address.port;
}
