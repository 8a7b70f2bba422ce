import { afterAll, expect, test } from 'vitest';
import { runLimits } from '../../../native-host/code/limits.ts';
import { parseCode } from '../../../native-host/code/parse-code.ts';
import type { CallAsked } from '../../../native-host/code/runner-messages.ts';
import { type RunnerJob, Runners } from '../../../native-host/code/runner-process.ts';
import { programEntries } from '../../../native-host/io/program-entries.ts';

const runners = new Runners(programEntries().codeRunner);
afterAll(() => runners.close());

function run(code: string, over: Partial<RunnerJob> = {}) {
  const parsed = parseCode(code);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return runners.run({
    program: parsed.code.program,
    args: { a: 1 },
    limits: runLimits,
    signal: new AbortController().signal,
    call: async () => ({
      type: 'answer',
      value: { url: 'https://x.example' },
      sources: ['https://x.example'],
      waitedMs: 0,
    }),
    ...over,
  });
}

test('a script runs in a process of its own, and its calls are answered from here', async () => {
  const asked: CallAsked[] = [];
  const done = await run('const u = await api.get("/url"); return [u.url, args.a];', {
    call: async (one) => {
      asked.push(one);
      return {
        type: 'answer',
        value: { url: 'https://x.example' },
        sources: ['https://x.example'],
        waitedMs: 0,
      };
    },
  });
  expect(done).toMatchObject({ type: 'done', value: ['https://x.example', 1] });
  expect(asked).toMatchObject([{ verb: 'get', path: '/url', line: 1, sources: [] }]);
});

test('a script that is cancelled, or ended by a call, is over at once', async () => {
  const stop = new AbortController();
  const cancelled = run('while (true) {}', { signal: stop.signal, limits: { ...runLimits, fuel: 1e12 } });
  stop.abort();
  expect(await cancelled).toEqual({ type: 'cancelled' });
  expect(
    await run('await api.get("/url"); while (true) {}', { call: async () => ({ type: 'end' }) }),
  ).toEqual({
    type: 'ended-by-call',
  });
});
