import { createHash, timingSafeEqual } from 'node:crypto';

// Every web page that the person opens can send requests to this machine. What is let through must come from a program that can read the
// token file, must have been meant for this address, and must not come from a page.

export const mcpPath = '/mcp';
export const pairPath = '/pair';

export type GuardedRequest = Readonly<{
  method: string;
  url: string;
  headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}>;

export type Refusal = Readonly<{
  status: 400 | 401 | 403 | 404 | 405 | 415;
  /** What is wrong and what to do, for the one who set the client up. */
  message: string;
}>;

/** `isKnown`: the bearer token of the request is somebody's. */
export type GuardOptions = Readonly<{ port: number; isKnown: boolean }>;

/** Null for a request that was meant for this address and comes from a program; asked before anything else. */
export function refusePlace({ headers }: GuardedRequest, port: number): Refusal | null {
  const host = headers['host'];
  if (host !== `127.0.0.1:${port}` && host !== `localhost:${port}`) {
    return { status: 403, message: `This server answers to 127.0.0.1:${port} alone.` };
  }
  // No page is let in, whichever it is: clients are programs, and programs send neither.
  if (headers['origin'] !== undefined)
    return { status: 403, message: 'Requests from web pages are refused.' };
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'none') {
    return { status: 403, message: 'Requests from web pages are refused.' };
  }
  return null;
}

/** Null for a request that may be served, else why not. */
export function refuseRequest(request: GuardedRequest, { port, isKnown }: GuardOptions): Refusal | null {
  const { method, headers } = request;
  const place = refusePlace(request, port);
  if (place !== null) return place;
  const pairs = isPairing(request);
  if (!pairs && !isKnown) {
    return {
      status: 401,
      message:
        'The bearer token is missing or wrong. It is in the file that the server named, or comes from pairing.',
    };
  }
  if (!pairs && pathOf(request) !== mcpPath) return { status: 404, message: `MCP is served at ${mcpPath}.` };
  if (!(pairs ? ['POST'] : ['POST', 'GET', 'DELETE']).includes(method))
    return { status: 405, message: `${method} is not served.` };
  if (method === 'POST' && !isJson(headers['content-type'])) {
    return { status: 415, message: 'Send application/json.' };
  }
  return null;
}

/** True for a request that brings a code; it needs no token. */
export function isPairing(request: GuardedRequest): boolean {
  return pathOf(request) === pairPath;
}

/** The bearer token of a request; null when it carries none, or two. */
export function bearerOf({ headers }: GuardedRequest): string | null {
  const header = headers['authorization'];
  return typeof header === 'string' ? (/^Bearer ([A-Za-z0-9_-]{1,200})$/i.exec(header)?.[1] ?? null) : null;
}

/** Compared by digests of one length: the time it takes says nothing about the token. */
export function isToken(given: string, token: string): boolean {
  return timingSafeEqual(digest(given), digest(token));
}

function pathOf({ url }: GuardedRequest): string | undefined {
  return url.split('?')[0];
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Exactly JSON: what a form of a page could send is nothing of it. */
function isJson(header: GuardedRequest['headers'][string]): boolean {
  return typeof header === 'string' && /^application\/json(\s*;\s*charset=utf-8)?$/i.test(header.trim());
}
