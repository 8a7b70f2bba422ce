import { expect, test } from 'vitest';
import { monthsIn } from '../../../cloud/words/months-in.ts';

const today = new Date('2026-11-30T10:00:00Z');

test.each([
  ['the statement of 2026-06', ['2026-06']],
  ['June 2026, please', ['2026-06']],
  ['for June and July 2025', ['2025-06', '2025-07']],
  ['December and January', ['2025-12', '2026-01']],
  ['this month', ['2026-11']],
  ['last month', ['2026-10']],
  ['the previous month and last month', ['2026-10']],
  ['the last three months', ['2026-08', '2026-09', '2026-10']],
  ['the past 2 months', ['2026-09', '2026-10']],
  ['last quarter', ['2026-07', '2026-08', '2026-09']],
  ['this quarter', ['2026-10', '2026-11']],
  ['Q4 2025', ['2025-10', '2025-11', '2025-12']],
  ['Q1', ['2026-01', '2026-02', '2026-03']],
  [
    'this year',
    [
      '2026-01',
      '2026-02',
      '2026-03',
      '2026-04',
      '2026-05',
      '2026-06',
      '2026-07',
      '2026-08',
      '2026-09',
      '2026-10',
      '2026-11',
    ],
  ],
  ['reports for May', ['2026-05']],
  ['you may send it', []],
  ['April, May and June 2026', ['2026-04', '2026-05', '2026-06']],
  ['May, June', ['2026-05', '2026-06']],
  ['sent on 2026-06-15', []],
  ['the month of 2026-13', []],
])('%s', (text, months) => {
  expect(monthsIn(text, today)).toEqual(months);
});

test('in January, last month and last quarter lie in the year before', () => {
  const january = new Date('2026-01-15T00:00:00Z');
  expect(monthsIn('last month', january)).toEqual(['2025-12']);
  expect(monthsIn('last quarter', january)).toEqual(['2025-10', '2025-11', '2025-12']);
  expect(monthsIn('Q4', january)).toEqual(['2025-10', '2025-11', '2025-12']);
});
