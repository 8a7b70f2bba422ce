import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import {
  createMcpHandler,
  isLegacyRequest,
  type McpHttpHandler,
  type ServerContext,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { clientOf } from './client-of.ts';
import { createServer } from './create-server.ts';
import { Desk, type DeskOptions } from './desk.ts';
import type { Holder } from './http-holders.ts';
import type { McpParts } from './ports.ts';

/** Clients at once. */
const desksMax = 32;
/** Milliseconds after its last request that a client which has not said goodbye is forgotten. */
const idleMs = 30 * 60_000;

type Seat = {
  readonly desk: Desk;
  readonly holder: string;
  readonly close: () => Promise<void>;
  lastUsed: number;
  open: number;
};
type Legacy = Seat & { readonly transport: WebStandardStreamableHTTPServerTransport };

/**
 * The desks behind one address. Revisions until 2025-11-25 open a session and name it in a header; since 2026-07-28 there are none, so there
 * a client is known by the name it gives itself, or by the `session` in its URL. Neither proves anything: the token does, and whose it is
 * keeps sessions apart.
 */
export class HttpDesks {
  readonly #parts: McpParts;
  readonly #options: DeskOptions & { readonly bodyBytesMax: number };
  readonly #clock: () => number;
  readonly #legacy = new Map<string, Legacy>();
  readonly #modern = new Map<string, Seat>();
  readonly #handler: McpHttpHandler;
  readonly #holder = new AsyncLocalStorage<Holder>();

  constructor(
    parts: McpParts,
    options: DeskOptions & { readonly bodyBytesMax: number },
    clock: () => number,
  ) {
    this.#parts = parts;
    this.#options = options;
    this.#clock = clock;
    this.#handler = createMcpHandler(
      () =>
        createServer((context) => this.#modernDesk(context), {
          version: parts.version,
          groups: options.groups,
        }),
      { legacy: 'reject', maxRequestBodySize: options.bodyBytesMax, onerror: this.#report },
    );
  }

  /** Serves a request that has passed the guard. */
  readonly fetch = (request: Request, holder: Holder): Promise<Response> =>
    this.#holder.run(holder, () => this.#fetch(request, holder));

  async #fetch(request: Request, holder: Holder): Promise<Response> {
    this.#forgetIdle();
    const bound = { maxRequestBodySize: this.#options.bodyBytesMax };
    if (!(await isLegacyRequest(request, undefined, bound))) return this.#handler.fetch(request);
    const id = request.headers.get('mcp-session-id');
    if (id === null)
      return request.method === 'POST' ? this.#open(request, holder) : refuse(405, 'No session is named.');
    const seat = this.#legacy.get(id);
    // A session belongs to the token that opened it; its name opens nothing.
    if (seat === undefined || seat.holder !== holder.id)
      return refuse(404, 'There is no such session (any more). Initialize a new one.');
    return this.#serve(seat, request);
  }

  /** Ends every session. */
  async close(): Promise<void> {
    await this.#handler.close();
    const seats = [...this.#legacy.values(), ...this.#modern.values()];
    this.#legacy.clear();
    this.#modern.clear();
    await Promise.all(seats.map(({ close }) => close()));
  }

  async #open(request: Request, holder: Holder): Promise<Response> {
    if (this.#isFull) return refuse(503, `${desksMax} clients are connected. Close one first.`);
    const desk = this.#newDesk('legacy', holder);
    const transport: WebStandardStreamableHTTPServerTransport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      maxRequestBodySize: this.#options.bodyBytesMax,
      onsessioninitialized: (id) => void this.#legacy.set(id, seat),
    });
    const seat: Legacy = {
      desk,
      holder: holder.id,
      transport,
      lastUsed: this.#clock(),
      open: 0,
      close: async () => {
        await transport.close();
        await desk.session.end();
      },
    };
    const { version } = this.#parts;
    const server = createServer(() => desk, { version, groups: this.#options.groups });
    server.onerror = this.#report;
    server.onclose = () => {
      if (transport.sessionId !== undefined) this.#legacy.delete(transport.sessionId);
      void desk.session.end();
    };
    await server.connect(transport);
    const response = await this.#serve(seat, request);
    // Anything but an initialization is answered with an error, and leaves no session.
    if (transport.sessionId === undefined) await seat.close();
    return response;
  }

  async #serve(seat: Legacy, request: Request): Promise<Response> {
    seat.lastUsed = this.#clock();
    seat.open += 1;
    try {
      return await seat.transport.handleRequest(request);
    } finally {
      seat.open -= 1;
    }
  }

  #modernDesk(context: ServerContext): Desk {
    const url = context.http?.req?.url;
    const named = url === undefined ? null : new URL(url).searchParams.get('session');
    const holder = this.#holder.getStore();
    if (holder === undefined) throw new Error('a request without a holder');
    const key = `${holder.id}:${(named ?? clientOf(context, nobody).name).slice(0, 100)}`;
    const known = this.#modern.get(key);
    if (known !== undefined) {
      known.lastUsed = this.#clock();
      return known.desk;
    }
    if (this.#isFull) throw new Error(`${desksMax} clients are connected. Close one first.`);
    const desk = this.#newDesk('modern', holder);
    const { id } = holder;
    this.#modern.set(key, {
      desk,
      holder: id,
      lastUsed: this.#clock(),
      open: 0,
      close: () => desk.session.end(),
    });
    return desk;
  }

  #newDesk(era: 'legacy' | 'modern', { token, scoped }: Holder): Desk {
    return new Desk(this.#parts, { ...this.#options, token, scoped }, era);
  }

  get #isFull(): boolean {
    return this.#legacy.size + this.#modern.size >= desksMax;
  }

  #forgetIdle(): void {
    for (const seats of [this.#legacy, this.#modern]) {
      for (const [id, seat] of seats) {
        const idle = seat.open === 0 && seat.desk.calls.open === 0 && this.#clock() - seat.lastUsed > idleMs;
        if (!idle) continue;
        seats.delete(id);
        void seat.close();
      }
    }
  }

  readonly #report = (error: Error): void => this.#parts.log(`mcp: ${error.message}`);
}

const nobody = { getClientVersion: () => undefined, getClientCapabilities: () => undefined };

/** An answer that is no result, in the form of JSON-RPC. */
function refuse(status: number, message: string): Response {
  const body = { jsonrpc: '2.0', error: { code: -32_000, message }, id: null };
  return Response.json(body, { status });
}
