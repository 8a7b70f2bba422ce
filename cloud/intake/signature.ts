import { createHmac, timingSafeEqual } from 'node:crypto';

// How a caller of the webhook proves that it knows the key: `x-localagent-signature: t=<unix seconds>,v1=<hex>`, an HMAC-SHA-256
// over time, method, path and body. A signature counts for five minutes, and the same request sent again begins nothing new.

export const signatureHeader = 'x-localagent-signature';
const ageSecondsMax = 300;
/** Shorter keys can be guessed. */
const keyCharactersMin = 32;

export type Signed = Readonly<{ method: string; path: string; body: string }>;

export function sign(key: string, { method, path, body }: Signed, unixSeconds: number): string {
  return `t=${unixSeconds},v1=${macOf(key, { method, path, body }, unixSeconds).toString('hex')}`;
}

/** Throws for a key that is too short: that is a mistake of whoever set it up. */
export function isSigned(
  key: string,
  signed: Signed,
  header: string | undefined,
  unixSeconds: number,
): boolean {
  if (key.length < keyCharactersMin)
    throw new Error(`The key of the webhook needs ${keyCharactersMin} characters.`);
  const [, time, mac] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header ?? '') ?? [];
  if (time === undefined || mac === undefined) return false;
  if (Math.abs(unixSeconds - Number(time)) > ageSecondsMax) return false;
  return timingSafeEqual(Buffer.from(mac, 'hex'), macOf(key, signed, Number(time)));
}

function macOf(key: string, { method, path, body }: Signed, unixSeconds: number): Buffer {
  return createHmac('sha256', key).update(`${unixSeconds}.${method} ${path}.${body}`).digest();
}
