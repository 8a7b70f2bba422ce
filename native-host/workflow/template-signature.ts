import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { canonicalJson } from '../../shared/canonical-json.ts';
import { failed, fault, ok, type Result } from '../../shared/faults.ts';
import type { StepScript } from '../../shared/step-script.ts';
import type { WrittenTemplate } from '../../shared/template.ts';

// An organisation signs what it has reviewed: Ed25519 over the words below and the canonical JSON of the whole template
// without its signature. Keys stand as the 32 bytes of the public key in base64, signatures as 64 bytes in base64.

const contexts = { template: 'localagent.template.v1\n', script: 'localagent.step-script.v1\n' } as const;

/** What can be signed: a template, or a script that templates cite. */
export type Signed = WrittenTemplate | StepScript;
/** What precedes the 32 bytes of an Ed25519 public key in DER (RFC 8410). */
const derPrefix = Buffer.from('302a300506032b6570032100', 'hex');
const keyBytes = 32;

function signedBytes(signed: Signed): Buffer {
  const { signature: _left, ...review } = signed.review;
  const context = 'steps' in signed ? contexts.template : contexts.script;
  return Buffer.from(context + canonicalJson({ ...signed, review }));
}

/** The key of the list that signed exactly this template or script; null when none did. */
export function signingKey(template: Signed, keys: readonly string[]): string | null {
  const { signature } = template.review;
  if (signature === undefined) return null;
  const bytes = Buffer.from(signature, 'base64');
  return keys.find((key) => verify(null, signedBytes(template), publicKeyOf(key), bytes)) ?? null;
}

/** Signs a template, or a script that templates cite, with a private key in PEM, and gives the public half as organisations list it. */
export function signTemplate(
  template: Signed,
  privateKeyPem: string,
): Result<{ readonly signature: string; readonly key: string }> {
  const privateKey = readPrivateKey(privateKeyPem);
  if (privateKey?.asymmetricKeyType !== 'ed25519') {
    const hint = 'Make one with: openssl genpkey -algorithm ed25519 -out templates.pem';
    return failed(fault('bad-arguments', 'The key is not an Ed25519 private key in PEM.', hint));
  }
  if (template.review.state !== 'reviewed') {
    const hint = 'Read it, set "review: { state: reviewed, by: …, at: … }" in it, and sign it then.';
    return failed(fault('bad-arguments', 'It is a draft, and only what was reviewed is signed.', hint));
  }
  const der = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  return ok({
    signature: sign(null, signedBytes(template), privateKey).toString('base64'),
    key: der.subarray(der.length - keyBytes).toString('base64'),
  });
}

function readPrivateKey(pem: string): KeyObject | null {
  try {
    return createPrivateKey(pem);
  } catch {
    return null;
  }
}

function publicKeyOf(key: string): KeyObject {
  const der = Buffer.concat([derPrefix, Buffer.from(key, 'base64')]);
  return createPublicKey({ key: der, type: 'spki', format: 'der' });
}
