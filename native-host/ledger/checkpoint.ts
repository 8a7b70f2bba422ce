import {
  createHash,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  sign as signBytes,
  verify as verifyBytes,
} from 'node:crypto';
import type { LedgerCheckpoint } from '../../shared/ledger-checkpoint.ts';
import { deriveKey } from '../io/key-file.ts';

// A checkpoint is signed with Ed25519 over
//     localagent ledger checkpoint 1 LF seq LF root LF hash LF at LF
// The signing key is derived from the head key, so the one key file is all there is to keep. A checkpoint
// outside the database (an anchor) is what shows that its end was cut off, or the whole of it put back.

export const checkpointPrefix = 'localagent ledger checkpoint 1\n';
/** PKCS #8 around the 32 bytes of an Ed25519 key, RFC 8410. */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');
const keyIdLength = 16;

/** Signs checkpoints, and knows its own again. */
export class CheckpointKey {
  readonly id: string;
  /** SPKI in base64, for whoever verifies an export elsewhere. */
  readonly publicKey: string;
  readonly #private: KeyObject;
  readonly #public: KeyObject;

  constructor(headKey: Buffer) {
    const seed = deriveKey(headKey, 'ledger checkpoint');
    this.#private = createPrivateKey({
      key: Buffer.concat([pkcs8Prefix, seed]),
      format: 'der',
      type: 'pkcs8',
    });
    this.#public = createPublicKey(this.#private);
    const spki = this.#public.export({ type: 'spki', format: 'der' });
    this.publicKey = spki.toString('base64');
    this.id = createHash('sha256').update(spki).digest('hex').slice(0, keyIdLength);
  }

  sign(what: Omit<LedgerCheckpoint, 'key_id' | 'signature'>): LedgerCheckpoint {
    const signature = signBytes(null, checkpointText(what), this.#private).toString('base64');
    return { ...what, key_id: this.id, signature };
  }

  /** What is wrong with a checkpoint's signature in a few words; null: it is this key's. */
  problemOf(checkpoint: LedgerCheckpoint): 'unknown-key' | 'bad-signature' | null {
    if (checkpoint.key_id !== this.id) return 'unknown-key';
    const signature = Buffer.from(checkpoint.signature, 'base64');
    const isSame = signature.toString('base64') === checkpoint.signature;
    const fits = isSame && verifyBytes(null, checkpointText(checkpoint), this.#public, signature);
    return fits ? null : 'bad-signature';
  }
}

function checkpointText({ seq, root, hash, at }: Omit<LedgerCheckpoint, 'key_id' | 'signature'>): Buffer {
  return Buffer.from(`${checkpointPrefix}${seq}\n${root}\n${hash}\n${at}\n`);
}
