import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { type Fault, failed, fault, ok, type Result } from '../../shared/faults.ts';
import { receive } from './receive.ts';

// Before anything else, both ends of the local socket prove that they can read the token:
//
//   opener    → "LAGENT01" · role (1 byte) · nonce A (32 bytes)
//   authority → nonce B (32 bytes) · HMAC-SHA256(token, "localagent/1/authority" · role · A · B)
//   opener    → HMAC-SHA256(token, "localagent/1/opener" · role · A · B)
//
// The authority proves itself first, so that nothing is given to a false one. Each proof covers both nonces, so it
// cannot be replayed, and the name of its end, so it cannot be sent back. Everything has a fixed length.

/** Who opens a connection: the relay for an extension, or a client (command line, MCP). */
export type PeerRole = 'extension' | 'client';

const magic = Buffer.from('LAGENT01', 'latin1');
const roleBytes = { extension: 1, client: 2 } as const;
const nonceBytes = 32;
const proofBytes = 32;

/** Proves the opener's end, after the authority has proven its own. `denied`: it is not one that knows the token. */
export async function openHandshake(
  stream: Duplex,
  token: Uint8Array,
  role: PeerRole,
  signal: AbortSignal,
): Promise<Result<null>> {
  const opening = Buffer.concat([magic, Buffer.of(roleBytes[role]), randomBytes(nonceBytes)]);
  stream.write(opening);
  const reply = await receive(stream, nonceBytes + proofBytes, signal);
  if (!reply.ok) return reply;
  const nonce = reply.value.subarray(0, nonceBytes);
  const expected = proof(token, 'authority', opening, nonce);
  if (!timingSafeEqual(expected, reply.value.subarray(nonceBytes))) return failed(notOurs());
  stream.write(proof(token, 'opener', opening, nonce));
  return ok(null);
}

/** Proves the authority's end and asks the opener for its proof; gives the role it proved. */
export async function answerHandshake(
  stream: Duplex,
  token: Uint8Array,
  signal: AbortSignal,
): Promise<Result<PeerRole>> {
  const opening = await receive(stream, magic.length + 1 + nonceBytes, signal);
  if (!opening.ok) return opening;
  const role = roleOf(opening.value);
  if (role === null) return failed(notOurs());
  const nonce = randomBytes(nonceBytes);
  stream.write(Buffer.concat([nonce, proof(token, 'authority', opening.value, nonce)]));
  const answer = await receive(stream, proofBytes, signal);
  if (!answer.ok) return answer;
  const expected = proof(token, 'opener', opening.value, nonce);
  return timingSafeEqual(expected, answer.value) ? ok(role) : failed(notOurs());
}

function proof(token: Uint8Array, end: 'authority' | 'opener', opening: Buffer, nonce: Buffer): Buffer {
  // The labels differ in their first letter after the prefix and what follows has a fixed length: one text, one meaning.
  const label = `localagent/1/${end}`;
  return createHmac('sha256', token)
    .update(label)
    .update(opening.subarray(magic.length))
    .update(nonce)
    .digest();
}

function roleOf(opening: Buffer): PeerRole | null {
  if (!opening.subarray(0, magic.length).equals(magic)) return null;
  const byte = opening[magic.length];
  if (byte === roleBytes.extension) return 'extension';
  return byte === roleBytes.client ? 'client' : null;
}

function notOurs(): Fault {
  const message = 'The other end of the local socket could not prove that it belongs to this LocalAgent.';
  return fault('denied', message, 'End every LocalAgent process of this data folder, then try again.');
}
