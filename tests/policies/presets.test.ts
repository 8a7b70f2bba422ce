import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { Bucket } from '../../shared/actions.ts';
import { on, policiesFolder, withPolicy } from '../native-host/policy/policy-rig.ts';

// The engine is started several times here, which takes long on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const presets = join(policiesFolder, 'presets');
const read = (name: string) => ({ 'home/policy.yaml': readFileSync(join(presets, name), 'utf8') });
const acts: readonly (readonly [string, Bucket])[] = [
  ['get_text', 'read'],
  ['click', 'write'],
  ['click', 'delete'],
  ['download', 'admin'],
  ['evaluate_script', 'admin'],
];

async function decisions(preset: string, ...urls: readonly string[]): Promise<string> {
  const found: string[] = [];
  await withPolicy(read(preset), async (store) => {
    for (const url of urls) {
      for (const [tool, bucket] of acts) found.push((await store.judge(on(url, { tool, bucket }))).decision);
    }
  });
  return found.join(' ');
}

test('every preset does what its name says', async () => {
  expect(readdirSync(presets).sort()).toEqual(['ask-everything.yaml', 'one-site.yaml', 'read-only.yaml']);
  expect(await decisions('read-only.yaml', 'https://example.com')).toBe('allow deny deny deny deny');
  expect(await decisions('ask-everything.yaml', 'https://example.com')).toBe('ask ask ask ask deny');
  expect(await decisions('one-site.yaml', 'https://www.example.com', 'https://other.test')).toBe(
    'allow ask deny ask deny deny deny deny deny deny',
  );
});
