import type { Site } from '../site.ts';

// Two tables that should agree, and do not in two places.

const invoices: readonly (readonly [string, string, string])[] = [
  ['2026-111', 'Orrin Ltd', '210.00'],
  ['2026-112', 'Pike and Sons', '96.40'],
  ['2026-113', 'Quill Press', '1,250.00'],
  ['2026-114', 'Rowan Tea', '320.00'],
  ['2026-115', 'Sable Inks', '75.10'],
  ['2026-116', 'Tern Boats', '640.00'],
  ['2026-117', 'Umber Paints', '408.00'],
];
const payments = invoices
  .filter(([number]) => number !== '2026-114')
  .map(([number, , amount]) => [number, number === '2026-117' ? '480.00' : amount] as const);

const row = (cells: readonly string[]): string =>
  `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;

export const books: Site = {
  host: 'books.tally-house.com',
  name: 'Tally House Books',
  pages: [
    {
      path: '/invoices/november',
      title: 'Invoices of November 2026, Tally House',
      body: `<p>Invoices that Tally House sent in November 2026. Payments are on the page <a href="/payments/november">Payments of November 2026</a>.</p>
<table><caption>Invoices of November</caption><tr><th>Invoice</th><th>Customer</th><th>Amount</th></tr>${invoices.map(row).join('')}</table>`,
    },
    {
      path: '/payments/november',
      title: 'Payments of November 2026, Tally House',
      body: `<p>Payments that Tally House received in November 2026, by invoice.</p>
<table><caption>Payments of November</caption><tr><th>Invoice</th><th>Paid</th></tr>${payments.map(row).join('')}</table>`,
    },
  ],
};
