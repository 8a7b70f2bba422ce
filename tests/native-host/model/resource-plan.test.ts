import { expect, test } from 'vitest';
import { machineMemory, resourcePlan, threadsFor } from '../../../native-host/model/resource-plan.ts';

const gibibyte = 1024 ** 3;
const weights = 4.5 * gibibyte;
const memory = (total: number, available = total) => ({
  totalBytes: total * gibibyte,
  availableBytes: available * gibibyte,
});

test('weights, context and working memory fit beside the reserve', () => {
  expect(resourcePlan(weights, 8_192, memory(16))).toEqual({
    fits: true,
    contextTokens: 8_192,
    needsBytes: 5 * gibibyte,
  });
});

test('where all of the wanted context does not fit, less of it does', () => {
  const plan = resourcePlan(weights, 32_768, memory(7.3));
  expect(plan).toMatchObject({ fits: true });
  // 7.3 − 2 of reserve − 4.5 − 0.25 leaves 0.55 GiB, at 32 KiB a token.
  expect(plan.fits && plan.contextTokens).toBe(17_920);
});

test('a machine that has no room for a useful context is told what is missing', () => {
  expect(resourcePlan(weights, 8_192, memory(6))).toEqual({
    fits: false,
    needsBytes: weights + 256 * 1024 ** 2 + 2_048 * 32 * 1024,
    hasBytes: 4 * gibibyte,
  });
});

test('the reserve grows with the machine, and what others hold is not counted', () => {
  expect(resourcePlan(50 * gibibyte, 8_192, memory(64)).fits).toBe(true);
  expect(resourcePlan(52 * gibibyte, 8_192, memory(64)).fits).toBe(false);
  expect(resourcePlan(weights, 8_192, memory(64, 3)).fits).toBe(false);
});

test('this machine has memory', () => {
  const { totalBytes, availableBytes } = machineMemory();
  expect(availableBytes).toBeGreaterThan(0);
  expect(totalBytes).toBeGreaterThanOrEqual(availableBytes);
});

test.each([
  [8, 0.2, 8],
  [8, 3.1, 5],
  [2, 0, 2],
  [2, 1.4, 1],
  [2, 20, 1],
])('of %i cores under a load of %f, %i compute', (cores, load, threads) => {
  expect(threadsFor(cores, load)).toBe(threads);
});
