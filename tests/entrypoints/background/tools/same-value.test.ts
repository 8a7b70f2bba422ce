import { expect, test } from 'vitest';
import { sameLines, sameValue } from '../../../../entrypoints/background/tools/same-value.ts';

test.each([
  ['Ada', 'Ada', true],
  ['€ 1.500,00', '1500.00', true],
  ['1,500.00', '1500', true],
  ['(555) 123-4567', '5551234567', true],
  ['4111 1111 1111 1111', '4111111111111111', true],
  ['15,00', '1500', false],
  ['1.500', '15.00', false],
  ['25,001,500.00', '1500.00', false],
  ['', 'Ada', false],
  ['Ada L', 'Ada', false],
  ['a\r\nb', 'a\nb', true],
])('a field that shows "%s" when "%s" was asked for: %s', (held, wanted, same) => {
  expect(sameValue(held, wanted)).toBe(same);
});

test('an editor may keep its own paragraphs', () => {
  expect(sameLines('One\n\nTwo', 'One\nTwo')).toBe(true);
  expect(sameLines('One', 'One Two')).toBe(false);
  expect(sameLines('One Two', 'One\nTwo')).toBe(false);
  expect(sameLines('\ufeffOne\u00a0 \u200b', 'One')).toBe(true);
});
