import { expect, test } from 'vitest';
import { unfitAnswer } from '../../shared/asking.ts';

test.each([
  ['code', '482913', true],
  ['code', ' 482 913 ', true],
  ['code', 'AB-12', true],
  ['code', '', false],
  ['code', 'my code is: 4', false],
  ['code', '1'.repeat(41), false],
  ['text', 'June', true],
  ['text', '  ', false],
  ['text', 'a'.repeat(2_001), false],
  ['done', '', true],
] as const)('as %s, "%s" is fit: %s', (kind, text, isFit) => {
  expect(unfitAnswer(kind, text) === null).toBe(isFit);
});
