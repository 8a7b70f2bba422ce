import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonDepthMax } from '../../../shared/limits.ts';
import { parseJson, writeJson } from '../../../shared/protocol/json.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const messageOf = (text: string): string => {
  const result = parseJson(bytesOf(text));
  return result.ok ? 'accepted' : result.fault.message;
};

test('whatever JSON can hold is read back as it was', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      if (text.includes('"__proto__"')) return;
      const result = parseJson(bytesOf(text));
      expect(result).toEqual({ ok: true, value: JSON.parse(text) });
    }),
  );
});

test('text that is not JSON is refused, and the strict reader takes no text that the platform does not', () => {
  const alphabet = fc.constantFrom('{', '}', '[', ']', '"', ':', ',', '\\', 'a', '1', ' ', 'null', '\\u0061');
  fc.assert(
    fc.property(fc.array(alphabet, { maxLength: 24 }), (parts) => {
      const text = parts.join('');
      const result = parseJson(bytesOf(text));
      let platform = true;
      try {
        JSON.parse(text);
      } catch {
        platform = false;
      }
      if (result.ok) expect(platform).toBe(true);
    }),
    { numRuns: 3000 },
  );
});

test('the same key twice in one object is refused, however it is written', () => {
  expect(messageOf('{"a":1,"a":2}')).toContain('same key twice');
  expect(messageOf('{"a":1,"\\u0061":2}')).toContain('same key twice');
  expect(messageOf('[{"b":{"x" : 1,\n"x"\t: 2}}]')).toContain('same key twice');
  expect(messageOf('{"a":{"a":1},"b":[{"a":1},{"a":2}],"c":"a","d":"a"}')).toBe('accepted');
  expect(messageOf('{"a\\"":1,"a\\\\":2,"a":3}')).toBe('accepted');
});

test('a key that reaches for a prototype is refused, and columns of such names are plain data', () => {
  expect(messageOf('{"__proto__":{"polluted":1}}')).toContain('__proto__');
  expect(messageOf('{"\\u005f_proto__":{"polluted":1}}')).toContain('__proto__');
  expect(messageOf('["__proto__"]')).toBe('accepted');
  expect(messageOf('{"constructor":"Smith","prototype":"P1"}')).toBe('accepted');
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
});

test('nesting is taken to its limit and not one level further', () => {
  const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;
  expect(messageOf(nested(jsonDepthMax))).toBe('accepted');
  expect(messageOf(nested(jsonDepthMax + 1))).toContain('levels deep');
  expect(messageOf('['.repeat(1_000_000))).toContain('levels deep');
  expect(messageOf(`"${'['.repeat(1000)}"`)).toBe('accepted');
});

test('broken UTF-8, a byte order mark and half characters are refused', () => {
  expect(parseJson(Uint8Array.of(0x22, 0xff, 0x22))).toMatchObject({ ok: false });
  expect(parseJson(Uint8Array.of(0x22, 0xed, 0xa0, 0x80, 0x22))).toMatchObject({ ok: false });
  expect(parseJson(Uint8Array.of(0xef, 0xbb, 0xbf, 0x31))).toMatchObject({ ok: false });
  expect(messageOf('{"a":["\\ud83d"]}')).toContain('half a character');
  expect(messageOf('{"\\udc00":1}')).toContain('half a character');
  expect(messageOf('"\\ud83d\\ude00"')).toBe('accepted');
  expect(messageOf('"\\\\ud83d"')).toBe('accepted');
});

test('what is written is always taken, half characters of a page included', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const cut = text.slice(0, 1);
      const written = parseJson(bytesOf(writeJson({ text, cut, half: '\ud83d', [`key \udc00`]: 1 })));
      expect(written).toMatchObject({ ok: true, value: { half: '\ufffd', 'key \ufffd': 1 } });
    }),
  );
  expect(() => writeJson(undefined)).toThrow();
});

test('a message of a megabyte is read as it was written', () => {
  const rows = Array.from({ length: 9000 }, (_, index) => ({
    id: index,
    name: `row "${index}"`,
    amount: 1.5,
    note: 'x'.repeat(50),
  }));
  const bytes = bytesOf(JSON.stringify({ rows }));
  expect(bytes.length).toBeGreaterThan(900_000);
  expect(parseJson(bytes)).toEqual({ ok: true, value: { rows } });
});
