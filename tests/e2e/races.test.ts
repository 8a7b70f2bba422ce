import { expect, test } from 'vitest';
import { figure } from '../proof/figures/races.ts';

test('whatever a page does while an act is under way, no wrong node gets anything and the verdict is true', async () => {
  const { ci } = figure.sizes;
  const { tried, broken, examples } = await figure.run({ count: ci, seed: 7, progress: () => undefined });
  expect({ tried, broken, examples }).toEqual({ tried: ci, broken: 0, examples: [] });
}, 180_000);
