import { expect, test } from 'vitest';
import { LentCodes } from '../../../native-host/secrets/lent-codes.ts';

const site = 'https://a.example.com';

const known: [string, string][] = [];

test('a code is given out on its sites alone, until it is taken back', () => {
  const codes = new LentCodes((name, code) => void known.push([name, code]));
  const name = codes.lend('482913', [site]);
  expect(name).not.toContain('482913');
  expect(known).toEqual([[name, '482913']]);
  expect(codes.reveal(name, [site, site], 0)).toEqual({ ok: true, value: '482913' });
  expect(codes.reveal(name, [site, 'https://b.example.com'], 0)).toMatchObject({ fault: { code: 'denied' } });
  expect(codes.reveal('vendor_portal', [site], 0)).toBeNull();
  codes.takeBack(name);
  expect(codes.reveal(name, [site], 0)).toBeNull();
});

test('codes that nobody took back are forgotten in the end', () => {
  const codes = new LentCodes((name, code) => void known.push([name, code]));
  const names = Array.from({ length: 101 }, (_, index) => codes.lend(String(index), [site]));
  expect(names.map((name) => codes.reveal(name, [site], 0) === null).indexOf(false)).toBe(1);
});
