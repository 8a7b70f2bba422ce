import { expect, test } from 'vitest';
import { makePhrase } from '../../../native-host/authority/session-phrase.ts';

test('the phrase is three plain words, and hardly ever the same', () => {
  const phrases = Array.from({ length: 200 }, makePhrase);
  for (const phrase of phrases) expect(phrase).toMatch(/^[a-z]+ [a-z]+ [a-z]+$/);
  expect(new Set(phrases).size).toBeGreaterThan(190);
});
