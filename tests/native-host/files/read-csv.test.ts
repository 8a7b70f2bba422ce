import { expect, test } from 'vitest';
import { reportCsv, reportRows } from '../../../demo/reports.ts';
import { readCsv } from '../../../native-host/files/read-csv.ts';
import { faultOf, valueIn } from '../workflow/shipped.ts';

test('quotes, separators and line ends within fields are data', () => {
  const text = 'a,b\r\n"x, ""y""","line\r\nbreak"\r\n,\r\n';
  expect(valueIn(readCsv(text))).toEqual({
    header: ['a', 'b'],
    rows: [
      ['x, "y"', 'line\r\nbreak'],
      ['', ''],
    ],
  });
});

test.each([
  ['semicolons', '\ufeffa;b\n1,5;2\n'],
  ['tabs', 'a\tb\r1,5\t2\r'],
  ['no line end at the end', 'a;b\n1,5;2'],
  ['an empty line at the end', 'a;b\n1,5;2\n\n'],
])('%s are read', (_, text) => {
  expect(valueIn(readCsv(text))).toEqual({ header: ['a', 'b'], rows: [['1,5', '2']] });
});

test.each([
  ['', 'it is empty'],
  ['just text', 'no separators'],
  ['a,b\n1,2,3\n', 'data row 1 has 3 fields, the header 2'],
  ['a,b\n"x,1\n', 'is not closed'],
  ['a,b\n"x"y,1\n', 'goes on after a closing quotation mark'],
])('%j is told to be no proper CSV', (text, why) => {
  expect(faultOf(readCsv(text)).message).toContain(why);
});

test('the files of the demo portal are read to the last row', () => {
  const { rows } = valueIn(readCsv(reportCsv('2026-06')));
  expect(rows.map((row) => row[2])).toEqual(reportRows('2026-06').map((row) => row.description));
});
