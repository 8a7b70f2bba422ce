import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRedactor } from '../../../native-host/secrets/redactor.ts';

const value = 'pé&+"\'<>/\\ wörd\u{1f511}';
const redactor = createRedactor(() => [{ name: 'vendor', value }]);
const utf8 = Buffer.from(value, 'utf8');
const formEncoded = new URLSearchParams({ p: value }).toString().slice(2);
const lower = (text: string): string => text.replace(/%../g, (hex) => hex.toLowerCase());
const references = (render: (code: number) => string): string =>
  Array.from(value, (one) => (/[&"'<>]/.test(one) ? render(one.codePointAt(0) ?? 0) : one)).join('');
const named = value
  .replaceAll('&', '&amp;')
  .replaceAll('"', '&quot;')
  .replaceAll("'", '&apos;')
  .replaceAll('<', '&lt;')
  .replaceAll('>', '&gt;');
const markdown = value.replace(/[&"'<>\\]/g, '\\$&');

test.each([
  ['plain', value],
  ['URL-encoded', encodeURIComponent(value)],
  ['URL-encoded in lower case', lower(encodeURIComponent(value))],
  ['URL-encoded twice', encodeURIComponent(encodeURIComponent(value))],
  ['form-encoded', formEncoded],
  ['form-encoded in lower case', lower(formEncoded)],
  ['as a browser writes a query', new URL(`https://a.test/?p=${value.replace('&', '%26')}`).search.slice(3)],
  ['JSON', JSON.stringify(value).slice(1, -1)],
  ['JSON in JSON', JSON.stringify(JSON.stringify(value)).slice(3, -3)],
  ['JSON in JSON in JSON', JSON.stringify(JSON.stringify(JSON.stringify(value))).slice(7, -7)],
  ['JSON in ASCII', value.replace(/[^ ]/gu, (one) => asciiJson(one))],
  ['Markdown', markdown],
  ['Markdown in JSON', JSON.stringify(markdown).slice(1, -1)],
  ['HTML named', named],
  ['HTML named, é too', named.replace('é', '&eacute;').replace('ö', '&ouml;')],
  ['HTML in HTML', named.replaceAll('&', '&amp;')],
  ['HTML decimal', references((code) => `&#${code};`)],
  ['HTML decimal with a zero', references((code) => `&#0${code};`)],
  ['HTML hexadecimal', references((code) => `&#x${code.toString(16)};`)],
  ['HTML hexadecimal in capitals', references((code) => `&#X${code.toString(16).toUpperCase()};`)],
  ['decomposed', value.normalize('NFD')],
  ['hex', utf8.toString('hex')],
  ['hex in capitals', utf8.toString('hex').toUpperCase()],
])('%s is replaced by the name of the secret', (_, form) => {
  expect(redactor.finds(`before ${form} after`)).toBe(true);
  expect(redactor.redactText(`before ${form} after ${form}`)).toBe(
    'before [secret:vendor] after [secret:vendor]',
  );
  expect(redactor.redactText(form)).toBe('[secret:vendor]');
});

function asciiJson(text: string): string {
  return text
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}

test('base64 is found at each place in a group of three, in both alphabets, whatever is around', {
  timeout: 60_000,
}, () => {
  const secrets = fc.string({ unit: 'grapheme', minLength: 4, maxLength: 12 });
  const around = fc.uint8Array({ maxLength: 7 });
  fc.assert(
    fc.property(secrets, around, around, (secret, before, after) => {
      const find = createRedactor(() => [{ name: 's', value: secret }]);
      const bytes = Buffer.concat([before, Buffer.from(secret), after]);
      return [
        bytes.toString('base64'),
        bytes.toString('base64url'),
        encodeURIComponent(bytes.toString('base64')),
      ].every((text) => find.finds(text) && find.redactText(text).includes('[secret:s]'));
    }),
    { numRuns: 60 },
  );
});

test('any mixture of plain and encoded characters of any secret is found, and replaced whole', {
  timeout: 60_000,
}, () => {
  const spellings = [
    (one: string) => one,
    (one: string) => encodeURIComponent(one),
    (one: string) => JSON.stringify(one).slice(1, -1),
    (one: string) => `&#${one.codePointAt(0)};`,
    (one: string) => `&#x${one.codePointAt(0)?.toString(16)};`,
    asciiJson,
  ];
  const characters = fc.array(
    fc.tuple(fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }), fc.nat(5)),
    {
      minLength: 4,
      maxLength: 100,
    },
  );
  fc.assert(
    fc.property(characters, (picked) => {
      const secret = picked.map(([one]) => one).join('');
      fc.pre(secret.trim() === secret && secret.normalize('NFC') === secret);
      const written = picked.map(([one, which]) => spellings[which]?.(one) ?? one).join('');
      const find = createRedactor(() => [{ name: 's', value: secret }]);
      return find.redactText(`\u2603${written}\u2603`) === '\u2603[secret:s]\u2603';
    }),
    { numRuns: 100 },
  );
});

test('text without a secret is left as it is', () => {
  for (const text of ['', 'pé&+', 'péww', '[secret:vendor]', '%C3%A9 &amp; \\u00e9', '\ud800']) {
    expect(redactor.redactText(text)).toBe(text);
    expect(redactor.finds(text)).toBe(false);
  }
});

test('secrets shorter than four characters are not looked for', () => {
  const short = createRedactor(() => [{ name: 's', value: 'abc' }]);
  expect(short.redactText('abc abc')).toBe('abc abc');
});

test('of a long secret every long part is found', () => {
  const long = Array.from({ length: 500 }, (_, index) =>
    String.fromCharCode(33 + ((index * 7 + index * index) % 90)),
  ).join('');
  const find = createRedactor(() => [{ name: 'key', value: long }]);
  expect(find.redactText(`a ${long} b`)).toBe('a [secret:key] b');
  expect(find.finds(long.slice(100, 300))).toBe(true);
  expect(find.finds(Buffer.from(`x${long}`).toString('base64').slice(200, 500))).toBe(true);
});

test('overlapping and neighbouring secrets leave nothing of either', () => {
  const two = createRedactor(() => [
    { name: 'a', value: 'abcdef' },
    { name: 'b', value: 'defghi' },
  ]);
  expect(two.redactText('-abcdefghi-')).toBe('-[secret:a]-');
  expect(two.redactText('-abcdefdefghi-')).toBe('-[secret:a][secret:b]-');
  expect(two.redactText('abcdefabcdef')).toBe('[secret:a]');
});

test('JSON is redacted in texts, names and long numbers, and otherwise the same', () => {
  const find = createRedactor(() => [
    { name: 'pin', value: '31415926' },
    { name: 'word', value: 'hunter22' },
  ]);
  expect(
    find.redactJson({ a: ['x hunter22'], hunter22: 1, n: 31_415_926, m: 3141, none: null, yes: true }),
  ).toEqual({
    a: ['x [secret:word]'],
    '[secret:word]': 1,
    n: '[secret:pin]',
    m: 3141,
    none: null,
    yes: true,
  });
});

test('a new list of secrets is taken up', () => {
  let secrets = [{ name: 'a', value: 'first' }];
  const find = createRedactor(() => secrets);
  expect(find.redactText('first second')).toBe('[secret:a] second');
  secrets = [{ name: 'b', value: 'second' }];
  expect(find.redactText('first second')).toBe('first [secret:b]');
});

test('five million characters without a secret pass as they are', () => {
  const many = createRedactor(() =>
    Array.from({ length: 20 }, (_, index) => ({
      name: `s${index}`,
      value: `${index} pass &é ${index * 7919}`,
    })),
  );
  const text = '<p class="a">Hello &amp; w%C3%A9lcome\\u00e9, 12345 deadbeef</p>\n'.repeat(80_000);
  expect(many.finds(text)).toBe(false);
  expect(many.redactText(text)).toBe(text);
});
