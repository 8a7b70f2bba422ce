import { randomBytes } from 'node:crypto';

// Eight letters of Crockford's base 32 (no I, L, O, U), which is 40 bits: short enough to type, and five guesses find one with a
// chance of one in two hundred thousand million.

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const letters = 8;

/** A new code, written `ABCD-EFGH`. */
export function makePairCode(): string {
  // 32 divides 256, so every letter is as likely as any other.
  const code = [...randomBytes(letters)].map((byte) => alphabet[byte % alphabet.length] ?? '').join('');
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}

/** The code as it is compared: capital letters, no dashes or spaces, and what is easily mistaken read as what was meant. */
export function plainPairCode(typed: string): string {
  return typed.toUpperCase().replace(/[\s-]/g, '').replace(/[IL]/g, '1').replaceAll('O', '0');
}
