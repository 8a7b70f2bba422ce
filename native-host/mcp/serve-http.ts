import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { StartError } from '../io/start-error.ts';
import type { DeskOptions } from './desk.ts';
import { HttpDesks } from './http-desks.ts';
import { mcpPath, refuseRequest } from './http-guard.ts';
import { httpToken } from './http-token.ts';
import type { McpParts } from './ports.ts';

/** Bytes of one request. A value of several megabytes still gets the tool's own answer. */
const bodyBytesMax = 8 * 1024 * 1024;
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
  const desks = new HttpDesks(parts, { ...options, bodyBytesMax }, Date.now);
  const serve = toNodeHandler(desks, {
    maxRequestBodySize: bodyBytesMax,
    onerror: (error) => parts.log(error.message),
  });
  let port = 0;
  const server = createHttpServer({ headersTimeout: headersMs }, (request, response) => {
    const { method = '', url = '', headers } = request;
    const refusal = refuseRequest({ method, url, headers }, { port, token });
    if (refusal !== null) return answer(request, response, refusal.status, refusal.message);
    if (Number(headers['content-length'] ?? 0) > bodyBytesMax) return answerLong(request, response);
    // The adapter's types want both to be there; here they are.
    void serve(Object.assign(request, { method, url }), response);
  });
  server.maxConnections = connectionsMax;
  port = await listen(server, options.port);
  const ended = new Promise<void>((resolve) => {
    const close = (): void => {
      server.close(() => void desks.close().then(() => resolve()));
      server.closeAllConnections();
    };
    if (options.interrupted.aborted) close();
    else options.interrupted.addEventListener('abort', close, { once: true });
  });
  return { url: `http://127.0.0.1:${port}${mcpPath}`, ended };
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
