import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { StartError } from '../io/start-error.ts';
import type { DeskOptions } from './desk.ts';
import { HttpDesks } from './http-desks.ts';
import { bearerOf, isPairing, mcpPath, refusePlace, refuseRequest } from './http-guard.ts';
import { HttpHolders } from './http-holders.ts';
import { httpToken } from './http-token.ts';
import type { McpParts } from './ports.ts';

/** Bytes of one request. A value of several megabytes still gets the tool's own answer. */
const bodyBytesMax = 8 * 1024 * 1024;
const pairBytesMax = 1_000;
const headersMs = 10_000;
/** A client that sends too much gets this long to finish, since it reads no answer before. */
const drainMs = 5_000;
const connectionsMax = 200;

export type HttpOptions = DeskOptions &
  Readonly<{ port: number; tokenFile: string; interrupted: AbortSignal }>;

export interface HttpServing {
  readonly url: string;
  /** Resolves once everything is closed. */
  readonly ended: Promise<void>;
}

/** Serves MCP over HTTP on this machine's own address until it is interrupted. */
export async function serveHttp(parts: McpParts, options: HttpOptions): Promise<HttpServing> {
  const token = httpToken(options.tokenFile);
  const holders = new HttpHolders(parts, token);
  const desks = new HttpDesks(parts, { ...options, bodyBytesMax }, Date.now);
  let port = 0;
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url = '', headers } = request;
    const guarded = { method, url, headers };
    // Whoever may not be here at all is not looked up.
    const isHere = refusePlace(guarded, port) === null;
    const found = isHere ? holders.holderOf(bearerOf(guarded)) : null;
    // Refused in the same turn where it can be: what a client sends on without a frame is then read by nobody.
    const holder = found instanceof Promise ? await found : found;
    const refusal = refuseRequest(guarded, { port, isKnown: holder !== null });
    if (refusal !== null) return answer(request, response, refusal.status, refusal.message);
    if (isPairing(guarded)) return pair(holders, request, response);
    if (Number(headers['content-length'] ?? 0) > bodyBytesMax) return answerLong(request, response);
    if (holder === null) throw new Error('a request without a holder passed the guard');
    const handle = toNodeHandler(
      { fetch: (asked) => desks.fetch(asked, holder) },
      { maxRequestBodySize: bodyBytesMax, onerror: (error) => parts.log(error.message) },
    );
    // The adapter's types want both to be there; here they are.
    await handle(Object.assign(request, { method, url }), response);
  };
  const server = createHttpServer({ headersTimeout: headersMs }, (request, response) => {
    serve(request, response).catch((error: unknown) => {
      parts.log(`mcp: ${error instanceof Error ? error.message : String(error)}`);
      if (!response.headersSent) answer(request, response, 500, 'The request met an error.');
    });
  });
  server.maxConnections = connectionsMax;
  port = await listen(server, options.port);
  const ended = new Promise<void>((resolve) => {
    const close = (): void => {
      server.close(() => void desks.close().then(() => resolve()));
      holders.close();
      server.closeAllConnections();
    };
    if (options.interrupted.aborted) close();
    else options.interrupted.addEventListener('abort', close, { once: true });
  });
  return { url: `http://127.0.0.1:${port}${mcpPath}`, ended };
}

/** One code for one token; a body that is longer than a code can be is not read on. */
async function pair(holders: HttpHolders, request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = '';
  request.setEncoding('utf8');
  for await (const part of request) {
    body += String(part);
    if (body.length > pairBytesMax) return answer(request, response, 413, 'The request is too long.');
  }
  const paired = await holders.pair(body);
  if (!paired.ok) {
    const { code, message, hint } = paired.fault;
    return answer(request, response, code === 'bad-arguments' ? 400 : 403, `${message} ${hint}`);
  }
  response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(paired.value));
}

function answerLong(request: IncomingMessage, response: ServerResponse): void {
  const message = `The request is longer than ${bodyBytesMax} bytes. Send less at once.`;
  const tell = (): void => {
    clearTimeout(late);
    if (!response.headersSent) answer(request, response, 413, message);
  };
  const late = setTimeout(tell, drainMs);
  request.once('end', tell);
  request.once('close', tell);
  request.resume();
}

function answer(request: IncomingMessage, response: ServerResponse, status: number, message: string): void {
  const body = JSON.stringify({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null });
  response.writeHead(status, {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    connection: 'close',
    ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
  });
  response.end(body);
  // Its body is not wanted.
  request.resume();
}

function listen(server: ReturnType<typeof createHttpServer>, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) =>
      reject(
        new StartError(
          `The port ${port} cannot be opened: ${error.message}.`,
          'in "localagent mcp --http"',
          'Name another with --port, or leave it out for a free one.',
        ),
      ),
    );
    server.listen({ host: '127.0.0.1', port }, () => {
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new Error('the server listens on no port'));
      else resolve(address.port);
    });
  });
}
