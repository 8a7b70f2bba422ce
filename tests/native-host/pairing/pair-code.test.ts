import { expect, test } from 'vitest';
import { makePairCode, plainPairCode } from '../../../native-host/pairing/pair-code.ts';

test('a code has eight letters that are hard to mistake, and is read however it is typed', () => {
  for (let made = 0; made < 200; made += 1) {
    const code = makePairCode();
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
    expect(plainPairCode(` ${code.toLowerCase().replace('-', ' ')} `)).toBe(code.replace('-', ''));
  }
  expect(plainPairCode('iLoO-0000')).toBe('11000000');
});
