import { expect, test } from 'vitest';
import { OpenCalls } from '../../../native-host/authority/open-calls.ts';

const never = new AbortController().signal;
const untilStopped = (signal: AbortSignal) =>
  new Promise<string>((resolve) => signal.addEventListener('abort', () => resolve('stopped')));

test('one word ends the calls of one browser, or all of them', async () => {
  const calls = new OpenCalls();
  const inA = calls.during('a', never, untilStopped);
  const inB = calls.during('b', never, untilStopped);
  const unknown = calls.during(null, never, untilStopped);
  expect(calls.stop('a')).toBe(2);
  expect(await Promise.all([inA, unknown])).toEqual(['stopped', 'stopped']);
  expect(calls.count).toBe(1);
  expect(calls.stop(null)).toBe(1);
  await inB;
  expect(calls.count).toBe(0);
});
