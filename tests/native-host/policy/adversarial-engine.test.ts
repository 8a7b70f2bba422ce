import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { checkPolicyFile } from '../../../native-host/policy/check-policy-file.ts';
import { on, policiesFolder, question, withPolicy, workerUrl } from './policy-rig.ts';

// Attempts to get past the rules by way of the engine that evaluates them, or of the moment at which they change.

vi.setConfig({ testTimeout: 240_000 });

const allowed = { 'home/policy.yaml': 'version: 1\nwrite: {mode: allow-all}\n' };
const overlay = (text: string) => ({ ...allowed, 'home/policies/a.cedar': text });

test('a forbid whose evaluation errs does not vanish: what would be allowed without it is denied', async () => {
  // Cedar leaves such a rule out and answers allow, with the error beside it.
  const erring =
    '@id("a") forbid (principal, action, resource) when { resource is LocalAgent::Site && resource.port * 9223372036854775807 > 0 };';
  await withPolicy(overlay(erring), async (store) => {
    expect(await store.judge(question())).toMatchObject({ decision: 'deny', policies: ['engine'] });
    // The engine goes on: where nothing errs, the answer is the usual one.
    expect(await store.judge(question({ resource: { kind: 'none' } }))).toMatchObject({ decision: 'allow' });
  });
});

test('a rule of 10,000 brackets is refused before the engine sees it, and the engine still answers', async () => {
  const deep = `@id("a") forbid (principal, action, resource) when { ${'('.repeat(10_000)}true${')'.repeat(10_000)} };`;
  await withPolicy(allowed, async (store, places) => {
    const path = join(places.overlaysFolder, 'a.cedar');
    writeFileSync(path, deep);
    const checked = await checkPolicyFile(path, { policiesFolder, workerUrl });
    expect(checked).toMatchObject({
      ok: false,
      errors: [{ line: 1, message: expect.stringMatching(/levels deep/) }],
    });
    expect(await store.judge(question())).toMatchObject({ policies: ['policy-invalid'] });
    rmSync(path);
    expect(await store.judge(question())).toMatchObject({ decision: 'allow' });
  });
});

test('every change of mode, list, overlay or managed policy has a version of its own, and the same rules the same', async () => {
  await withPolicy(allowed, async (store, places) => {
    const versions = new Set<string>();
    const first = store.version;
    const changes: readonly (() => Promise<void> | void)[] = [
      () => writeFileSync(places.policyPath, 'version: 1\nwrite: {mode: deny-all}\n'),
      () =>
        writeFileSync(
          places.policyPath,
          'version: 1\nwrite: {mode: allow-list, resources: ["domain:a.test"]}\n',
        ),
      () =>
        writeFileSync(
          places.policyPath,
          'version: 1\nwrite: {mode: allow-list, resources: ["domain:b.test"]}\n',
        ),
      () =>
        writeFileSync(
          join(places.overlaysFolder, 'a.cedar'),
          '@id("a") forbid (principal, action, resource) when { context.tainted };',
        ),
      () =>
        writeFileSync(join(places.machineFolder, 'policy.yaml'), 'version: 1\ndelete: {mode: deny-all}\n'),
      () => store.setManaged('Work', { version: 1, admin: { mode: 'deny-all' } }),
    ];
    for (const change of changes) {
      await change();
      await store.judge(question());
      versions.add(store.version);
    }
    expect(versions.size).toBe(changes.length);
    expect(versions).not.toContain(first);
    await store.setManaged('Work', null);
    for (const path of [join(places.overlaysFolder, 'a.cedar'), join(places.machineFolder, 'policy.yaml')])
      rmSync(path);
    writeFileSync(places.policyPath, allowed['home/policy.yaml']);
    await store.judge(question());
    expect(store.version).toBe(first);
  });
});

test('what was allowed before a change is not remembered after it', async () => {
  await withPolicy(allowed, async (store, places) => {
    const asked = on('https://example.com/orders');
    for (const [mode, decision] of [
      ['allow-all', 'allow'],
      ['deny-all', 'deny'],
      ['allow-all', 'allow'],
    ] as const) {
      writeFileSync(places.policyPath, `version: 1\nwrite: {mode: ${mode}}\n`);
      expect((await store.judge(asked)).decision).toBe(decision);
    }
  });
});
