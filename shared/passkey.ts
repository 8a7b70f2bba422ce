import { z } from 'zod';

// What the panel and the host say to each other about passkeys. Bytes stand in base64url without padding, as browsers give them.

const Bytes = z.string().regex(/^[A-Za-z0-9_-]{1,8000}$/, 'must be base64url without padding');

/** A passkey's answer to a challenge. */
export const PasskeyProof = z.strictObject({
  credential_id: Bytes,
  client_data: Bytes,
  authenticator_data: Bytes,
  signature: Bytes,
});
export type PasskeyProof = z.infer<typeof PasskeyProof>;

/** A passkey that was just made in the panel. */
export const MadePasskey = z.strictObject({
  credential_id: Bytes,
  /** SubjectPublicKeyInfo in DER. */
  public_key: Bytes,
  client_data: Bytes,
  authenticator_data: Bytes,
});
export type MadePasskey = z.infer<typeof MadePasskey>;

/** What a passkey has to sign, and which passkeys may; it is the `passkey` in the detail of a `denied` fault. */
export const PasskeyDemand = z.strictObject({
  challenge: Bytes,
  credentials: z.array(Bytes).min(1).max(20),
});
export type PasskeyDemand = z.infer<typeof PasskeyDemand>;

/** When a yes needs a passkey. */
export const PasskeyMode = z.enum(['off', 'delete_admin']);
export type PasskeyMode = z.infer<typeof PasskeyMode>;

export const passkeyRequests = {
  /** Which passkeys there are, and what a new one, or an old one that lets a new one in, has to sign. */
  'passkey.look': {
    params: z.strictObject({}),
    result: z.strictObject({
      mode: PasskeyMode,
      passkeys: z.array(z.strictObject({ credential_id: Bytes, added_at: z.iso.datetime() })),
      challenge: Bytes,
    }),
  },
  /** Keeps a passkey; once there is one, another is let in by one that is there. */
  'passkey.add': {
    params: z.strictObject({ made: MadePasskey, proof: PasskeyProof.optional() }),
    result: z.strictObject({ passkeys: z.int().nonnegative() }),
  },
} as const;
