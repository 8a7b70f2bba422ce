import { expect, test } from 'vitest';
import { hasNativeDigits, plainFigures } from '../../shared/plain-figures.ts';

test.each([
  ['12.5', '12.5'],
  ['١٢٣', '123'],
  ['۴۵۶', '456'],
  ['७८९', '789'],
  ['１２（３）％', '12(3)%'],
  ['\u200f-5\u200e', '-5'],
  ['1٢', '1٢'],
  ['½ ² ①', '½ ² ①'],
  ['Größe 4', 'Größe 4'],
])('"%s" in Western figures is "%s"', (text, plain) => {
  expect(plainFigures(text)).toBe(plain);
});

test('every digit of the table stands for what Unicode says it is worth', () => {
  for (let code = 0; code <= 0xffff; code++) {
    const sign = String.fromCodePoint(code);
    if (!/\p{Nd}/u.test(sign)) continue;
    const plain = plainFigures(sign);
    if (plain !== sign) expect(plain).toMatch(/^\d$/);
    const before = plainFigures(String.fromCodePoint(code - 1));
    if (/^\d$/.test(plain) && /^\d$/.test(before) && plain !== '0')
      expect(Number(plain)).toBe(Number(before) + 1);
  }
});

test('digits of a script of its own are told from Western ones', () => {
  expect(hasNativeDigits('۱۴۰۵')).toBe(true);
  expect(hasNativeDigits('1405')).toBe(false);
});
