import { expect, test } from 'vitest';
import { backOffMs } from '../../../native-host/jobs/back-off.ts';

const bounds = { firstMs: 100, capMs: 1_000 };

test('a pause doubles with each failure, is at least half of that, and never above its cap', () => {
  const most = [1, 2, 3, 4, 5, 1_000].map((failures) => backOffMs(failures, bounds, () => 1));
  const least = [1, 2, 3, 4, 5, 1_000].map((failures) => backOffMs(failures, bounds, () => 0));
  expect(most).toEqual([100, 200, 400, 800, 1_000, 1_000]);
  expect(least).toEqual([50, 100, 200, 400, 500, 500]);
  expect(backOffMs(0, bounds, () => 1)).toBe(100);
});
