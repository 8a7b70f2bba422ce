import { defineConfig } from 'vitest/config';

/** What changes the machine's own policies, has a display, or cuts at moments: nothing else runs beside these. */
const alone = [
  'enterprise/enterprise',
  'acting',
  'crash',
  'races',
  'panel',
  'panel-objective',
  'human-control',
  'jobs',
  'cloud',
  'profile-login',
].map((name) => `tests/e2e/${name}.test.ts`);

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  test: {
    // By default one core is left free; the tests that need one to themselves run one at a time (see e2e-alone).
    maxWorkers: '100%',
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: ['tests/e2e/**', 'tests/house/**', 'tests/proof/**'],
          testTimeout: 30_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'proof',
          include: ['tests/proof/**/*.test.ts'],
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'house',
          include: ['tests/house/**/*.test.ts'],
          testTimeout: 60_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          exclude: alone,
          // Each file has browsers, a data folder and a host of its own; most of their time is spent waiting.
          sequence: { groupOrder: 1 },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e-alone',
          include: alone,
          fileParallelism: false,
          sequence: { groupOrder: 2 },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
