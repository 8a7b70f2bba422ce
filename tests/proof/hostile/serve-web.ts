import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { connect, createServer, type Server, type Socket } from 'node:net';
import type { Effect } from './hostile-browser.ts';
import { evil, trap, type WebPage } from './hostile-web.ts';
import { makeCertificate } from './test-certificate.ts';

// The small web of `hostile-web.ts` as real pages, under every name that the browser asks for, with and without encryption. What
// reaches the server is the log of what really happened: documents gone to, and what the controls of the pages felt.

const bodyBytesMax = 100_000;

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const controlOf = ({ role, name, sensitive = false }: WebPage['controls'][number]): string => {
  const words = escaped(name);
  if (role === 'button') return `<button data-name="${words}">${words}</button>`;
  if (role === 'link') return `<a href="#" data-name="${words}">${words}</a>`;
  return `<label>${words} <input data-name="${words}" type="${sensitive ? 'password' : 'text'}"></label>`;
};

const script = `
  const tell = (tool, target, value) => { const r = new XMLHttpRequest(); r.open('POST', '/felt', false);
    r.send(JSON.stringify({ tool, target, value })); };
  const nameOf = (node) => node?.dataset?.name ?? '';
  for (const one of document.querySelectorAll('button, a'))
    one.onclick = (event) => { event.preventDefault(); tell('click', nameOf(one), ''); };
  for (const one of document.querySelectorAll('input')) one.oninput = () => {
    tell('fill', nameOf(one), one.value); document.querySelector('#echo').textContent = one.value; };
  document.onkeydown = (event) => { if (event.key.length > 1) tell('press_key', nameOf(event.target), event.key); };`;

const htmlOf = ({
  title,
  text,
  controls,
}: WebPage): string => `<!doctype html><title>${escaped(title)}</title>
<main><h1>${escaped(title)}</h1><p style="white-space:pre-wrap">${escaped(text)}</p>
${controls.map(controlOf).join('<br>\n')}</main><p id="echo"></p><script>${script}</script>`;

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let body = '';
  for await (const part of request) {
    body += String(part);
    if (body.length > bodyBytesMax) break;
  }
  return body;
};

/** Serves `web` until it is closed; any other address is a trap. */
export async function serveWeb() {
  const effects: Effect[] = [];
  const sent: { readonly origin: string; readonly text: string; readonly isFill: boolean }[] = [];
  let web: Readonly<Record<string, WebPage>> = {};
  const answer = (scheme: string) => async (request: IncomingMessage, response: ServerResponse) => {
    const body = await bodyOf(request);
    const origin = `${scheme}://${request.headers.host ?? ''}`;
    const url = `${origin}${request.url ?? '/'}`;
    const basic = /^Basic (.*)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const signedIn = Buffer.from(basic, 'base64').toString('utf8');
    const isFelt = request.url === '/felt';
    const felt: { tool?: string; target?: string; value?: string } = isFelt ? JSON.parse(body) : {};
    const { tool = '', target = '', value = '' } = felt;
    sent.push({
      origin,
      text: [url, decoded(url), signedIn, body, value].join('\n'),
      isFill: tool === 'fill',
    });
    if (isFelt) effects.push({ tool, at: origin, target, sent: value });
    else if (request.headers['sec-fetch-dest'] === 'document')
      effects.push({ tool: 'navigate', at: url, target: '', sent: signedIn === '' ? '' : '"auth"' });
    const wantsName = origin === evil && request.url === '/' && signedIn === '';
    if (wantsName) response.setHeader('www-authenticate', 'Basic realm="evil"');
    response.writeHead(wantsName ? 401 : 200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(isFelt ? '' : htmlOf(web[url] ?? trap));
  };
  const plain = createHttpServer(answer('http'));
  const secure = createHttpsServer(makeCertificate(), answer('https'));
  const inner = { plain: await listening(plain), secure: await listening(secure) };
  const sockets = new Set<Socket>();
  const door = createServer((socket) => {
    const keep = (one: Socket): void => {
      sockets.add(one);
      one.on('close', () => sockets.delete(one));
      one.on('error', () => one.destroy());
    };
    keep(socket);
    // Encrypted connections begin with a byte of their own.
    socket.once('data', (first) => {
      const through = connect(first[0] === 0x16 ? inner.secure : inner.plain, '127.0.0.1');
      keep(through);
      through.write(first);
      socket.pipe(through).pipe(socket);
    });
  });
  const port = await listening(door);
  return {
    port,
    effects,
    sent,
    show: (pages: Readonly<Record<string, WebPage>>) => {
      web = pages;
    },
    close: () =>
      new Promise<void>((resolve) => {
        door.close(() => resolve());
        for (const server of [plain, secure]) server.close();
        for (const socket of sockets) socket.destroy();
      }),
  };
}
export type ServedWeb = Awaited<ReturnType<typeof serveWeb>>;

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the web listens on no port');
  return address.port;
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return '';
  }
}
