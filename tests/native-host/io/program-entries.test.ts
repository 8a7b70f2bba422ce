import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { programEntries } from '../../../native-host/io/program-entries.ts';

test('from the sources the programs are the sources, and they are there', () => {
  const { relay, authority, policyWorker } = programEntries();
  for (const path of [relay, authority, fileURLToPath(policyWorker)]) {
    expect(path).toMatch(/native-host\/.*\.ts$/);
    expect(existsSync(path)).toBe(true);
  }
});

test('as built they lie together, wherever the bundler put the one that asks', () => {
  const chunk = new URL('../../../dist/host/chunks/x.mjs', import.meta.url).href;
  const { relay, authority, policyWorker } = programEntries(chunk);
  expect(relay).toMatch(/dist\/host\/relay\.mjs$/);
  expect(authority).toMatch(/dist\/host\/main\.mjs$/);
  expect(policyWorker.pathname).toMatch(/dist\/host\/policy-worker\.mjs$/);
});
