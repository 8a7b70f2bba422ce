import { expect, test } from 'vitest';
import { onlyPlanned } from '../../../../native-host/workflow/extraction/only-planned.ts';
import { FakeCalls } from '../fake-calls.ts';
import { plan, stored } from './place.ts';

const context = {
  run_id: 'run',
  caller: { kind: 'job', id: 'run', unattended: true },
  profile: null,
  template: { id: 'slips', version: '1.0.0', reviewed: true, accepted: false },
  granted: [],
} as const;
const { signal } = new AbortController();
const upload = (step_id: string) => ({
  tool: 'upload_artifact',
  args: { from: '/a' },
  step_id,
  declared: { buckets: ['admin'], sites: [] } as const,
  timeout_ms: 1000,
});
const pictures = [{ step_id: 'shot', fields: ['due'] }];

test('what the plan names passes; what it does not is refused with a receipt and never reaches the gate', async () => {
  const calls = new FakeCalls(() => stored);
  const held = onlyPlanned(calls, { template: plan.template, pictures });
  expect((await held.call(upload('extraction.shot'), context, signal)).result).toEqual(stored);
  const refused = await held.call(upload('shot'), context, signal);
  expect(refused).toMatchObject({
    result: null,
    receipt: { fault: { code: 'denied' }, verdict: { policies: ['extraction.plan'] } },
  });
  expect(calls.made.map(({ step_id }) => step_id)).toEqual(['extraction.shot']);
});

test('a run at home sends no picture either, and other calls are as ever', async () => {
  const calls = new FakeCalls(() => stored);
  const held = onlyPlanned(calls, plan);
  expect((await held.call(upload('extraction.shot'), context, signal)).result).toBeNull();
  expect((await held.call({ ...upload('found'), tool: 'extract_table' }, context, signal)).result).toEqual(
    stored,
  );
});

test('without a plan nothing is held back', () => {
  const calls = new FakeCalls(() => stored);
  const { extraction: _none, ...template } = plan.template;
  expect(onlyPlanned(calls, { template, pictures: [] })).toBe(calls);
});
