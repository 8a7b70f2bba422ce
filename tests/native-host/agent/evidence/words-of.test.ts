import { expect, test } from 'vitest';
import { wordsOf } from '../../../../native-host/agent/evidence/words-of.ts';

const keys = (text: string, language = 'en') =>
  wordsOf(text, language).map(({ key, unit }) => (unit === null ? key : `${key} ${unit}`));

test.each([
  ['5,895 m', 'en', ['5895 m', 'm']],
  ['5 895 m', 'en', ['5895 m', 'm']],
  ['5\u202f895\u00a0m', 'fr', ['5895 m', 'm']],
  ['5.895 m', 'de', ['5895 m', 'm']],
  ['5.895 m', 'en', ['5.895 m', 'm']],
  ['5895m', 'en', ['5895 m', 'm']],
  ['2.5 million euros', 'en', ['2500000 €', 'euros']],
  ['2,5 Mio. Euro', 'de', ['2500000 €', 'euro']],
  ['$50', 'en', ['$', '50 $']],
  ['50 €', 'en', ['50 €', '€']],
  ['three cones', 'en', ['3', 'cones']],
  ['2½ hours', 'en', ['2.5 h', 'hours']],
  ['-5 °C', 'en', ['-5 °c', '°c']],
  ['10–20 km', 'en', ['10', '20 km', 'km']],
  ["doesn't", 'en', ['does', 'not']],
  ['S11 and WPA3', 'en', ['s11', 'and', 'wpa3']],
  ['10:30', 'en', ['10:30']],
  ['富士山', 'ja', ['富', '士', '山']],
])('%j in %s is %j', (text, language, wanted) => {
  expect(keys(text, language)).toEqual(wanted);
});

test('a word tells where it stands', () => {
  const text = 'At 5,895 m above';
  expect(wordsOf(text, 'en').map(({ start, end }) => text.slice(start, end))).toEqual([
    'At',
    '5,895',
    'm',
    'above',
  ]);
});
