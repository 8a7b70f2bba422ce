import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { Redesign } from './redesign.ts';

/** Milliseconds for one request to the portal behind. */
const behindMs = 20_000;
const hopHeaders = ['content-length', 'transfer-encoding', 'connection'];

/** A portal in another design: every page of the portal behind it passes through the design's change. */
export class RedesignedPortal implements AsyncDisposable {
  readonly #server = createServer((incoming, response) => void this.#answer(incoming, response));
  readonly #behind: URL;
  #design: Redesign | null = null;
  #decoys: string[] = [];

  private constructor(behind: string) {
    this.#behind = new URL(behind);
  }

  static async start(behind: string): Promise<RedesignedPortal> {
    const portal = new RedesignedPortal(behind);
    await new Promise<void>((resolve) => portal.#server.listen(0, '127.0.0.1', resolve));
    return portal;
  }

  get origin(): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('the portal listens on no port');
    return `http://127.0.0.1:${address.port}`;
  }

  /** Wrong controls that were used in this design, by method and path. */
  get decoysTaken(): readonly string[] {
    return this.#decoys;
  }

  wear(design: Redesign | null): void {
    this.#design = design;
    this.#decoys = [];
  }

  async #answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = incoming.url ?? '/';
    if (path.startsWith('/decoy/')) {
      this.#decoys.push(`${incoming.method ?? ''} ${path}`);
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Somewhere else</h1>');
      return;
    }
    const outgoing = request({
      host: this.#behind.hostname,
      port: this.#behind.port,
      method: incoming.method,
      path: this.#design?.route?.(path) ?? path,
      headers: { ...incoming.headers, host: this.#behind.host, 'accept-encoding': 'identity' },
      timeout: behindMs,
    });
    outgoing.on('response', (answer) => void this.#pass(answer, response, path));
    outgoing.on('error', () => response.destroy());
    incoming.pipe(outgoing);
  }

  async #pass(answer: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of answer) chunks.push(Buffer.from(chunk));
    const headers = Object.fromEntries(
      Object.entries(answer.headers).filter(([name]) => !hopHeaders.includes(name)),
    );
    const body = Buffer.concat(chunks);
    const isPage = answer.headers['content-type']?.startsWith('text/html') === true;
    const sent = isPage && this.#design !== null ? this.#design.change(body.toString('utf8'), path) : body;
    response.writeHead(answer.statusCode ?? 502, headers).end(sent);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
