import { expect, test, vi } from 'vitest';
import { loadPolicy } from '../../../native-host/policy/load-policy.ts';
import { readPolicySources } from '../../../native-host/policy/policy-sources.ts';
import { policyPlaces, workerUrl } from './policy-rig.ts';

// The engine is started several times here, which takes long on a busy machine.
vi.setConfig({ testTimeout: 240_000 });

async function loaded(
  files: Readonly<Record<string, string>>,
  managed: ReadonlyMap<string, unknown> = new Map(),
) {
  const places = policyPlaces(files);
  const load = await loadPolicy(await readPolicySources(places), managed, { workerUrl });
  if (load.ok) await load.policy.engine.close();
  places.remove();
  return load;
}

test('problems of every file are told together', async () => {
  const files = { 'home/policy.yaml': 'version: 2\n', 'machine/policy.yaml': 'version: 3\n' };
  const load = await loaded(files, new Map([['Work', { version: 4 }]]));
  expect(load).toMatchObject({ ok: false, problems: [{ line: 1 }, { line: 1 }, { line: null }] });
});

test('an overlay cannot take the name of another rule', async () => {
  const text = '@id("default.read.allow-all") forbid (principal, action, resource);';
  expect(await loaded({ 'home/policies/a.cedar': text })).toMatchObject({
    ok: false,
    problems: [{ message: expect.stringContaining('taken already') }],
  });
});

test('the default stands for each bucket that policy.yaml leaves out', async () => {
  const load = await loaded({ 'home/policy.yaml': 'version: 1\nwrite: {mode: deny-all}\n' });
  if (!load.ok) throw new Error(JSON.stringify(load.problems));
  const sources = load.policy.rules.map(({ bucket, source }) => `${bucket} ${source}`);
  expect(sources).toEqual([
    'read default',
    'write policy.yaml',
    'delete default',
    'admin default',
    'admin default',
  ]);
  expect([...load.policy.policies.keys()]).toContain('always.tainted');
});
