import { expect, test } from 'vitest';
import { runTemplate } from '../../../native-host/workflow/run-template.ts';
import { fault } from '../../../shared/faults.ts';
import { FakeCalls, fakeClock, notFound, type Script } from './fake-calls.ts';
import { paperRun } from './paper-run.ts';
import { compileText, valueIn } from './shipped.ts';

const job = (step: string) => `id: small
version: 1.0.0
title: Small job
description: For tests.
sites: ["https://a.example.com"]
steps:
${step}
`;
const look = '  - { id: look, title: Look, tool: get_text, buckets: [read], timeout_ms: 60000 }';
const press = '  - { id: press, title: Press, tool: click, args: { selector: a }, buckets: [write] }';

/** The person takes over when `script` calls for it, for an hour each time. */
async function run(step: string, script: (takeOver: () => void) => Script) {
  const clock = fakeClock();
  const paused = { ms: 0, count: 0 };
  const takeOver = (): void => {
    paused.count += 1;
    paused.ms += 3_600_000;
    void clock.sleep(3_600_000, new AbortController().signal);
  };
  const calls = new FakeCalls(script(takeOver));
  const end = await runTemplate(valueIn(compileText(job(step))), {
    ...paperRun(calls),
    clock: { ...clock, pausedMs: () => paused.ms, pauses: () => paused.count },
  });
  return { end, made: calls.made.length };
}

test('a look that failed because the person took over in the middle of it is made again, and no time is lost', async () => {
  let calls = 0;
  const { end, made } = await run(look, (takeOver) => () => {
    calls += 1;
    if (calls > 1) return { text: 'here', part: 1, parts: 1 };
    takeOver();
    return notFound();
  });
  expect([end.status, made]).toEqual(['succeeded', 2]);
});

test('a look that fails again is not made a third time', async () => {
  let calls = 0;
  const { end, made } = await run(look, (takeOver) => () => {
    calls += 1;
    if (calls === 1) takeOver();
    return notFound();
  });
  expect([end.status, made]).toEqual(['failed', 2]);
});

test('an act whose outcome is not known is not made again, whoever took over meanwhile', async () => {
  const { end, made } = await run(press, (takeOver) => () => {
    takeOver();
    return fault('outcome-unknown', 'It may have happened.', 'Look.');
  });
  expect([end.status, made]).toEqual(['outcome_unknown', 1]);
});
