import { expect, test } from 'vitest';
import { relativeDate, relativeWords } from '../../../native-host/workflow/relative-dates.ts';

const january = { year: 2026, month: 1, day: 1 };
const may = { year: 2024, month: 5, day: 31 };
const march = { year: 2024, month: 3, day: 31 };

test.each([
  ['month', 'last-month', january, '2025-12'],
  ['month', 'this-month', may, '2024-05'],
  ['month', 'last-month', march, '2024-02'],
  ['month', 'month-before-last', january, '2025-11'],
  ['month', 'same-month-last-year', may, '2023-05'],
  ['month', 'first-month-of-last-quarter', january, '2025-10'],
  ['month', 'last-month-of-last-quarter', may, '2024-03'],
  ['date', 'today', may, '2024-05-31'],
  ['date', 'yesterday', january, '2025-12-31'],
  ['date', 'last-of-last-month', march, '2024-02-29'],
  ['date', 'first-of-last-quarter', may, '2024-01-01'],
  ['date', 'last-of-last-quarter', may, '2024-03-31'],
  ['date', 'last-of-last-quarter', january, '2025-12-31'],
  ['date', 'last-of-last-year', january, '2025-12-31'],
] as const)('as a %s, %s of %o is %s', (type, word, today, expected) => {
  expect(relativeDate(type, word, today)).toBe(expected);
});

test('what is no such word stays what it was', () => {
  expect(relativeDate('month', '2026-06', january)).toBeNull();
  expect(relativeDate('month', 'constructor', january)).toBeNull();
  expect(relativeDate('month', 'today', january)).toBeNull();
});

test('every word gives a date of its form', () => {
  for (const word of relativeWords('month')) expect(relativeDate('month', word, may)).toMatch(/^\d{4}-\d\d$/);
  for (const word of relativeWords('date'))
    expect(relativeDate('date', word, may)).toMatch(/^\d{4}-\d\d-\d\d$/);
});
