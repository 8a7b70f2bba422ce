import { createServer } from 'node:http';

/** A page on which one order a number is placed, and how often each was. */
export type OrderSite = {
  readonly origin: string;
  readonly placed: ReadonlyMap<string, number>;
  close(): Promise<void>;
};

const bodyBytesMax = 10_000;

export async function serveOrderSite(): Promise<OrderSite> {
  const placed = new Map<string, number>();
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body = (body + String(part)).slice(0, bodyBytesMax);
    const number = new URLSearchParams(body).get('number');
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    if (request.method !== 'POST' || number === null) {
      response.end(
        page('<form method="post"><label>Number <input name="number"></label><button>Order</button></form>'),
      );
      return;
    }
    placed.set(number, (placed.get(number) ?? 0) + 1);
    response.end(page(`<p role="status">Ordered ${number.replace(/[^a-z0-9-]/gi, '')}</p>`));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the site listens on no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    placed,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function page(content: string): string {
  return `<!doctype html><html lang="en"><title>Orders</title><h1>Orders</h1>${content}</html>`;
}
