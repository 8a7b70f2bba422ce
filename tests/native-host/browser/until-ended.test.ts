import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { untilEnded } from '../../../native-host/browser/until-ended.ts';

const never = new AbortController().signal;

test('the signal fires once the process has ended, and not while it runs', async () => {
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume()']);
  await once(child, 'spawn');
  const watch = untilEnded({ pid: child.pid ?? 0, graceMs: 0 }, never);
  const fired = once(watch.signal, 'abort');
  expect(watch.signal.aborted).toBe(false);
  child.kill('SIGKILL');
  await fired;
  watch.end();
  expect(watch.signal.aborted).toBe(true);
});

test('it fires with the signal it was given, whatever is known of the process', () => {
  for (const pid of [null, process.pid]) {
    const stop = new AbortController();
    const watch = untilEnded({ pid, graceMs: 0 }, stop.signal);
    stop.abort();
    expect(watch.signal.aborted).toBe(true);
    watch.end();
  }
});
