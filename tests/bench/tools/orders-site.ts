import { createServer } from 'node:http';

// The page that every tool is measured on: a table of fifty rows with a link and a button each, a form, a menu.

export const rowsCount = 50;

export type OrdersSite = Readonly<{ origin: string; close(): Promise<void> }>;

type Row = readonly [number: string, customer: string, amount: string, state: string];

/** What stands in the cells of the table, row by row, without the button at the end. */
export function orderRows(): readonly Row[] {
  return Array.from({ length: rowsCount }, (_, at): Row => {
    const state = at % 3 === 0 ? 'paid' : at % 3 === 1 ? 'open' : 'late';
    return [`Order ${1000 + at}`, `Customer ${at}`, `${(at * 13.5).toFixed(2)} EUR`, state];
  });
}

/** What can be worked on the page besides the two things of each row. */
export const otherControls = 6;

function ordersPage(): string {
  const rows = orderRows().map(([number, ...cells], at) => {
    const told = cells.map((cell) => `<td>${cell}</td>`).join('');
    return `<tr><td><a href="/order/${at}">${number}</a></td>${told}<td><button type="button">Edit</button></td></tr>`;
  });
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Orders</title>
<style>body{font:14px sans-serif;margin:24px}table{border-collapse:collapse}td,th{padding:4px 12px;border:1px solid #ccc}</style>
</head><body><nav aria-label="Main"><a href="/home">Home</a> <a href="/orders">Orders</a> <a href="/about">About</a></nav>
<main><h1>Orders</h1><form onsubmit="return false"><label>Search <input id="search" name="q"></label>
<label><input type="checkbox" id="open"> Only open ones</label> <button type="button" id="count">Count</button></form>
<p>Counted: <output id="counted">0</output></p>
<table><thead><tr><th>Order</th><th>Customer</th><th>Amount</th><th>State</th><th>Action</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table></main>
<script>count.onclick = () => { counted.textContent = Number(counted.textContent) + 1; };</script></body></html>`;
}

export async function serveOrders(): Promise<OrdersSite> {
  const page = ordersPage();
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the site listens on no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
