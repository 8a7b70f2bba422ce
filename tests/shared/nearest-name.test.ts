import { expect, test } from 'vitest';
import { didYouMean, nearestName } from '../../shared/nearest-name.ts';

const tools = ['click', 'fill', 'get_text', 'extract_table'];

test('slips of the fingers find the name that was meant', () => {
  expect(
    ['clik', 'clcik', 'Click', 'get-text', 'extracttable'].map((word) => nearestName(word, tools)),
  ).toEqual(['click', 'click', 'click', 'get_text', 'extract_table']);
});

test('what is like nothing is not guessed at', () => {
  expect(nearestName('hover', tools)).toBeNull();
  expect(didYouMean('navigate', tools)).toBe('');
});
