import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { failed, fault, ok, type Result } from '../../shared/faults.ts';

// Codes of the moment, RFC 6238, from the `otpauth://totp/…` address that a site shows as a QR code.

export const otpauthPrefix = 'otpauth://';

export type TotpKey = {
  readonly key: Buffer;
  /** The key as it is written in the address; it is a secret in that form too. */
  readonly written: string;
  readonly algorithm: 'sha1' | 'sha256' | 'sha512';
  readonly digits: number;
  readonly period: number;
};

const Parameters = z.object({
  secret: z.string().regex(/^[A-Za-z2-7 -]{8,400}=*$/),
  algorithm: z
    .string()
    .default('SHA1')
    .transform((text) => text.toLowerCase().replace('-', ''))
    .pipe(z.enum(['sha1', 'sha256', 'sha512'])),
  digits: z.coerce.number().int().min(6).max(8).default(6),
  period: z.coerce.number().int().min(15).max(300).default(30),
});

/** Reads an `otpauth://totp/…` address; the fault says what is wrong with it and nothing of what it holds. */
export function parseOtpauth(address: string): Result<TotpKey> {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url?.protocol !== 'otpauth:') return refused('It is no otpauth:// address.');
  if (url.hostname.toLowerCase() !== 'totp') return refused('Only codes by time (totp) are known.');
  const parsed = Parameters.safeParse(Object.fromEntries(url.searchParams));
  if (!parsed.success)
    return refused(`Its ${String(parsed.error.issues[0]?.path[0])} is not one that is known.`);
  const { secret: written, ...others } = parsed.data;
  return ok({ ...others, key: base32(written), written });
}

export function totpCode({ key, algorithm, digits, period }: TotpKey, now: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(now / 1000 / period)));
  const mac = createHmac(algorithm, key).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0x0f;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function base32(text: string): Buffer {
  const bytes: number[] = [];
  let bits = 0;
  let held = 0;
  for (const digit of text.toUpperCase().replace(/[ =-]/g, '')) {
    held = ((held << 5) | alphabet.indexOf(digit)) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((held >> bits) & 0xff);
  }
  return Buffer.from(bytes);
}

function refused(why: string): Result<never> {
  return failed(
    fault(
      'bad-arguments',
      `The address of the code cannot be used. ${why}`,
      'Give it as the site shows it: otpauth://totp/…?secret=….',
    ),
  );
}
