import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { makeOtherExtension } from './other-extension.ts';

// Serves the pages of the cases on loopback, under two names that are two sites to a browser, and on a second port that
// no tool may reach. What a page felt it says to the server, so that nobody has to believe a tool's word for it.

export type CasePage =
  | string
  | Readonly<{
      body?: string | Buffer;
      status?: number;
      headers?: Readonly<Record<string, string>>;
      delayMs?: number;
      /** Sends what there is and never ends. */
      endless?: boolean;
      /** Answers only once the bench lets it go. */
      held?: boolean;
      /** Basic authentication, `name:password`. */
      login?: string;
    }>;

export type CasePages = Readonly<Record<string, CasePage>>;

/** One run of one case: its pages, and what they said. */
export interface Mounted {
  /** Address of a page, and the same at the other site and at the one that is forbidden. */
  at(path?: string): string;
  other(path?: string): string;
  forbidden(path?: string): string;
  /** What the pages said, in the order in which they felt it. */
  said(): readonly string[];
  /** Lets held pages go. */
  release(): void;
  /** Paths that were asked for; those at the forbidden origin begin with `forbidden`. */
  requests(): readonly string[];
}

type Said = Readonly<{ when: number; what: string }>;
type Mount = {
  readonly pages: CasePages;
  readonly places: Readonly<Record<string, string>>;
  readonly said: Said[];
  readonly requests: string[];
  readonly released: PromiseWithResolvers<void>;
};

const bodyBytesMax = 1_000_000;
const saidMax = 1000;

export class FaultSite {
  readonly origin: string;
  readonly otherOrigin: string;
  readonly forbiddenOrigin: string;
  /** An extension that is not ours, with a page that sites may frame. */
  readonly extension = makeOtherExtension();
  readonly #servers: readonly Server[];
  readonly #mounts: Map<string, Mount>;

  private constructor(servers: readonly Server[], mounts: Map<string, Mount>, ports: readonly number[]) {
    this.#servers = servers;
    this.#mounts = mounts;
    this.origin = `http://127.0.0.1:${ports[0]}`;
    this.otherOrigin = `http://localhost:${ports[0]}`;
    this.forbiddenOrigin = `http://127.0.0.1:${ports[1]}`;
  }

  static async start(): Promise<FaultSite> {
    const blank: Mount = {
      pages: { '/': '<!doctype html><title>Blank</title>' },
      places: {},
      said: [],
      requests: [],
      released: Promise.withResolvers(),
    };
    const mounts = new Map([['blank', blank]]);
    const open = createServer((request, response) => serve(mounts, request, response, ''));
    const forbidden = createServer((request, response) => serve(mounts, request, response, 'forbidden'));
    return new FaultSite([open, forbidden], mounts, [await listen(open), await listen(forbidden)]);
  }

  mount(pages: CasePages): Mounted {
    const name = `r${this.#mounts.size + 1}`;
    const places = {
      at: `${this.origin}/${name}`,
      other: `${this.otherOrigin}/${name}`,
      forbidden: `${this.forbiddenOrigin}/${name}`,
      extension: `chrome-extension://${this.extension.id}`,
    };
    const mount: Mount = { pages, places, said: [], requests: [], released: Promise.withResolvers() };
    this.#mounts.set(name, mount);
    return {
      at: (path = '/') => `${places.at}${path}`,
      other: (path = '/') => `${places.other}${path}`,
      forbidden: (path = '/') => `${places.forbidden}${path}`,
      said: () => [...mount.said].sort((one, two) => one.when - two.when).map(({ what }) => what),
      release: () => mount.released.resolve(),
      requests: () => mount.requests,
    };
  }

  close(): void {
    this.extension.remove();
    for (const server of this.#servers) {
      server.close();
      server.closeAllConnections();
    }
  }
}

async function serve(
  mounts: ReadonlyMap<string, Mount>,
  request: IncomingMessage,
  response: ServerResponse,
  prefix: string,
): Promise<void> {
  const [, name = '', ...rest] = new URL(request.url ?? '/', 'http://site').pathname.split('/');
  const mount = mounts.get(name);
  const path = `/${rest.join('/')}`;
  const body = await bodyOf(request);
  if (mount === undefined) return void response.writeHead(404).end();
  if (path === '/said') {
    note(mount, body);
    return void response.writeHead(204, { 'access-control-allow-origin': '*' }).end();
  }
  mount.requests.push(`${prefix}${path}`);
  const here = `http://${request.headers.host ?? ''}/${name}`;
  send(mount.pages[path], {
    response,
    login: request.headers.authorization,
    fill: (text) => filled(text, { ...mount.places, here }),
    released: mount.released.promise,
  });
  if (request.method === 'POST') note(mount, `${Date.now()}|posted ${body}`);
}

type Answering = Readonly<{
  response: ServerResponse;
  login: string | undefined;
  fill(text: string): string;
  released: Promise<void>;
}>;

function send(page: CasePage | undefined, { response, login, fill, released }: Answering): void {
  const given: Exclude<CasePage, string> =
    typeof page === 'string' ? { body: page } : (page ?? { body: 'Nothing is here.', status: 404 });
  if (given.login !== undefined && login !== `Basic ${Buffer.from(given.login).toString('base64')}`) {
    // A realm of each run's own: browsers keep what they have logged in to.
    const headers = { 'www-authenticate': fill('Basic realm="{at}"'), 'content-type': 'text/html' };
    return void response.writeHead(401, headers).end('<h1>Log in first</h1>');
  }
  const headers = Object.entries(given.headers ?? {}).map(([key, value]) => [key, fill(value)]);
  const usual = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' };
  const answer = (): void => {
    response.writeHead(given.status ?? 200, { ...usual, ...Object.fromEntries(headers) });
    const content = given.body ?? '';
    const bytes = typeof content === 'string' ? fill(content) : content;
    if (given.endless === true) response.write(bytes);
    else response.end(bytes);
  };
  if (given.held === true) void released.then(answer);
  else if (given.delayMs === undefined) answer();
  else setTimeout(answer, given.delayMs);
}

/**
 * `{at}`, `{other}` and `{forbidden}` are the folders of this run, `{here}` the one that this page was asked from;
 * `{extension}` is the other extension.
 */
function filled(text: string, places: Readonly<Record<string, string>>): string {
  return text.replace(
    /\{(at|other|forbidden|extension|here)\}/g,
    (whole, place: string) => places[place] ?? whole,
  );
}

function note(mount: Mount, line: string): void {
  const [when = '', ...what] = line.split('|');
  if (mount.said.length < saidMax) mount.said.push({ when: Number(when), what: what.join('|') });
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

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the site listens on no port');
  return address.port;
}

/** A page around a body; `say` in its scripts tells the server what the page felt. */
export function page(title: string, body: string, head = ''): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>${head}<script>${sayScript}</script></head><body>${body}</body></html>`;
}

export const sayScript =
  "const say = (what) => void navigator.sendBeacon('{here}/said', (performance.timeOrigin + performance.now()) + '|' + what);";
