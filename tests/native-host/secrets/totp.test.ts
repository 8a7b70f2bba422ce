import { expect, test } from 'vitest';
import { parseOtpauth, totpCode } from '../../../native-host/secrets/totp.ts';

const ascii = (text: string) => Buffer.from(text, 'ascii');
const seeds = {
  sha1: ascii('12345678901234567890'),
  sha256: ascii('12345678901234567890123456789012'),
  sha512: ascii('1234567890123456789012345678901234567890123456789012345678901234'),
};

// Appendix B of RFC 6238.
test.each([
  [59, '94287082', '46119246', '90693936'],
  [1111111109, '07081804', '68084774', '25091201'],
  [1111111111, '14050471', '67062674', '99943326'],
  [1234567890, '89005924', '91819424', '93441116'],
  [2000000000, '69279037', '90698825', '38618901'],
  [20000000000, '65353130', '77737706', '47863826'],
])('the codes at %i are those of the standard', (seconds, sha1, sha256, sha512) => {
  const code = (algorithm: keyof typeof seeds) =>
    totpCode({ key: seeds[algorithm], written: '', algorithm, digits: 8, period: 30 }, seconds * 1000);
  expect([code('sha1'), code('sha256'), code('sha512')]).toEqual([sha1, sha256, sha512]);
});

test('an address is read with the defaults that sites leave out', () => {
  const parsed = parseOtpauth(
    'otpauth://totp/Example:anna?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Example',
  );
  if (!parsed.ok) throw new Error('the address was refused');
  expect(parsed.value).toMatchObject({ algorithm: 'sha1', digits: 6, period: 30, key: seeds.sha1 });
  expect(totpCode(parsed.value, 59_000)).toBe('287082');
});

test.each([
  'https://totp/?secret=GEZDGNBVGY3TQOJQ',
  'otpauth://hotp/a?secret=GEZDGNBVGY3TQOJQ&counter=1',
  'otpauth://totp/a',
  'otpauth://totp/a?secret=111111111',
  'otpauth://totp/a?secret=GEZDGNBVGY3TQOJQ&digits=4',
  'otpauth://totp/a?secret=GEZDGNBVGY3TQOJQ&period=0',
  'otpauth://totp/a?secret=GEZDGNBVGY3TQOJQ&algorithm=MD5',
])('%s is refused, and nothing of it is repeated', (address) => {
  const refused = parseOtpauth(address);
  expect(refused.ok).toBe(false);
  expect(JSON.stringify(refused)).not.toContain('GEZDGNBV');
});
