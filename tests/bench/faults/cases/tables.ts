import { at, type Table, type Target } from '../caller.ts';
import type { FaultCase, Finding } from '../fault-case.ts';
import { page } from '../fault-site.ts';

// Tables that a naive reading gets wrong.

const kind = 'table';

type Wanted = Readonly<{
  rows: number;
  columns: number;
  /** Some cells by row and column, from 0. */
  cells: readonly (readonly [number, number, string])[];
  headers?: readonly string[];
}>;

function tableCase(name: string, body: string, target: Target, wanted: Wanted): FaultCase {
  return {
    name,
    kind,
    pages: { '/': page('Table', body) },
    async play({ tool, site }) {
      await tool.open(site.at());
      const read = await tool.table(target);
      return read.failed === null
        ? judged(read.table, wanted)
        : { right: false, harm: null, seen: read.failed };
    },
    timeoutMs: 90_000,
  };
}

function judged({ headers, rows, complete }: Table, wanted: Wanted): Finding {
  const faults = [
    ...(rows.length === wanted.rows ? [] : [`${rows.length} rows, not ${wanted.rows}`]),
    ...(headers.length === wanted.columns ? [] : [`${headers.length} columns, not ${wanted.columns}`]),
    ...wanted.cells
      .filter(([row, column, text]) => rows[row]?.[column]?.trim() !== text)
      .map(([row, column, text]) => `(${row},${column}) holds ${rows[row]?.[column]}, not ${text}`),
    ...(wanted.headers ?? [])
      .filter((header, column) => headers[column] !== header)
      .map((header) => `no header ${header} in ${JSON.stringify(headers)}`),
  ];
  // A table that says it is not complete has been honest about rows that it lacks.
  const harm = faults.length > 0 && complete ? faults.slice(0, 4).join(', ') : null;
  return {
    right: faults.length === 0 && complete,
    harm,
    seen: faults.slice(0, 4).join(', ') || 'said to be incomplete',
  };
}

const spans = tableCase(
  'table-spans',
  `<table id="t"><thead><tr><th rowspan="2">Region</th><th colspan="2">2025</th><th colspan="2">2026</th></tr><tr><th>Q1</th><th>Q2</th><th>Q1</th><th>Q2</th></tr></thead>
   <tbody><tr><td rowspan="2">North</td><td>1</td><td>2</td><td colspan="2">closed</td></tr><tr><td>3</td><td rowspan="2">4</td><td>5</td><td>6</td></tr></tbody>
   <tbody><tr><td>South</td><td>7</td><td>8</td><td>9</td><td>10</td></tr></tbody></table>`,
  at('#t'),
  {
    rows: 3,
    columns: 5,
    // A span does not reach into the next body.
    cells: [
      [0, 3, 'closed'],
      [0, 4, 'closed'],
      [1, 0, 'North'],
      [1, 2, '4'],
      [1, 4, '6'],
      [2, 0, 'South'],
      [2, 2, '8'],
      [2, 4, '10'],
    ],
    headers: ['Region', '2025 / Q1', '2025 / Q2', '2026 / Q1', '2026 / Q2'],
  },
);

const nested = tableCase(
  'table-nested',
  `<table id="t"><tr><th>Order</th><th>Lines</th><th>Sum</th></tr><tr><td>1</td><td><table><tr><td>Tea</td><td>2</td></tr><tr><td>Cup</td><td>1</td></tr></table></td><td>30</td></tr>
   <tr><td>2</td><td>none</td><td>0</td></tr></table>`,
  at('#t'),
  {
    rows: 2,
    columns: 3,
    cells: [
      [0, 0, '1'],
      [0, 2, '30'],
      [1, 1, 'none'],
      [1, 2, '0'],
    ],
  },
);

const ariaGrid = tableCase(
  'table-aria-grid',
  `<div role="grid" id="t" aria-label="People"><div role="rowgroup"><div role="row"><span role="columnheader">Name</span><span role="columnheader">City</span></div></div>
   <div role="rowgroup"><div role="row"><span role="gridcell">Ann</span><span role="gridcell">Oslo</span></div><div role="row"><span role="gridcell">Bo</span><span role="gridcell">Bergen</span></div></div></div>`,
  at('#t'),
  {
    rows: 2,
    columns: 2,
    cells: [
      [0, 0, 'Ann'],
      [1, 1, 'Bergen'],
    ],
    headers: ['Name', 'City'],
  },
);

