import type { Result } from '../../shared/faults.ts';
import { backOffMs } from './back-off.ts';
import { type CarryOutMeans, carryOut, type InHand } from './carry-out.ts';
import type { Delivery } from './channels/channel.ts';

/** Pauses between polls that fail, growing to a minute. */
const pollPause = { firstMs: 1_000, capMs: 60_000 };

export type WorkerMeans = Omit<CarryOutMeans, 'place'> & {
  /** Jobs at once. */
  readonly places: number;
  /** Milliseconds between two polls. */
  readonly pollIntervalMs: number;
  /** Resolves once jobs can be done, or when the signal fires. */
  readonly ready: (signal: AbortSignal) => Promise<void>;
  readonly onEnded?: (how: string, ms: number) => void;
  /** Fires when no more jobs are to be taken. */
  readonly stopping: AbortSignal;
};

/** What a worker has done so far, for its health and its log. */
export type WorkerCounts = {
  received: number;
  succeeded: number;
  failed: number;
  lost: number;
  running: number;
  /** Polls that failed one after the other; 0: the channel works. */
  pollsFailing: number;
};

export function noCounts(): WorkerCounts {
  return { received: 0, succeeded: 0, failed: 0, lost: 0, running: 0, pollsFailing: 0 };
}

/** Takes jobs and carries them out until it is to stop; resolves once nothing is in hand any more. */
export async function work(means: WorkerMeans, counts: WorkerCounts): Promise<void> {
  const left = await means.desk.adopt(means.channel.name);
  if (!left.ok) means.log('adopt.failed', { code: left.fault.code });
  const adopted = left.ok ? left.value : [];
  // What a worker before this one left is answered first; it needs no browser.
  const taken = adopted.map((one) => handle(one, 0, means, counts));
  const places = Array.from({ length: means.places }, (_, place) => servePlace(place, means, counts));
  await Promise.all([...taken, ...places]);
}

async function servePlace(place: number, means: WorkerMeans, counts: WorkerCounts): Promise<void> {
  const { channel, stopping } = means;
  let failures = 0;
  while (!stopping.aborted) {
    await means.ready(stopping);
    if (stopping.aborted) break;
    const got: Result<Delivery | null> = await channel.receive(stopping);
    failures = got.ok ? 0 : failures + 1;
    counts.pollsFailing = failures;
    if (!got.ok) {
      means.log('poll.failed', { failures, code: got.fault.code, message: got.fault.message });
      await means.sleep(backOffMs(failures, pollPause, means.random), stopping);
    } else if (got.value === null) {
      await means.sleep(means.pollIntervalMs, stopping);
    } else {
      await handle({ delivery: got.value }, place, means, counts);
    }
  }
}

async function handle(
  inHand: InHand,
  place: number,
  means: WorkerMeans,
  counts: WorkerCounts,
): Promise<void> {
  counts.received += 1;
  counts.running += 1;
  const began = means.now();
  const how = await carryOut(inHand, { ...means, place });
  counts.running -= 1;
  if (how === 'lost') counts.lost += 1;
  else if (how === 'succeeded') counts.succeeded += 1;
  else counts.failed += 1;
  const ms = means.now() - began;
  means.log('job.ended', { how, ms, place });
  means.onEnded?.(how, ms);
}
