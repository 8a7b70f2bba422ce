import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { noticePage } from './pages.ts';
import { type PortalState, pageReply, type Reply, type Visit } from './replies.ts';
import { type LoggedRequest, loggedFields, RequestLog } from './request-log.ts';
import { answer } from './routes.ts';
import { type Session, Sessions, sessionName } from './sessions.ts';

export interface PortalOptions {
  readonly username: string;
  readonly password: string;
  /** Life of a session from signing in, in seconds; 1800 if left out. */
  readonly sessionSeconds?: number;
  /** How long a report takes to prepare, in milliseconds; 1000 if left out. */
  readonly prepareMs?: number;
  /** Also append each logged request to this file, as JSON lines. */
  readonly logFile?: string;
  /** 0 or left out: any free port. */
  readonly port?: number;
  /** The clock, in milliseconds since the epoch; the machine's if left out. */
  readonly now?: () => number;
}

/** A running portal. */
export interface Portal {
  /** Such as `http://127.0.0.1:40123`. */
  readonly origin: string;
  /** What reached the portal so far, oldest first; each row stands here before its answer is sent. */
  readonly requests: readonly LoggedRequest[];
  /** Ends every signed-in session, as if its time had run out. */
  expireSessions(): void;
  /** Stops listening, ends every connection and every wait. */
  close(): Promise<void>;
}

const SESSION_SECONDS_DEFAULT = 1_800;
const PREPARE_MS_DEFAULT = 1_000;
const BODY_BYTES_MAX = 16_384;
const REQUEST_TIMEOUT_MS = 10_000;

const HOME = { path: '/dashboard', label: 'Go to the dashboard' };

const SECURITY_HEADERS = {
  'content-security-policy':
    "default-src 'self'; script-src 'self'; style-src 'self'; object-src 'none'; base-uri 'none'; " +
    "form-action 'self'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
};

/** Starts a portal on the loopback address. Fails if the port is taken. */
export async function startPortal(options: PortalOptions): Promise<Portal> {
  const now = options.now ?? Date.now;
  const closing = new AbortController();
  const state: PortalState = {
    username: options.username,
    password: options.password,
    prepareMs: options.prepareMs ?? PREPARE_MS_DEFAULT,
    sessions: new Sessions(options.sessionSeconds ?? SESSION_SECONDS_DEFAULT, now),
    now,
    closing: closing.signal,
  };
  const log = new RequestLog(options.logFile);
  const server = createServer((request, response) => {
    serve(request, response, state, log).catch((error: unknown) => {
      response.destroy();
      if (!closing.signal.aborted) throw error;
    });
  });
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.headersTimeout = REQUEST_TIMEOUT_MS;
  const port = await listen(server, options.port ?? 0);
  return {
    origin: `http://127.0.0.1:${port}`,
    requests: log.requests,
    expireSessions: () => state.sessions.endSignedIn(),
    close: () =>
      new Promise((resolve) => {
        closing.abort();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listen(server: ReturnType<typeof createServer>, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      const address: AddressInfo | string | null = server.address();
      if (address === null || typeof address === 'string') throw new Error('The portal listens on no port.');
      resolve(address.port);
    });
  });
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  state: PortalState,
  log: RequestLog,
): Promise<void> {
  const at = new Date(state.now()).toISOString();
  // Browsers do not keep cookies apart by port, and several portals may run on one machine: each has its own.
  const cookieName = `northwind_session_${request.socket.localPort ?? 0}`;
  const body = await readBody(request);
  if (body === 'cut-off') {
    response.destroy();
    return;
  }
  const visit = parseVisit(request, body, cookieName, state);
  const reply = body === 'too-large' ? tooLarge(visit) : await answer(visit, state);
  const session = reply.session ?? visit.session;
  log.add({
    at,
    method: visit.method,
    path: visit.url.pathname,
    query: loggedFields(visit.url.searchParams),
    body_fields: loggedFields(visit.fields),
    session: session === undefined ? null : sessionName(session),
    status: reply.status,
  });
  send(response, reply, cookieName, visit.method === 'HEAD');
}

/** The body; `too-large`: more than the portal keeps; `cut-off`: the visitor left before its end. */
async function readBody(request: IncomingMessage): Promise<{ text: string } | 'too-large' | 'cut-off'> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of request) {
      const part = Buffer.from(chunk);
      bytes += part.length;
      if (bytes <= BODY_BYTES_MAX) chunks.push(part);
    }
  } catch {
    return 'cut-off';
  }
  return bytes > BODY_BYTES_MAX ? 'too-large' : { text: Buffer.concat(chunks).toString('utf8') };
}

function parseVisit(
  request: IncomingMessage,
  body: { text: string } | 'too-large',
  cookieName: string,
  state: PortalState,
): Visit {
  const cookies = parseCookies(request.headers.cookie ?? '');
  const id = cookies.get(cookieName);
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? '');
  return {
    method: request.method ?? 'GET',
    url: parseUrl(request.url ?? '/'),
    fields: new URLSearchParams(isForm && body !== 'too-large' ? body.text : ''),
    session: id === undefined ? undefined : state.sessions.find(id),
    hasSessionCookie: id !== undefined,
    showsCookieNotice: !cookies.has('northwind_cookie_notice'),
  };
}

/** Only path and query count; what is no address at all is a path that nothing answers to. */
function parseUrl(target: string): URL {
  const base = 'http://127.0.0.1';
  return (
    URL.parse(target.startsWith('/') ? `${base}${target}` : '/unreadable', base) ??
    new URL('/unreadable', base)
  );
}

function parseCookies(header: string): ReadonlyMap<string, string> {
  const pairs = header.split(';').map((pair) => {
    const [name = '', ...value] = pair.split('=');
    return [name.trim(), value.join('=').trim()] as const;
  });
  return new Map(pairs);
}

function tooLarge(visit: Visit): Reply {
  const text = `The form holds more than ${BODY_BYTES_MAX} bytes.`;
  return pageReply(visit, noticePage('Too much text', text, HOME), 413);
}

function send(response: ServerResponse, reply: Reply, cookieName: string, isHead: boolean): void {
  const headers: Record<string, string> = { ...SECURITY_HEADERS, ...reply.headers };
  if (reply.session !== undefined) headers['set-cookie'] = sessionCookie(cookieName, reply.session);
  headers['content-length'] = String(Buffer.byteLength(reply.body));
  response.writeHead(reply.status, headers);
  response.end(isHead ? undefined : reply.body);
}

function sessionCookie(name: string, session: Session | null): string {
  const attributes = 'Path=/; HttpOnly; SameSite=Lax';
  return session === null ? `${name}=; Max-Age=0; ${attributes}` : `${name}=${session.id}; ${attributes}`;
}
