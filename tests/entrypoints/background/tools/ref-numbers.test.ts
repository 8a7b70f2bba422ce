import { expect, test } from 'vitest';
import { firstRefOf, noteRef } from '../../../../entrypoints/background/tools/ref-numbers.ts';

test('a new document goes on where the one before it stopped, frame by frame', () => {
  expect(firstRefOf('t7', 0)).toBe(1);
  noteRef('t7', 0, 12);
  noteRef('t7', 0, 3);
  expect(firstRefOf('t7', 0)).toBe(13);
  expect(firstRefOf('t7', 4)).toBe(1);
});
