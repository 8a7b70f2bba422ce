import { type Seeded, startSeeded } from './seeded.ts';

// Addresses in every notation that has made two programs read the same text as two hosts.

const schemes = [
  'https://',
  'http://',
  'HTTPS://',
  'https:',
  'https:/',
  'https:\\\\',
  'https:///',
  ' https://',
  'ht\ttps://',
];
const otherSchemes = [
  'file://',
  'ftp://',
  'ws://',
  'blob:https://',
  'data:text/html,',
  'javascript:',
  'chrome://',
  'view-source:https://',
];
const credentials = ['', 'user@', 'user:pass@', '@', 'example.com@', 'example.com:443@', 'a%40b@', 'x:@'];
const hosts = [
  'example.com',
  'EXAMPLE.com',
  'example.com.',
  'example.com..',
  '.example.com',
  'ex%61mple.com',
  'example。com',
  'example．com',
  'ex\u00admple.com',
  'exa\tmple.com',
  'ⓔxample.com',
  'еxample.com',
  'xn--xample-2of.com',
  'xn--a.com',
  'faß.de',
  'ς.gr',
  '例え.jp',
  'a_b.example.com',
  'example.com%2eevil.test',
  'example.com%00.evil.test',
  'exa mple.com',
  'evil.test\\@example.com',
  'evil.test#@example.com',
  'evil.test?@example.com',
  '127.0.0.1',
  '127.1',
  '0x7f.1',
  '0177.0.0.1',
  '2130706433',
  '0x7f000001',
  '256.1.1.1',
  '1.2.3.4.5',
  '1.2.3.4.',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[1:2::3:4]',
  '[::1%25eth0]',
  '[64:ff9b::7f00:1]',
  'localhost',
  'localhost.',
  '',
  '%',
  '*.example.com',
  'a..b.example.com',
  `${'a'.repeat(63)}.com`,
  `${'a'.repeat(64)}.com`,
  `${'a.'.repeat(126)}com`,
] as const;
const ports = ['', ':', ':443', ':80', ':0', ':8443', ':65535', ':65536', ':0443', ':4 43', ':８０', ':-1'];
const tails = ['', '/', '/a/../b', '\\a', '?q', '#f', '/%2e%2e/', '//evil.test', '/@evil.test', ';x'];

/** 5,000 and some, each a combination of parts. */
export function handMadeUrls(): readonly string[] {
  const urls: string[] = [];
  for (const host of hosts) {
    for (const scheme of schemes) for (const port of ports) urls.push(`${scheme}${host}${port}/`);
    for (const one of credentials) for (const tail of tails) urls.push(`https://${one}${host}${tail}`);
    for (const scheme of otherSchemes) urls.push(`${scheme}${host}/x`);
  }
  return urls;
}

const signs = [
  ..."@:/\\?#%.[]-_~!$&'()*+,;= \t\n\r\u0000\u00ad\u200b\u200d\u2024\u3002\uff0e\uff61\uff0f\uff20\u0131ßς",
  ...['%2e', '%40', '%2f', '%00', '%c2%ad', 'xn--', '0x', '０', '1'],
];

/** As many addresses by chance, each one of the combinations with a few signs put in, taken out or doubled. */
export function randomUrls(count: number, seed: number): readonly string[] {
  const chance = startSeeded(seed);
  return Array.from({ length: count }, () => randomUrl(chance));
}

function randomUrl(chance: Seeded): string {
  const of = (parts: readonly string[]): string => parts[chance.below(parts.length)] ?? '';
  // Half of the parts are plain, so that most addresses are not refused for one of them.
  const odd = (parts: readonly string[]): string => (chance.below(2) === 0 ? (parts[0] ?? '') : of(parts));
  let url = `${odd(schemes)}${odd(credentials)}${of(hosts)}${odd(ports)}${odd(tails)}`;
  for (let changes = chance.below(4); changes > 0; changes -= 1) {
    const at = chance.below(url.length + 1);
    const kind = chance.below(3);
    if (kind === 0) url = url.slice(0, at) + of(signs) + url.slice(at);
    else if (kind === 1) url = url.slice(0, at) + url.slice(at + 1);
    else url = url.slice(0, at) + url.slice(at, at + 3) + url.slice(at);
  }
  return url.toWellFormed();
}
