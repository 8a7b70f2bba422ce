import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { realFolder } from '../../../native-host/policy/real-folder.ts';
import { policyPlaces } from './policy-rig.ts';

test('links of the part that exists are followed, and the rest is kept as it is', async () => {
  const { root, remove } = policyPlaces();
  mkdirSync(join(root, 'a'));
  symlinkSync(join(root, 'a'), join(root, 'link'));
  symlinkSync(join(root, 'nowhere'), join(root, 'dangling'));
  expect(await realFolder(join(root, 'link', 'b', 'c'))).toBe(join(root, 'a', 'b', 'c'));
  expect(await realFolder(join(root, 'a'))).toBe(join(root, 'a'));
  await expect(realFolder(join(root, 'dangling', 'x'))).rejects.toThrow();
  expect(await realFolder('/')).toBe('/');
  remove();
});
