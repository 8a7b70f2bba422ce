import { createServer, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';

export type WeightsServer = {
  readonly url: string;
  /** The range that each request asked for; empty: the whole. */
  readonly ranges: readonly string[];
};
export type WeightsBehaviour = {
  /** Bytes of each answer after which the socket closes; those beyond the list are whole. */
  readonly cuts?: readonly number[];
  /** Does not know ranges. */
  readonly whole?: boolean;
  readonly etag?: () => string;
  /** Said at a redirect that comes first. */
  readonly linkedHash?: string;
  readonly status?: number;
};

/** Gives out one file, as servers of weights do, with what goes wrong on the way. */
export async function startWeightsServer(file: Buffer, how: WeightsBehaviour = {}): Promise<WeightsServer> {
  const ranges: string[] = [];
  const server = createServer((request, response) => {
    if (request.url === '/resolve/file.gguf') {
      response.writeHead(302, { location: '/file.gguf', 'x-linked-etag': `"${how.linkedHash ?? ''}"` });
      response.end();
      return;
    }
    ranges.push(request.headers.range ?? '');
    if (how.status !== undefined) {
      response.writeHead(how.status);
      response.end();
      return;
    }
    const etag = how.etag?.() ?? '"1"';
    const since = request.headers['if-range'];
    const asked = /^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1];
    const goesOn = asked !== undefined && how.whole !== true && (since === undefined || since === etag);
    send(response, file, { start: goesOn ? Number(asked) : null, etag, cut: how.cuts?.[ranges.length - 1] });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}/file.gguf`, ranges };
}

function send(
  response: ServerResponse,
  file: Buffer,
  { start, etag, cut }: { start: number | null; etag: string; cut: number | undefined },
): void {
  const rest = file.subarray(start ?? 0);
  if (start !== null && start >= file.length) {
    response.writeHead(416, { 'content-range': `bytes */${file.length}` });
    response.end();
    return;
  }
  const range = start === null ? {} : { 'content-range': `bytes ${start}-${file.length - 1}/${file.length}` };
  response.writeHead(start === null ? 200 : 206, { 'content-length': rest.length, etag, ...range });
  if (cut === undefined) response.end(rest);
  else response.write(rest.subarray(0, cut), () => response.socket?.destroySoon());
}
