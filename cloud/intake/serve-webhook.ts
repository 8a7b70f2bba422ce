import { createServer, type IncomingMessage } from 'node:http';
import type { Intake, IntakeDesk } from './intake-desk.ts';
import { answerWebCall, bodyBytesMax, type WebAnswer } from './webhook.ts';

export type WebhookServer = Intake & {
  /** Where it answers, once it is open. */
  readonly origin: () => string;
};

/** The webhook on the loopback address of this machine; what comes from elsewhere comes through a proxy of the machine's own. */
export function createWebhookServer(options: {
  readonly key: string;
  readonly port: number;
  readonly now: () => number;
}): WebhookServer {
  let desk: IntakeDesk | null = null;
  let origin = '';
  const answered = async (request: IncomingMessage): Promise<WebAnswer> => {
    if (desk === null) return { status: 503, body: { why: 'It is not open yet.' } };
    const header = request.headers;
    const headers = Object.fromEntries(
      Object.entries(header).map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : value]),
    );
    const call = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers,
      body: await bodyOf(request),
    };
    return answerWebCall(call, desk, { key: options.key, unixSeconds: Math.floor(options.now() / 1_000) });
  };
  const server = createServer((request, response) => {
    answered(request)
      .catch((): WebAnswer => ({ status: 500, body: { why: 'It could not be begun. Send it again.' } }))
      .then(({ status, body }) => {
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(JSON.stringify(body));
      });
  });
  return {
    name: 'webhook',
    origin: () => origin,
    async open(given) {
      desk = given;
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(options.port, '127.0.0.1', resolve);
      });
      const address = server.address();
      origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The body, and no more of it than tells that it is too long. */
async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request) {
    const buffer = Buffer.from(part);
    bytes += buffer.length;
    parts.push(buffer);
    if (bytes > bodyBytesMax) break;
  }
  return Buffer.concat(parts).toString('utf8');
}
