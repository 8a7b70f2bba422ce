import { expect, test } from 'vitest';
import {
  askEngine,
  frameOfRef,
  numberOfRef,
  pause,
  withPrefix,
} from '../../../../entrypoints/background/tools/ask-engine.ts';
import { attempt } from '../../../../shared/faults.ts';
import { ScriptedPage } from '../../../fakes/scripted-page.ts';

test('an answer of the wrong shape is a fault, a fault of the page is raised as it is', async () => {
  const wrong = new ScriptedPage({ metrics: () => ({ scroll: 'far' }) });
  expect(await attempt(() => askEngine(wrong, 0, 'metrics', {}, 0))).toMatchObject({
    fault: { code: 'internal' },
  });
  const stale = new ScriptedPage({
    field: () => ({ fault: { code: 'stale-ref', message: 'gone', hint: 'look' } }),
  });
  expect(await attempt(() => askEngine(stale, 0, 'field', { ref: 1 }, 0))).toMatchObject({
    fault: { code: 'stale-ref', message: 'gone' },
  });
});

test('refs carry their frame', () => {
  expect(withPrefix(3, { ref: 'e5' })).toEqual({ ref: 'f3e5' });
  expect([frameOfRef('f3e5'), numberOfRef('f3e5'), frameOfRef('e5'), numberOfRef('e5')]).toEqual([
    3, 5, 0, 5,
  ]);
});

test('a pause ends early when the call is cancelled', async () => {
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 10);
  // Longer than the test may take.
  await pause(60_000, stop.signal);
  expect(stop.signal.aborted).toBe(true);
});