const styledDivs = tableCase(
  'table-of-divs',
  `<style>.t { display: table } .r { display: table-row } .c { display: table-cell; padding: 4px }</style><div class="t" id="t"><div class="r"><b class="c">Part</b><b class="c">Stock</b></div>
   <div class="r"><span class="c">Bolt</span><span class="c">12</span></div><div class="r"><span class="c">Nut</span><span class="c">40</span></div></div>`,
  at('#t'),
  {
    rows: 2,
    columns: 2,
    cells: [
      [0, 0, 'Bolt'],
      [1, 1, '40'],
    ],
  },
);

const virtualised = tableCase(
  'table-virtual-rows',
  `<h1>Entries</h1><div role="grid" id="t" aria-rowcount="10001" aria-label="Entries" tabindex="0" style="height:400px;overflow:auto;position:relative"><div role="row" aria-rowindex="1" style="position:sticky;top:0;background:#ddd;z-index:1">
   <span role="columnheader">No</span> <span role="columnheader">Amount</span></div><div id="inner" style="position:relative;height:240000px"></div></div><script>
   const draw = () => { const first = Math.max(0, Math.floor(t.scrollTop / 24) - 5); let html = ''; for (let i = first; i < Math.min(10000, first + 30); i++)
     html += '<div role="row" aria-rowindex="' + (i + 2) + '" style="position:absolute;top:' + i * 24 + 'px;height:24px"><span role="gridcell">' + (i + 1) + '</span> <span role="gridcell">' + ((i * 37) % 1000) + '</span></div>';
     inner.innerHTML = html; }; t.onscroll = () => requestAnimationFrame(draw); draw();</script>`,
  at('#t'),
  {
    rows: 10_000,
    columns: 2,
    cells: [
      [0, 0, '1'],
      [4999, 0, '5000'],
      [9999, 0, '10000'],
      [9999, 1, String((9999 * 37) % 1000)],
    ],
  },
);

const lazyList = tableCase(
  'table-lazy-rows',
  `<table id="t"><thead><tr><th>No</th><th>Name</th></tr></thead><tbody></tbody></table><p id="foot">Loading</p><script>
   let n = 0; let busy = false; const add = () => { for (let i = 0; i < 25 && n < 180; i++) { n++; const row = t.tBodies[0].insertRow(); row.insertCell().textContent = n; row.insertCell().textContent = 'Row ' + n; row.style.height = '30px'; }
     if (n >= 180) foot.textContent = 'End of list'; busy = false; };
   add(); new IntersectionObserver((seen) => { if (seen[0].isIntersecting && !busy && n < 180) { busy = true; setTimeout(() => { add(); more(); }, 200); } }).observe(foot);
   const more = () => { if (foot.getBoundingClientRect().top < innerHeight && n < 180 && !busy) { busy = true; setTimeout(() => { add(); more(); }, 200); } };</script>`,
  at('#t'),
  {
    rows: 180,
    columns: 2,
    cells: [
      [0, 1, 'Row 1'],
      [179, 1, 'Row 180'],
    ],
  },
);

const headersAside = tableCase(
  'table-hidden-words',
  `<table id="t"><tr><th>Item <span style="position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0 0 0 0)">sort ascending</span></th><th>Price</th></tr>
   <tr><td>Tea</td><td><s>5.00</s> <b>4.20</b></td></tr><tr><td>Cup<br>blue</td><td><span style="display:none">99</span>7.00</td></tr></table>`,
  at('#t'),
  {
    rows: 2,
    columns: 2,
    cells: [
      [0, 1, '5.00 4.20'],
      [1, 1, '7.00'],
    ],
  },
);

const headerApart = tableCase(
  'table-header-apart',
  `<div><div style="padding-right:15px"><table style="width:300px"><thead><tr><th>Name <span aria-hidden="true">▲</span></th><th>Price<sup>a</sup></th></tr></thead></table></div>
   <div style="height:90px;overflow:auto"><table id="t" style="width:300px"><tbody>${['Tea', 'Milk', 'Rice', 'Salt', 'Corn'].map((name, at) => `<tr><td>${name}</td><td>$${at + 2}.50</td></tr>`).join('')}</tbody></table></div></div>`,
  at('#t'),
  {
    rows: 5,
    columns: 2,
    cells: [
      [0, 0, 'Tea'],
      [4, 1, '$6.50'],
    ],
    headers: ['Name', 'Price'],
  },
);

export const tableCases: readonly FaultCase[] = [
  spans,
  nested,
  ariaGrid,
  styledDivs,
  virtualised,
  lazyList,
  headersAside,
  headerApart,
];
