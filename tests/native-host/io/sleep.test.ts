import { expect, test } from 'vitest';
import { sleep } from '../../../native-host/io/sleep.ts';

/** Far longer than any test may take. */
const longMs = 600_000;

test('a sleep ends with its time', async () => {
  await expect(sleep(1)).resolves.toBeUndefined();
});

test('a signal ends it, whether it fires before or meanwhile, without an error', async () => {
  await expect(sleep(longMs, AbortSignal.abort())).resolves.toBeUndefined();
  const stop = new AbortController();
  const asleep = sleep(longMs, stop.signal);
  stop.abort();
  await expect(asleep).resolves.toBeUndefined();
});
