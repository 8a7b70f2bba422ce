import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { noOrders } from '../../../native-host/policy/policy-file.ts';
import { switchedOffWords, switchOffPolicies } from '../../../native-host/policy/switch-off.ts';
import { question, withPolicy } from './policy-rig.ts';

// The engine is started several times here, which takes long on a busy machine.
vi.setConfig({ testTimeout: 240_000 });

const read = { tool: 'get_text', bucket: 'read' } as const;

test('who switched it off, where and why is one sentence', () => {
  const by = {
    layer: 'machine',
    place: '/etc/localagent/policy.yaml',
    orders: { ...noOrders, disabled: true },
  };
  expect(switchedOffWords(by)).toBe(
    'LocalAgent was switched off by your organisation (/etc/localagent/policy.yaml).',
  );
  const named = { ...by, orders: { ...by.orders, name: 'Example Ltd', reason: 'Incident 12.' } };
  expect(switchedOffWords(named)).toMatch(/by Example Ltd \(.*\)\. Reason given: Incident 12\.$/);
  expect(switchOffPolicies({ ...by, orders: noOrders })).toEqual([]);
});

test('an organisation that switches it off denies everything, approved or not, until it is taken away', async () => {
  const files = { 'home/policy.yaml': 'version: 1\nread: {mode: allow-all}\nwrite: {mode: allow-all}\n' };
  await withPolicy(files, async (store, places) => {
    expect(await store.judge(question(read))).toMatchObject({ decision: 'allow' });
    const changes: (string | null)[] = [];
    store.onChange(() => changes.push(store.switchedOff));
    const order = join(places.root, 'machine', 'policy.yaml');
    writeFileSync(order, 'version: 1\norganisation: Example "Ltd"\ndisabled: true\n');
    for (const one of [
      read,
      { granted: true },
      { resource: { kind: 'none' } as const, tool: 'list_pages', bucket: 'read' as const },
    ]) {
      const { decision, policies, reason } = await store.judge(question(one));
      expect([decision, policies]).toEqual(['deny', ['organisation.machine.switched-off']]);
      expect(reason).toMatch(
        /^LocalAgent was switched off by Example "Ltd" \(.*machine\/policy\.yaml\)\. Only the admin/,
      );
    }
    expect(store.hops.reach).toBe('url');
    expect(store.standing().map(({ id, source }) => [id, source])).toContainEqual([
      'organisation.machine.switched-off',
      'organisation',
    ]);
    rmSync(order);
    expect(await store.judge(question(read))).toMatchObject({ decision: 'allow' });
    expect(changes).toEqual([expect.stringContaining('Example "Ltd"'), null]);
  });
});

test('a managed browser switches it off and hands over template keys as well', async () => {
  await withPolicy({}, async (store) => {
    const key = `${'B'.repeat(43)}=`;
    await store.setManaged('Work', { version: 1, disabled: true, trusted_template_keys: [key] });
    expect(store.templateKeys).toEqual([key]);
    expect((await store.judge(question(read))).reason).toContain(
      'managed policy of the browser profile "Work"',
    );
    await store.setManaged('Work', { version: 1, disabled: 'yes' });
    expect(await store.judge(question(read))).toMatchObject({ policies: ['policy-invalid'] });
  });
});
