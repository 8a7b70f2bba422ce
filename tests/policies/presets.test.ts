import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { testPolicy } from '../../native-host/policy/test-policy.ts';
import { policiesFolder, workerUrl } from '../native-host/policy/policy-rig.ts';

// Every policy that ships has a file of cases beside it, which `localagent policy test` passes, as an organisation would
// keep them. The engine is started for each, which takes long on a busy machine.
vi.setConfig({ testTimeout: 240_000 });

const folders = [policiesFolder, join(policiesFolder, 'presets')];
const policies = folders.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.yaml') && !name.endsWith('.cases.yaml'))
    .map((name) => join(folder, name)),
);

test.each(policies)('%s is decided case by case as its file of cases says', async (policy) => {
  const tested = await testPolicy(policy.replace(/\.yaml$/, '.cases.yaml'), null, {
    policiesFolder,
    workerUrl,
  });
  if (!tested.ok) throw new Error(JSON.stringify(tested.problems));
  expect(tested.outcomes.filter(({ ok }) => !ok)).toEqual([]);
  expect(tested.outcomes.length).toBeGreaterThan(5);
});

test('every preset is told in policies/README.md, and nothing else is', () => {
  const readme = readFileSync(join(policiesFolder, 'README.md'), 'utf8');
  const told = [...readme.matchAll(/\[`([a-z-]+)`\]\(presets\//g)].map(([, name]) => `${name}.yaml`);
  const shipped = readdirSync(join(policiesFolder, 'presets')).filter((name) => !name.includes('.cases.'));
  expect(told.sort()).toEqual(shipped.sort());
});
