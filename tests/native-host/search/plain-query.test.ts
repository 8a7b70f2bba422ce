import { expect, test } from 'vitest';
import { plainQuery } from '../../../native-host/search/plain-query.ts';

test.each([
  ['!w tallest mountain', 'w tallest mountain'],
  ['tallest mountain g!', 'tallest mountain g'],
  ['\\ tallest', 'tallest'],
  ['\\tallest :de !!x', 'tallest de x'],
  ['why is C++ "fast"? site:example.com -slow', 'why is C++ "fast"? site:example.com -slow'],
  ['  a\n\tb\u0000c ', 'a b c'],
])('%j is asked as %j', (query, asked) => {
  expect(plainQuery(query)).toBe(asked);
});

test('a query that is too long ends with a whole word; one word alone is cut', () => {
  const asked = plainQuery('mountain '.repeat(100));
  expect(asked.length).toBeLessThanOrEqual(400);
  expect(asked.endsWith('mountain')).toBe(true);
  expect(plainQuery('x'.repeat(900))).toHaveLength(400);
});
