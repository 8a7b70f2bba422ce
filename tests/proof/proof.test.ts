import { describe, expect, it } from 'vitest';
import { loadFigures } from './load-figures.ts';

const figures = await loadFigures();
const { LOCALAGENT_PROOF_SEED } = process.env;
const seed = Number(LOCALAGENT_PROOF_SEED ?? Date.now() % 1_000_000_007);

describe(`promises of SECURITY.md, seed ${seed}`, () => {
  for (const figure of figures.filter(({ needsBrowser }) => !needsBrowser)) {
    it(`${figure.id}: ${figure.promise}`, { timeout: 240_000 }, async () => {
      const { tried, examples } = await figure.run({ count: figure.sizes.ci, seed, progress: () => {} });
      expect(examples).toEqual([]);
      expect(tried).toBeGreaterThanOrEqual(figure.sizes.ci);
    });
  }

  it('are told apart by their ids', () => {
    const ids = figures.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
