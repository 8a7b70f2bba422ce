import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { MadePasskey, PasskeyProof } from '../../shared/passkey.ts';

const sha256 = (bytes: string | Uint8Array): Buffer => createHash('sha256').update(bytes).digest();
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

/** What a page and an authenticator say; each may be other than it should. */
export type Told = {
  readonly type?: string;
  readonly origin?: string;
  readonly relyingParty?: string;
  readonly flags?: number;
};

/** An authenticator in software, with the panel around it. */
export class FakePasskey {
  readonly credentialId = text(randomBytes(16));
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #origin: string;
  counter = 0;

  constructor(origin: string) {
    this.#origin = origin;
  }

  make(challenge: string, told: Told = {}): MadePasskey {
    const { client_data, authenticator_data } = this.#said('webauthn.create', challenge, told);
    const public_key = text(this.#keys.publicKey.export({ type: 'spki', format: 'der' }));
    return { credential_id: this.credentialId, public_key, client_data, authenticator_data };
  }

  sign(challenge: string, told: Told = {}): PasskeyProof {
    this.counter += 1;
    const { client_data, authenticator_data } = this.#said('webauthn.get', challenge, told);
    const signed = Buffer.concat([
      Buffer.from(authenticator_data, 'base64url'),
      sha256(Buffer.from(client_data, 'base64url')),
    ]);
    const signature = text(sign('sha256', signed, this.#keys.privateKey));
    return { credential_id: this.credentialId, client_data, authenticator_data, signature };
  }

  #said(type: string, challenge: string, told: Told) {
    const origin = told.origin ?? this.#origin;
    const client = { type: told.type ?? type, challenge, origin, crossOrigin: false };
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const rest = Buffer.concat([Buffer.from([told.flags ?? 5]), counter]);
    const authenticator = Buffer.concat([sha256(told.relyingParty ?? this.#origin), rest]);
    return {
      client_data: text(Buffer.from(JSON.stringify(client))),
      authenticator_data: text(authenticator),
    };
  }
}
