import { type SmallSite, serveSite } from './small-site.ts';

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><title>${title}</title><style>body { font: 16px system-ui; margin: 40px; max-width: 720px }
  label { display: block; margin: 12px 0 } td, th { padding: 6px 16px 6px 0; text-align: left }</style><body>${body}</body></html>`;

const rows = [
  ['4711', '3 June 2026', '120.00'],
  ['4712', '17 June 2026', '89.50'],
];

/** A shop with a sign-in, a form and a table: for templates that no part of the product knows. */
export function serveOrders(): Promise<SmallSite> {
  return serveSite({
    '/': page(
      'Garden shop',
      `<h1>Garden shop</h1><form action="/orders" method="post">
        <label>E-mail <input name="mail" type="email"></label>
        <label>Password <input name="password" type="password" autocomplete="current-password"></label>
        <button>Sign in</button></form>`,
    ),
    '/orders': page(
      'Orders',
      `<h1>Your orders</h1><form action="/list">
        <label>Month <select name="month"><option>May 2026</option><option>June 2026</option></select></label>
        <button>Show orders</button></form>`,
    ),
    '/list': page(
      'Orders of a month',
      `<h1>Orders of a month</h1><table><caption>Orders</caption>
        <thead><tr><th>Number</th><th>Date</th><th>Amount</th></tr></thead><tbody>
        ${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}
        </tbody></table><p><a href="/orders.csv">Download as CSV</a> <a href="/terms" target="_blank">Terms</a></p>`,
    ),
    '/terms': page('Terms', '<main><p>Goods can be sent back for 30 days.</p></main>'),
    '/orders.csv': {
      body: rows.map((row) => row.join(',')).join('\n'),
      headers: { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="orders.csv"' },
    },
  });
}
