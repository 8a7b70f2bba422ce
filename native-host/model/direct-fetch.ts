import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';

/** Statuses that come without a body by definition. */
const bodiless = [101, 204, 205, 304];
const partsHeldMax = 64;

/**
 * `fetch` for servers of models. Node's own gives up after five minutes without a byte, which a prompt on a slow processor
 * takes; follows redirects, which would send what a person consented to elsewhere; and keeps a socket after an abort.
 */
export const directFetch: typeof fetch = async (input, init) => {
  const request = new Request(input, init);
  const body = request.body === null ? null : Buffer.from(await request.arrayBuffer());
  const url = new URL(request.url);
  const send = url.protocol === 'https:' ? requestSecure : requestPlain;
  const headers = Object.fromEntries(request.headers);
  const { method, signal } = request;
  return new Promise((resolve, reject) => {
    const outgoing = send(url, { method, headers, agent: false, signal });
    outgoing.once('error', reject);
    outgoing.once('response', (incoming) => resolve(responseOf(incoming)));
    outgoing.end(body ?? undefined);
  });
};

function responseOf(incoming: IncomingMessage): Response {
  const status = incoming.statusCode ?? 0;
  const headers = new Headers();
  for (const [name, values] of Object.entries(incoming.headersDistinct))
    for (const value of values ?? []) headers.append(name, value);
  if (!bodiless.includes(status)) return new Response(bodyOf(incoming), { status, headers });
  incoming.resume();
  return new Response(null, { status, headers });
}

/**
 * The body as a stream. What had come before it broke off is read first: a stream of the platform that is told of the break
 * throws away what it holds.
 */
function bodyOf(incoming: IncomingMessage): ReadableStream<Uint8Array<ArrayBuffer>> {
  const parts: Buffer[] = [];
  let end: 'open' | 'whole' | Error = 'open';
  let wake: () => void = () => undefined;
  const finish = (how: 'whole' | Error): void => {
    if (end === 'open') end = how;
    wake();
  };
  incoming.on('data', (part: Buffer) => {
    parts.push(part);
    if (parts.length >= partsHeldMax) incoming.pause();
    wake();
  });
  incoming.once('end', () => finish('whole'));
  incoming.once('error', finish);
  return new ReadableStream(
    {
      async pull(controller) {
        while (parts.length === 0 && end === 'open') {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
        const part = parts.shift();
        if (part !== undefined) controller.enqueue(new Uint8Array(part));
        else if (end === 'whole') controller.close();
        else controller.error(end);
        if (parts.length === 0) incoming.resume();
      },
      cancel: () => void incoming.destroy(),
    },
    { highWaterMark: 0 },
  );
}
