import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson, sha256Hex } from '../../shared/canonical-json.ts';

test('one value has one text, whatever the order of its members', () => {
  expect(canonicalJson({ b: [1, { d: null, c: 'é' }], a: true })).toBe(
    '{"a":true,"b":[1,{"c":"é","d":null}]}',
  );
  expect(canonicalJson({ a: true, b: undefined })).toBe('{"a":true}');
});

test('what it writes reads back as the value that was written', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const plain: unknown = JSON.parse(JSON.stringify(value));
      expect(JSON.parse(canonicalJson(value))).toEqual(plain);
    }),
  );
});

test('a hash is SHA-256 of the UTF-8 bytes', async () => {
  expect(await sha256Hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});
