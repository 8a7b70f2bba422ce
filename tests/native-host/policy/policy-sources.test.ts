import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { policySignature, readPolicySources } from '../../../native-host/policy/policy-sources.ts';
import { policyPlaces } from './policy-rig.ts';

test('what is missing is left out, and the machine’s overlays come first', async () => {
  const places = policyPlaces({
    'home/policies/b.cedar': 'b',
    'home/policies/notes.txt': '',
    'machine/policies/z.cedar': 'z',
  });
  const sources = await readPolicySources(places);
  expect([sources.person, sources.machine]).toEqual([null, null]);
  expect(sources.overlays.map(({ text }) => text)).toEqual(['z', 'b']);
  rmSync(places.machineFolder, { recursive: true });
  expect((await readPolicySources(places)).overlays.map(({ text }) => text)).toEqual(['b']);
  places.remove();
});

test('a file that is there and cannot be read is an error, not a file left out', async () => {
  const places = policyPlaces();
  mkdirSync(places.policyPath);
  await expect(readPolicySources(places)).rejects.toThrow(/EISDIR/);
  places.remove();
});

test('every added, changed and removed file changes the signature', async () => {
  const places = policyPlaces();
  const seen = new Set([await policySignature(places)]);
  const note = async () => seen.add(await policySignature(places));
  writeFileSync(places.policyPath, 'a');
  await note();
  writeFileSync(places.policyPath, 'bb');
  await note();
  writeFileSync(join(places.overlaysFolder, 'x.cedar'), '');
  await note();
  writeFileSync(join(places.machineFolder, 'policy.yaml'), '');
  await note();
  expect(seen.size).toBe(5);
  places.remove();
});
