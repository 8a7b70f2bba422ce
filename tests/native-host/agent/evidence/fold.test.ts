import { expect, test } from 'vitest';
import { fold } from '../../../../native-host/agent/evidence/fold.ts';

test.each([
  ['Café', 'cafe'],
  ['CAFE\u0301', 'cafe'],
  ['Straße', 'strasse'],
  ['Łódź', 'lodz'],
  ['so\u00adft', 'soft'],
  ['ＡＢＣ１２', 'abc12'],
  ['٦٬٦٥٠', '6٬650'],
  ['إفريقيا', 'افريقيا'],
  ['שָׁלוֹם', 'שלום'],
])('%j folds to %j', (text, folded) => {
  expect(fold(text)).toBe(folded);
});

test('letters that only look like accents stay', () => {
  expect(fold('が')).not.toBe(fold('か'));
  expect(fold('กา')).not.toBe(fold('กี'));
});
