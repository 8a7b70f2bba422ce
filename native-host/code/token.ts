import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { canonicalJson } from '../../shared/canonical-json.ts';

// An approval token: base64url of the payload's canonical JSON, a dot, base64url of its HMAC-SHA-256. It names a script that
// was judged; what runs is what was stored then, never what comes with the token.

const context = 'agent/approval/v1';
const tokenCharactersMax = 4_096;
export const tokenMs = 300_000;

const Hash = z.string().regex(/^[0-9a-f]{64}$/);

/** What a token says. The algorithm follows from `v` alone. */
export const TokenPayload = z.strictObject({
  v: z.literal(1),
  /** Which key: a new one at every start of the authority. */
  kid: z.string().regex(/^[0-9a-f]{16}$/),
  /** Names this token; spent once. */
  jti: z.string().regex(/^[0-9a-f]{32}$/),
  iat: z.int(),
  exp: z.int(),
  /** SHA-256 of the printed text and of its tree. */
  code: Hash,
  ast: Hash,
  /** SHA-256 of the table of calls. */
  calls: Hash,
  targets: z.array(z.string()),
  policy: z.string(),
  sess: z.string(),
  client: z.string(),
  principal: z.string(),
  surface: z.enum(['attended', 'unattended']),
  limits: z.strictObject({ fuel: z.int(), calls: z.int(), wall_ms: z.int(), bytes: z.int() }),
  /** Questions that a person answered with yes. */
  appr: z.array(z.string()),
  label: z.strictObject({ taint: z.enum(['none', 'approved']), template: z.string().nullable() }),
});
export type TokenPayload = z.infer<typeof TokenPayload>;

export function sealToken(payload: TokenPayload, key: Buffer): string {
  const text = canonicalJson(TokenPayload.parse(payload));
  return `${Buffer.from(text).toString('base64url')}.${mac(text, key).toString('base64url')}`;
}

/** The payload of a token that was sealed with this key, to the letter; null for anything else, whatever is wrong with it. */
export function openToken(token: string, key: Buffer): TokenPayload | null {
  if (token.length > tokenCharactersMax) return null;
  const [body, seal, ...more] = token.split('.');
  if (body === undefined || seal === undefined || more.length > 0) return null;
  const bytes = exactBytes(body);
  const given = exactBytes(seal);
  if (bytes === null || given === null) return null;
  const text = bytes.toString('utf8');
  const expected = mac(text, key);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  return readPayload(text);
}

// One value has one spelling: what decodes to the same bytes in another way is not the token that was given out.
function exactBytes(text: string): Buffer | null {
  if (!/^[A-Za-z0-9_-]+$/.test(text)) return null;
  const bytes = Buffer.from(text, 'base64url');
  return bytes.toString('base64url') === text ? bytes : null;
}

function readPayload(text: string): TokenPayload | null {
  try {
    const parsed = TokenPayload.safeParse(JSON.parse(text));
    return parsed.success && canonicalJson(parsed.data) === text ? parsed.data : null;
  } catch {
    return null;
  }
}

function mac(text: string, key: Buffer): Buffer {
  return createHmac('sha256', key).update(context).update(text).digest();
}
