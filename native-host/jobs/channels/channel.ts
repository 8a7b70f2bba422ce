import type { Result } from '../../../shared/faults.ts';
import type { JobFailure } from '../failure.ts';

/** A job as it was handed over: what it says, and the token under which its sender is answered. */
export type Delivery = { readonly token: string; readonly input: string };

/** `closed`: the sender takes no answer for this token any more, because its time is up or it was answered. */
export type Taken = 'taken' | 'closed';

/**
 * Where jobs come from. Every call ends by itself in bounded time, and a fault of one says only that this call failed:
 * it may be made again.
 */
export interface Channel {
  readonly name: string;
  /** Waits for a job; null: none came this time. */
  receive(signal: AbortSignal): Promise<Result<Delivery | null>>;
  /** Says that the job is being worked on. */
  beat(token: string): Promise<Result<Taken>>;
  succeed(token: string, output: string): Promise<Result<Taken>>;
  fail(token: string, failure: JobFailure): Promise<Result<Taken>>;
  close(): void;
}
