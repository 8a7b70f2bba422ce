import { setTimeout as pause } from 'node:timers/promises';

/** Resolves after so many milliseconds, or when the signal fires: whoever sleeps looks at the signal itself. */
export async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  // An aborted pause is the one thing that it can reject for.
  await pause(ms, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
}
