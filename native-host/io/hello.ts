import type { Duplex } from 'node:stream';
import { z } from 'zod';
import { Fault, failed, fault, ok, type Result } from '../../shared/faults.ts';
import { encodeFrame } from '../../shared/protocol/frame.ts';
import { parseJson } from '../../shared/protocol/json.ts';
import { receive } from './receive.ts';

// After the proofs each end sends one frame: the opener says who it speaks for, the authority whether it takes it.
// Until that answer the opener passes nothing on.

/** Longest frame of either kind, body only. */
const helloBytesMax = 16_384;
const headerBytes = 4;

/** Who is at the other end, as it says itself once it has proven the token. */
export const Hello = z.strictObject({
  role: z.enum(['extension', 'client']),
  /** `chrome-extension://<id>/` as the browser gave it to the relay; null for a client. */
  origin: z.string().max(200).nullable(),
  /** Name wished for the browser profile: `LOCALAGENT_PROFILE` of the browser that started the relay. */
  profile_hint: z.string().max(100).nullable(),
  /** Executable of the process that started the opener, where the system tells it. For the log. */
  parent: z.string().max(4096).nullable(),
  /** That process: for the relay the browser, where no wrapper stands between. */
  parent_pid: z.int().positive().nullable(),
});
export type Hello = z.infer<typeof Hello>;

/** The authority's answer; a fault says why the connection ends. */
export const Welcome = z.strictObject({ fault: Fault.nullable() });

export function sendHello(stream: Duplex, hello: Hello): void {
  stream.write(encodeFrame(hello));
}

export function sendWelcome(stream: Duplex, refusal: Fault | null): void {
  stream.write(encodeFrame({ fault: refusal }));
}

export function receiveHello(stream: Duplex, signal: AbortSignal): Promise<Result<Hello>> {
  return receiveParsed(stream, Hello, signal);
}

/** Success once the authority has taken the connection; its refusal otherwise. */
export async function receiveWelcome(stream: Duplex, signal: AbortSignal): Promise<Result<null>> {
  const welcome = await receiveParsed(stream, Welcome, signal);
  if (!welcome.ok) return welcome;
  return welcome.value.fault === null ? ok(null) : failed(welcome.value.fault);
}

async function receiveParsed<S extends z.ZodType>(
  stream: Duplex,
  schema: S,
  signal: AbortSignal,
): Promise<Result<z.output<S>>> {
  const header = await receive(stream, headerBytes, signal);
  if (!header.ok) return header;
  const length = header.value.readUInt32LE(0);
  if (length === 0 || length > helloBytesMax) return failed(wrong());
  const body = await receive(stream, length, signal);
  if (!body.ok) return body;
  const value = parseJson(body.value);
  if (!value.ok) return value;
  const parsed = z.safeParse<S>(schema, value.value);
  return parsed.success ? ok(parsed.data) : failed(wrong());
}

function wrong(): Fault {
  const message = 'The other end of the local socket does not speak this version of LocalAgent.';
  return fault('bad-arguments', message, 'End every LocalAgent process of this data folder, then try again.');
}
