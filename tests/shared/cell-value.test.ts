import { expect, test } from 'vitest';
import { cellValue, habitOf } from '../../shared/cell-value.ts';

test.each([
  ['1 234,50 kr', 'sv', { number: 1234.5, currency: 'SEK' }],
  ['1 234,50 kr', 'en', { number: 1234.5, currency: 'kr' }],
  ['$5.20', 'en-US', { number: 5.2, currency: 'USD' }],
  ['CHF 12’345.60', '', { number: 12345.6, currency: 'CHF' }],
  ['0,5 %', 'de', { number: null, percent: 0.5 }],
  ['12.5%', 'en', { number: null, percent: 12.5 }],
  ['2026-11-30', '', { number: null, date: '2026-11-30' }],
  ['Part 12', 'en', { number: null }],
  ['—', 'en', { number: null }],
  ['١٢٫٥٪', 'ar', { number: null, percent: 12.5 }],
  ['(12.5 %)', 'en', { number: null, percent: -12.5 }],
  ['(12.5) %', 'en', { number: null, percent: -12.5 }],
  ['12,5 %-', 'de', { number: null, percent: -12.5 }],
  ['%12,5', 'tr', { number: null, percent: 12.5 }],
  ['−%5', 'tr', { number: null, percent: -5 }],
  ['5 % of 10 %', 'en', { number: null }],
  ['12 ‰', 'de', { number: null }],
  ['134,000 *', 'en', { number: 134_000 }],
  ['12 %†', 'de', { number: null, percent: 12 }],
  ['5 * 3', 'en', { number: null }],
  ['¥1,200', 'ja', { number: 1200, currency: 'JPY' }],
  ['1,200円', 'ja', { number: 1200, currency: 'JPY' }],
  ['1,200元', 'zh-CN', { number: 1200, currency: 'CNY' }],
  ['$(5.20)', 'en-US', { number: -5.2, currency: 'USD' }],
  ['1 234,50 $ US', 'fr-CA', { number: 1234.5, currency: 'USD' }],
  ['١٬٢٣٤٫٥٠ د.إ', 'ar', { number: 1234.5, currency: 'AED' }],
  ['₹12,34,567.00', 'hi', { number: 1_234_567, currency: 'INR' }],
  ['120 KGM', 'en', { number: null }],
  ['２０２６年１１月３０日', 'ja', { number: null, date: '2026-11-30' }],
])('"%s" in "%s"', (text, lang, value) => {
  expect(cellValue(text, lang)).toEqual(value);
});

test('what a column shows settles what one cell leaves open, unless the column contradicts itself', () => {
  const comma = habitOf(['1.234,50', '12,75', '5.000']);
  expect(cellValue('5.000', '', comma).number).toBe(5000);
  expect(cellValue('5.000', '', habitOf(['1.234,50', '1,234.50'])).number).toBeNull();
  const dayFirst = habitOf(['25/12/2025', '01/02/2026']);
  expect(cellValue('01/02/2026', 'en', dayFirst).date).toBe('2026-02-01');
});
