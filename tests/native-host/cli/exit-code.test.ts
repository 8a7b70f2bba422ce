import { expect, test } from 'vitest';
import { exitCodeOf } from '../../../native-host/cli/exit-code.ts';

test.each([
  ['succeeded', false, 0],
  ['failed', false, 1],
  ['refused', false, 3],
  ['outcome_unknown', false, 4],
  ['cancelled', false, 130],
  ['succeeded', true, 130],
  ['outcome_unknown', true, 4],
] as const)('a run that ended as %s (interrupted: %s) exits with %d', (status, interrupted, code) => {
  expect(exitCodeOf(status, interrupted)).toBe(code);
});
