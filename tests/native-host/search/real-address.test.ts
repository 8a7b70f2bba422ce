import { expect, test } from 'vitest';
import { realAddress } from '../../../native-host/search/real-address.ts';

const base = 'https://html.duckduckgo.com/html/?q=x';
const ddg = (to: string): string => `//duckduckgo.com/l/?uddg=${encodeURIComponent(to)}&rut=1`;

test.each([
  [ddg('https://a.example/x?y=1&z=%20#part'), 'https://a.example/x?y=1&z=%20#part'],
  [ddg(`https:${ddg('https://a.example/')}`), 'https://a.example/'],
  ['https://www.google.com/url?q=https://a.example/&sa=U', 'https://a.example/'],
  [
    `https://www.bing.com/ck/a?u=a1${Buffer.from('https://a.example/ü').toString('base64url')}`,
    'https://a.example/%C3%BC',
  ],
  ['/l/?uddg=https%3A%2F%2Fa.example%2F', 'https://a.example/'],
  [
    'https://notduckduckgo.com/l/?uddg=https%3A%2F%2Fa.example',
    'https://notduckduckgo.com/l/?uddg=https%3A%2F%2Fa.example',
  ],
])('%s leads to %s', (href, url) => {
  expect(realAddress(href, base)).toBe(url);
});

test.each([
  ['a script', 'javascript:alert(1)'],
  ['a script behind a detour', ddg('javascript:alert(1)')],
  ['a file behind a detour', ddg('file:///etc/passwd')],
  ['no address', 'https://['],
  ['an advertisement', 'https://duckduckgo.com/y.js?ad_domain=x.example'],
  ['a detour to itself', '//duckduckgo.com/l/'],
  ['what was cut when it was read', `https://a.example/${'x'.repeat(1_000)}`.slice(0, 1_000)],
])('%s is no result', (_what, href) => {
  expect(realAddress(href, base)).toBeNull();
});
