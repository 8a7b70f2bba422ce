import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { z } from 'zod';
import { extensionId } from '../../shared/extension-id.ts';
import type { MadePasskey, PasskeyProof } from '../../shared/passkey.ts';

// WebAuthn as far as it is needed (Level 2, sections 6.1 and 7): one relying party, this extension; no attestation, because the
// panel itself hands the key over. Chrome names an extension's relying party by its whole origin.

export const passkeyOrigin = `chrome-extension://${extensionId}`;

const Client = z.looseObject({
  type: z.string(),
  challenge: z.string(),
  origin: z.string(),
  crossOrigin: z.boolean().optional(),
});
const hashBytes = 32;
const flagsAt = 32;
const counterAt = 33;
const authenticatorBytesMin = 37;
const present = 1;
const verified = 4;

const sha256 = (bytes: string | Uint8Array): Buffer => createHash('sha256').update(bytes).digest();
const bytesOf = (text: string): Buffer => Buffer.from(text, 'base64url');

/** Why the browser's words on what was signed are not those that were asked for; null when they are. */
function wrongClient(clientData: string, type: string, challenge: string): string | null {
  const parsed = Client.safeParse(jsonOf(bytesOf(clientData)));
  if (!parsed.success) return 'what the browser said of it cannot be read';
  const { data } = parsed;
  if (data.type !== type) return 'it was made for something else';
  if (data.challenge !== challenge) return 'it signs something else';
  if (data.origin !== passkeyOrigin || data.crossOrigin === true) return 'it was made on another page';
  return null;
}

/** Why the authenticator's own words do not do; null when they do. */
function wrongAuthenticator(data: Buffer): string | null {
  if (data.length < authenticatorBytesMin) return 'it is cut off';
  if (!data.subarray(0, hashBytes).equals(sha256(passkeyOrigin))) return 'it belongs to another page';
  const flags = data[flagsAt] ?? 0;
  return (flags & present) !== 0 && (flags & verified) !== 0 ? null : 'the person was not verified by it';
}

/** What is wrong with a new passkey, in words that end a sentence; null: it can be kept. */
export function wrongWithMade(made: MadePasskey, challenge: string): string | null {
  return (
    wrongClient(made.client_data, 'webauthn.create', challenge) ??
    wrongAuthenticator(bytesOf(made.authenticator_data)) ??
    (keyOf(made.public_key) === null ? 'its key cannot be read' : null)
  );
}

/** How often a passkey says it was used, and what is wrong with its proof, in words that end a sentence. */
export function checkProof(
  proof: PasskeyProof,
  {
    public_key,
    counter,
    challenge,
  }: { readonly public_key: string; readonly counter: number; readonly challenge: string },
): { readonly ok: true; readonly counter: number } | { readonly ok: false; readonly wrong: string } {
  const data = bytesOf(proof.authenticator_data);
  const wrong = wrongClient(proof.client_data, 'webauthn.get', challenge) ?? wrongAuthenticator(data);
  if (wrong !== null) return { ok: false, wrong };
  const key = keyOf(public_key);
  const signed = Buffer.concat([data, sha256(bytesOf(proof.client_data))]);
  if (key === null || !isSigned(key, signed, bytesOf(proof.signature)))
    return { ok: false, wrong: 'its signature is not right' };
  const now = data.readUInt32BE(counterAt);
  // Passkeys that are shared between devices do not count, and say zero each time.
  if (now <= counter && (now > 0 || counter > 0)) return { ok: false, wrong: 'it is an old one, or a copy' };
  return { ok: true, counter: now };
}

function keyOf(spki: string): KeyObject | null {
  try {
    const key = createPublicKey({ key: bytesOf(spki), format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'ec' || key.asymmetricKeyType === 'rsa' ? key : null;
  } catch {
    return null;
  }
}

function isSigned(key: KeyObject, signed: Buffer, signature: Buffer): boolean {
  try {
    return verify('sha256', signed, key, signature);
  } catch {
    return false;
  }
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return null;
  }
}
