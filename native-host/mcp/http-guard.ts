import { createHash, timingSafeEqual } from 'node:crypto';

// Every web page that the person opens can send requests to this machine. What is let through must come from a program that can read the
// token file, must have been meant for this address, and must not come from a page.

export const mcpPath = '/mcp';

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

export type GuardOptions = Readonly<{ port: number; token: string }>;

/** Null for a request that may be served, else why not. */
export function refuseRequest(request: GuardedRequest, { port, token }: GuardOptions): Refusal | null {
  const { method, headers } = request;
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
  if (!holdsToken(headers['authorization'], token)) {
    return {
      status: 401,
      message: 'The bearer token is missing or wrong. It is in the file that the server named.',
    };
  }
  if (request.url.split('?')[0] !== mcpPath) return { status: 404, message: `MCP is served at ${mcpPath}.` };
  if (!['POST', 'GET', 'DELETE'].includes(method))
    return { status: 405, message: `${method} is not served.` };
  if (method === 'POST' && !isJson(headers['content-type'])) {
    return { status: 415, message: 'Send application/json.' };
  }
  return null;
}

/** Compared by digests of one length: the time it takes says nothing about the token. */
function holdsToken(header: GuardedRequest['headers'][string], token: string): boolean {
  const given = typeof header === 'string' ? /^Bearer ([A-Za-z0-9_-]{1,200})$/i.exec(header)?.[1] : undefined;
  return timingSafeEqual(digest(given ?? ''), digest(token)) && given !== undefined;
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Exactly JSON: what a form of a page could send is nothing of it. */
function isJson(header: GuardedRequest['headers'][string]): boolean {
  return typeof header === 'string' && /^application\/json(\s*;\s*charset=utf-8)?$/i.test(header.trim());
}
