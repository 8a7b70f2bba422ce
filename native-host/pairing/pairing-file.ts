import { z } from 'zod';
import { readPrivateFile } from '../io/private-file.ts';
import { StartError } from '../io/start-error.ts';
import { writeFileDurably } from '../io/write-file.ts';

// `mcp-clients.json`, private to the person: which clients are paired, by digests of their tokens, and how often a code was wrong.

const fileBytesMax = 1_000_000;
export const clientsMax = 200;

const Digest = z.string().regex(/^[0-9a-f]{64}$/);
/** What a paired client may do; null: whatever the rules allow. */
export const ClientScope = z.strictObject({
  tools: z.array(z.string().max(100)).max(200).nullable(),
  /** Exact origins. */
  sites: z.array(z.string().max(300)).max(200).nullable(),
  read_only: z.boolean(),
});
export type ClientScope = z.infer<typeof ClientScope>;

export const PairedClient = z.strictObject({
  id: z.string().regex(/^c[0-9a-f]{8}$/),
  name: z.string().max(100),
  token_sha256: Digest,
  scope: ClientScope,
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
});
export type PairedClient = z.infer<typeof PairedClient>;

export const PairingState = z.strictObject({
  version: z.literal(1),
  /** Wrong codes since the last right one or the last lock. */
  failures: z.int().min(0).max(5),
  /** Milliseconds since the epoch; 0: not locked. */
  locked_until: z.number().nonnegative(),
  clients: z.array(PairedClient).max(clientsMax),
});
export type PairingState = z.infer<typeof PairingState>;

const fresh: PairingState = { version: 1, failures: 0, locked_until: 0, clients: [] };

/** The state on disk; none: a fresh one. Throws `StartError` for a file that others can read or that holds something else. */
export function readPairing(path: string): PairingState {
  const bytes = readPrivateFile(path, 'The file of paired clients', fileBytesMax);
  if (bytes === null) return fresh;
  try {
    return PairingState.parse(JSON.parse(bytes.toString('utf8')));
  } catch {
    const remedy = 'Move it away; every client is then paired anew.';
    throw new StartError('The file of paired clients is damaged.', path, remedy);
  }
}

/** Durable when it returns. */
export function writePairing(path: string, state: PairingState): void {
  writeFileDurably(path, `${JSON.stringify(state, null, 1)}\n`, 0o600);
}
