import { expect, test } from 'vitest';
import { dateOf, orderOf } from '../../shared/date-text.ts';

test.each([
  ['2024-02-01', '', '2024-02-01'],
  ['2024-02-01T09:30:00Z', '', '2024-02-01'],
  ['2024年2月1日', 'ja', '2024-02-01'],
  ['1.2.2024', 'de', '2024-02-01'],
  ['1.2.2024', 'en', null],
  ['02/01/2024', 'en-US', '2024-02-01'],
  ['01/02/2024', 'en-GB', '2024-02-01'],
  ['25/12/2024', 'en', '2024-12-25'],
  ['12/25/2024', '', '2024-12-25'],
  ['1 February 2024', 'en', '2024-02-01'],
  ['Feb 1, 2024', '', '2024-02-01'],
  ['1. Februar 2024', 'de', '2024-02-01'],
  ['1er février 2024', 'fr', '2024-02-01'],
  ['30.2.2024', 'de', null],
  ['2024', 'en', null],
  ['12.50', 'de', null],
])('"%s" in "%s" is %s', (text, lang, date) => {
  expect(dateOf(text, lang)).toBe(date);
});

test('a number above twelve can only be a day', () => {
  expect(orderOf('25/12/2024')).toBe('day-first');
  expect(orderOf('12/25/2024')).toBe('month-first');
  expect(orderOf('01/02/2024')).toBeNull();
});
