import { writeFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { watchPolicyPlaces } from '../../../native-host/policy/policy-watch.ts';
import { policyPlaces } from './policy-rig.ts';

test('a written file is noticed, and nothing after the end', async () => {
  const places = policyPlaces();
  const changed = vi.fn();
  const end = watchPolicyPlaces(places, changed);
  writeFileSync(places.policyPath, 'version: 1\n');
  await vi.waitFor(() => expect(changed).toHaveBeenCalled(), 20_000);
  end();
  changed.mockClear();
  writeFileSync(places.policyPath, 'version: 1\n\n');
  await new Promise((done) => setTimeout(done, 200));
  expect(changed).not.toHaveBeenCalled();
  places.remove();
});

test('a folder that is not there is no error', () => {
  const places = policyPlaces();
  places.remove();
  watchPolicyPlaces(places, () => {})();
});
