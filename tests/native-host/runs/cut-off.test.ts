import { expect, test } from 'vitest';
import { cutOff } from '../../../native-host/runs/cut-off.ts';

test('an end that LocalAgent’s own end made says so, and whether an act was under way', () => {
  expect(cutOff(false, false)).toMatchObject({ status: 'failed', fault: { detail: { cut_off: true } } });
  expect(cutOff(true, true)).toMatchObject({
    status: 'outcome_unknown',
    fault: { code: 'outcome-unknown', detail: { cut_off: true } },
  });
});

test('only what can go on is told so', () => {
  expect(cutOff(false, false).fault.hint).toContain('--resume');
  expect(cutOff(false, true).fault.hint).not.toContain('--resume');
});
