import { expect, test } from 'vitest';
import { collapse, matchesText } from '../../shared/plain-text.ts';

test('white space of every kind counts as one space, and none at the ends', () => {
  expect(collapse(' a\u00a0 b\n\tc\u200b ')).toBe('a b c');
});

test('a text is contained without regard to case; an exact one is the whole text in its own case', () => {
  expect(matchesText('Save  all', { text: 'SAVE ALL', exact: false })).toBe(true);
  expect(matchesText('Save all', { text: 'save all', exact: true })).toBe(false);
  expect(matchesText('Save  all', { text: 'Save all', exact: true })).toBe(true);
});
