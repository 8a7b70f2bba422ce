import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { checkPolicyFile } from '../../../native-host/policy/check-policy-file.ts';
import { policiesFolder, policyPlaces, workerUrl } from './policy-rig.ts';

// The engine is started several times here, which takes long on a busy machine.
vi.setConfig({ testTimeout: 240_000 });

test('a policy file is checked without being put into force', async () => {
  const places = policyPlaces({
    'good.yaml': 'version: 1\n',
    'bad.yaml': 'version: 1\nread: {mode: nothing}\nwrite: {mode: deny-all, approve: true}\n',
    'good.cedar': '@id("a") forbid (principal, action, resource) when { context.tainted };',
    'bad.cedar': '\n@id("a") forbid (principal, action, resource) when { context.tented };',
  });
  const engine = { policiesFolder, workerUrl };
  const check = (name: string) => checkPolicyFile(join(places.root, name), engine);
  expect(await check('good.yaml')).toEqual({ ok: true, errors: [] });
  expect(await check('bad.yaml')).toMatchObject({ ok: false, errors: [{ line: 2 }] });
  expect(await check('good.cedar')).toEqual({ ok: true, errors: [] });
  expect(await check('bad.cedar')).toMatchObject({
    ok: false,
    errors: [{ line: 2, message: expect.stringMatching(/tented/) }],
  });
  expect(await check('none.yaml')).toMatchObject({
    ok: false,
    errors: [{ message: expect.stringMatching(/cannot be read/) }],
  });
  places.remove();
});
