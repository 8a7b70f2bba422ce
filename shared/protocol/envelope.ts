import { z } from 'zod';
import { Fault } from '../faults.ts';

// The four shapes that travel in frames, in both directions. A message too long for one frame travels as chunks,
// which the receiving peer joins before anything else looks at them.

/** Version of this protocol; both ends say theirs in `session.hello`. It grows when a message changes its meaning. */
export const protocolVersion = 1;

export const RequestEnvelope = z.strictObject({
  type: z.literal('request'),
  id: z.int().positive(),
  method: z.string().max(100),
  params: z.unknown(),
});
export const ResponseEnvelope = z.union([
  z.strictObject({ type: z.literal('response'), id: z.int().positive(), result: z.unknown() }),
  z.strictObject({ type: z.literal('response'), id: z.int().positive(), fault: Fault }),
]);
export const EventEnvelope = z.strictObject({
  type: z.literal('event'),
  name: z.string().max(100),
  params: z.unknown(),
});
/** Asks the other side to stop working on the request `id`; it still answers, usually with `cancelled`. */
export const CancelEnvelope = z.strictObject({ type: z.literal('cancel'), id: z.int().positive() });
export const ChunkEnvelope = z.strictObject({
  type: z.literal('chunk'),
  stream: z.int().positive(),
  index: z.int().nonnegative(),
  count: z.int().positive().max(1000),
  /** A slice of the base64 form of the whole message's UTF-8 JSON. */
  data: z.string(),
});

export type RequestEnvelope = z.infer<typeof RequestEnvelope>;
export type ResponseEnvelope = z.infer<typeof ResponseEnvelope>;
export type EventEnvelope = z.infer<typeof EventEnvelope>;
export type CancelEnvelope = z.infer<typeof CancelEnvelope>;
export type ChunkEnvelope = z.infer<typeof ChunkEnvelope>;
export type Envelope = RequestEnvelope | ResponseEnvelope | EventEnvelope | CancelEnvelope | ChunkEnvelope;
