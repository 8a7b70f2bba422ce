import { expect, test } from 'vitest';
import { fault } from '../../../shared/faults.ts';
import { head, run } from './step-rig.ts';

const press = '  - { id: press, title: Press, tool: click, args: { selector: a }, buckets: [write] }\n';
const waits = `  - id: preparation
    title: Wait until it is ready
    for_each: { max: 4, until: { value: "{{steps.ready}}", exists: true } }
    steps:
      - id: ready
        title: Look
        tool: wait
        args: { text: Ready, timeout_ms: 60000 }
        buckets: [read]
        on_failure: skip
`;
const timeout = fault('timeout', 'It did not come.', 'Wait.');

test('what a site prepares for minutes is waited for in rounds', async () => {
  let looks = 0;
  const { end, calls } = await run(head + waits + press, (tool) =>
    tool === 'wait' && ++looks < 3 ? timeout : {},
  );
  expect(end.status).toBe('succeeded');
  expect(calls.tools).toEqual(['wait', 'wait', 'wait', 'click']);
});

test('what never comes is not waited for for ever', async () => {
  const { end, calls } = await run(head + waits + press, () => timeout);
  expect(end).toMatchObject({ status: 'failed', fault: { code: 'too-large' } });
  expect(calls.tools).toEqual(['wait', 'wait', 'wait', 'wait']);
});
