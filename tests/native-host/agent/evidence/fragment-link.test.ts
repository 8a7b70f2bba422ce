import { expect, test } from 'vitest';
import { fragmentLink } from '../../../../native-host/agent/evidence/fragment-link.ts';

const longQuote =
  'It is the highest mountain in Africa and the highest free-standing mountain above sea level, at 5,895 m.';

test.each([
  ['https://a.org/x', 'Short words', 'https://a.org/x#:~:text=Short%20words'],
  ['https://a.org/x#top', 'Short words', 'https://a.org/x#top:~:text=Short%20words'],
  ['https://a.org/x#top:~:text=old', 'New', 'https://a.org/x#top:~:text=New'],
  [
    'https://a.org/x',
    'Rock-climbing, beer & more',
    'https://a.org/x#:~:text=Rock%2Dclimbing%2C%20beer%20%26%20more',
  ],
  [
    'https://a.org/x',
    "It's (so) 100% *sure*!",
    'https://a.org/x#:~:text=It%27s%20%28so%29%20100%25%20%2Asure%2A%21',
  ],
  [
    'https://a.org/x',
    longQuote,
    'https://a.org/x#:~:text=It%20is%20the%20highest%20mountain,sea%20level%2C%20at%205%2C895%20m.',
  ],
  ['https://a.org/x', '- An item of a list', 'https://a.org/x#:~:text=An%20item%20of%20a%20list'],
  ['https://a.org/x', 'Kilimanjaro | 5,895 | Tanzania', 'https://a.org/x#:~:text=Kilimanjaro'],
  [
    'https://a.org/x',
    'First line.\nThe longer second line.',
    'https://a.org/x#:~:text=The%20longer%20second%20line.',
  ],
  [
    'https://a.org/x',
    '富士山は日本一高い山',
    `https://a.org/x#:~:text=${encodeURIComponent('富士山は日本一高い山')}`,
  ],
])('%s with %j leads to the words', (url, quote, link) => {
  expect(fragmentLink(url, quote)).toBe(link);
});

test.each([
  ['https://a.org/report.pdf', 'Words', 'https://a.org/report.pdf'],
  ['https://a.org/report.PDF?x=1#page=2', 'Words', 'https://a.org/report.PDF?x=1#page=2'],
  ['file:///tmp/a.html', 'Words', 'file:///tmp/a.html'],
  ['https://a.org/x', '  \n ', 'https://a.org/x'],
])('%s with %j stays as it is', (url, quote, link) => {
  expect(fragmentLink(url, quote)).toBe(link);
});

test('a text without spaces is named by its two ends', () => {
  const link = fragmentLink('https://a.org/', '山'.repeat(60) + '川'.repeat(60));
  expect(decodeURIComponent(link)).toBe(`https://a.org/#:~:text=${'山'.repeat(12)},${'川'.repeat(12)}`);
});

test('a link never holds half a character', () => {
  expect(() => decodeURIComponent(fragmentLink('https://a.org/', '\ud83d broken'))).not.toThrow();
});
