import type { SealedRecord } from './sealed-record.ts';
import type { KeyMode } from './store-key.ts';

export type SecretSummary = {
  readonly name: string;
  readonly kind: SealedRecord['kind'];
  readonly sites: readonly string[];
  readonly created: string;
  readonly rotated: string;
};

/** What may be told of a record. */
export function summaryOf({ name, kind, sites, created, rotated }: SecretSummary): SecretSummary {
  return { name, kind, sites, created, rotated };
}

export type VaultPaths = { readonly secretsPath: string; readonly keyPath: string };
export type VaultState = { readonly mode: KeyMode; readonly key_id: number; readonly locked: boolean };

export const lockedWords = 'They are locked: their passphrase was not given since LocalAgent started.';
