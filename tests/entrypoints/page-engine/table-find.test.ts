// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { tableAt, tablesUnder } from '../../../entrypoints/page-engine/table-find.ts';
import { one, showPage } from '../../fakes/page-layout.ts';

function read(html: string, css = 'table') {
  showPage(html);
  const found = tableAt(one(css), 1000);
  if (found === null) throw new Error('no table');
  return found;
}
const texts = (table: { cells: { text: string }[][] }) =>
  table.cells.map((row) => row.map((cell) => cell.text));

test('header rows are joined, merged cells fill each of their places, the foot comes last', () => {
  const table = read(
    '<table><thead><tr><th rowspan="2">Depot</th><th colspan="2">2023</th></tr><tr><th>Orders</th><th>Value</th></tr></thead>' +
      '<tfoot><tr><td>Total</td><td>9</td><td>20</td></tr></tfoot>' +
      '<tbody><tr><th rowspan="0" scope="rowgroup">Alta</th><td>4</td><td>9</td></tr><tr><td ' +
      'colspan="2">closed</td></tr></tbody></table>',
  );
  expect(table.headers).toEqual(['Depot', '2023 / Orders', '2023 / Value']);
  expect(texts(table)).toEqual([
    ['Alta', '4', '9'],
    ['Alta', 'closed', 'closed'],
    ['Total', '9', '20'],
  ]);
  expect(table).toMatchObject({ foot_rows: 1, row_count: 3 });
  expect(table.header_rows).toEqual([
    ['Depot', '2023', '2023'],
    ['Depot', 'Orders', 'Value'],
  ]);
});

test('headers are as they are shown: two of the same name, and an empty one', () => {
  const table = read(
    '<table><tr><th>Rank</th><th></th><th>Rank</th></tr><tr><td>1</td><td>x</td><td>2</td></tr></table>',
  );
  expect(table.headers).toEqual(['Rank', '', 'Rank']);
});

test('hidden text, note marks and tables inside cells are no part of a value', () => {
  const table = read(
    '<table id="o"><tr><th>A</th><th>B</th></tr><tr><td>12<sup class="reference"><a href="#cite_note-3">[3]</a></sup></td>' +
      '<td><span style="display:none">0012</span>Twelve<table><tr><td>inner</td></tr></table></td>' +
      '</tr></table>',
    '#o',
  );
  expect(texts(table)).toEqual([['12', 'Twelve']]);
  expect(table.cells[0]?.[0]?.number).toBe(12);
});

test('digits raised against others are no number', () => {
  const table = read(
    '<table><tr><th>A</th><th>B</th></tr><tr><td>$1,299<sup>99</sup></td><td>5</td></tr></table>',
  );
  expect(table.cells[0]?.[0]).toEqual({ text: '$1,29999', number: null, href: null });
});

test('a row over the whole table before the header is its title', () => {
  const table = read(
    '<table><tr><th colspan="2">Treaties</th></tr><tr><th>Name</th><th>Year</th></tr><tr>' +
      '<td>Rio</td><td>1992</td></tr></table>',
  );
  expect(table).toMatchObject({ caption: 'Treaties', headers: ['Name', 'Year'], row_count: 1 });
});

test('a grid made of roles is a table, and one that shows only some of its rows is incomplete', () => {
  const table = read(
    '<div id="g" role="grid" aria-rowcount="40"><div role="row"><span role="columnheader">A</span><span role="columnheader">B</span></div>' +
      '<div role="row"><span role="gridcell">1</span><span role="gridcell"><a ' +
      'href="https://x.test/">two</a></span></div></div>',
    '#g',
  );
  expect(table.headers).toEqual(['A', 'B']);
  expect(table.cells[0]?.[1]).toEqual({ text: 'two', number: null, href: 'https://x.test/' });
  expect(table).toMatchObject({ declared: 40, more: true });
});

test('a first row of texts over columns of numbers is a header; one row of numbers is none', () => {
  expect(
    read('<table><tr><td>City</td><td>People</td></tr><tr><td>Oslo</td><td>700</td></tr></table>').headers,
  ).toEqual(['City', 'People']);
  expect(read('<table><tr><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></table>').headers).toEqual([
    '',
    '',
  ]);
});

test('rows beyond the limit are counted and not given', () => {
  showPage(
    '<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>1</td></tr><tr><td>2</td><td>2</td></tr></table>',
  );
  expect(tableAt(one('table'), 1)).toMatchObject({
    row_count: 2,
    cells: [[{ text: '1' }, {}]],
  });
});

test('tables are found one by one; one that only places things weighs nothing', () => {
  showPage(
    '<table id="l"><tr><td><table ' +
      'id="d"><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table></td></tr></table>',
  );
  const [layout, data] = tablesUnder(document, 10);
  expect(layout?.weight).toBe(0);
  expect(data?.weight).toBeGreaterThan(0);
});

test('a cell that the page has not filled yet is counted', () => {
  showPage('<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>…</td></tr></table>');
  expect(tableAt(one('table'), 10)?.unfilled).toBe(1);
});

test('a header that is a table of its own right above names the columns of the rows that scroll under it', () => {
  const head = '<table><thead><tr><th>Name</th><th>Price</th></tr></thead></table>';
  const rows = '<table id="rows"><tr><td>Tea</td><td>$2</td></tr><tr><td>Milk</td><td>$3</td></tr></table>';
  const scrolls = `<div><div>${head}</div><div><div>${rows}</div></div></div>`;
  expect(read(scrolls, '#rows').headers).toEqual(['Name', 'Price']);
  expect(texts(read(scrolls, '#rows'))).toHaveLength(2);
  expect(read(`<div>${head}<p>Other goods</p>${rows}</div>`, '#rows').headers).toEqual(['', '']);
  expect(read(`<div>${head.replace('<th>Price</th>', '')}${rows}</div>`, '#rows').headers).toEqual(['', '']);
});

test('what shows how to sort, and letters that lead to notes, are no part of a name or a number', () => {
  const table = read(
    '<table><tr><th>Name ▲</th><th>↕ Price</th><th>Stock<i>arrow_drop_down</i></th><th>City<sup>a</sup></th><th>▲</th></tr>' +
      '<tr><td>Tea</td><td>$2 ▲</td><td>700<sup>b</sup></td><td>Rome<sup>e</sup></td><td>5</td></tr></table>',
  );
  expect(table.headers).toEqual(['Name', 'Price', 'Stock', 'City', '▲']);
  expect(texts(table)).toEqual([['Tea', '$2 ▲', '700', 'Romee', '5']]);
  expect(table.cells[0]?.[2]?.number).toBe(700);
});
