import { z } from 'zod';

const hex = (length: number) => z.string().regex(new RegExp(`^[0-9a-f]{${length}}$`));

/** A signed word of the ledger's key on every row up to one of them; its text is told in native-host/ledger/checkpoint.ts. */
export const LedgerCheckpoint = z.strictObject({
  /** Number of the last row that it covers; the tree has as many leaves. */
  seq: z.int().positive(),
  at: z.iso.datetime(),
  /** Hash of that row, and root of the Merkle tree over the hashes of all rows up to it. */
  hash: hex(64),
  root: hex(64),
  /** The first 16 hexadecimal digits of SHA-256 over the public key (SPKI). */
  key_id: hex(16),
  /** Ed25519, in base64. */
  signature: z.string().length(88),
});
export type LedgerCheckpoint = z.infer<typeof LedgerCheckpoint>;
