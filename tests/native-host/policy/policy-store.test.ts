import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { StartError } from '../../../native-host/io/start-error.ts';
import { PolicyStore } from '../../../native-host/policy/policy-store.ts';
import { faultyWorkerUrl, on, policyPlaces, question, unattended, withPolicy } from './policy-rig.ts';

// The engine is started several times here, which takes long on a busy machine.
vi.setConfig({ testTimeout: 240_000 });

const policyYaml = (text: string) => ({ 'home/policy.yaml': `version: 1\n${text}\n` });

test('a new installation reads, asks before writing, deleting and downloading, and denies other admin acts', async () => {
  await withPolicy({}, async (store) => {
    const decided = async (tool: string, bucket: 'read' | 'write' | 'delete' | 'admin') => {
      const { decision, policies } = await store.judge(question({ tool, bucket }));
      return [decision, ...policies];
    };
    expect(await decided('get_text', 'read')).toEqual(['allow', 'default.read.allow-all']);
    expect(await decided('click', 'write')).toEqual(['ask', 'default.write.approve']);
    expect(await decided('click', 'delete')).toEqual(['ask', 'default.delete.approve']);
    expect(await decided('download', 'admin')).toEqual(['ask', 'default.tool.download.approve']);
    expect(await decided('evaluate_script', 'admin')).toEqual(['deny', 'default.admin.deny-all']);
    const alone = await store.judge(question({ caller: unattended }));
    expect(alone).toMatchObject({ decision: 'deny', policies: ['default.write.approve'] });
    expect(alone.reason).toMatch(/Nobody can be asked.*policy\.yaml/);
    expect((await store.judge(question({ granted: true }))).decision).toBe('allow');
    expect((await store.judge(question({ granted: true, caller: unattended }))).decision).toBe('allow');
  });
});

test('a deleting click is judged by the rules for deleting only', async () => {
  await withPolicy(policyYaml('write: {mode: deny-all}\ndelete: {mode: allow-all}'), async (store) => {
    expect(await store.judge(question({ bucket: 'delete' }))).toMatchObject({
      policies: ['delete.allow-all'],
    });
    expect(await store.judge(question())).toMatchObject({ decision: 'deny', policies: ['write.deny-all'] });
  });
});

test('a rule for a single tool stands in the place of its bucket’s rule', async () => {
  const rule = 'admin: {mode: allow-all, tools: {download: {mode: deny-all}}}';
  await withPolicy(policyYaml(rule), async (store) => {
    const download = await store.judge(question({ tool: 'download', bucket: 'admin' }));
    expect(download).toMatchObject({ decision: 'deny', policies: ['tool.download.deny-all'] });
    const script = await store.judge(question({ tool: 'evaluate_script', bucket: 'admin' }));
    expect(script).toMatchObject({ decision: 'allow', policies: ['admin.allow-all'] });
  });
});

test('calls about no site are judged by bucket alone', async () => {
  const list = { tool: 'list_pages', bucket: 'read', resource: { kind: 'none' } } as const;
  await withPolicy(policyYaml('read: {mode: allow-list, resources: []}'), async (store) => {
    expect((await store.judge(question(list))).decision).toBe('allow');
  });
  await withPolicy(policyYaml('read: {mode: deny-all}'), async (store) => {
    expect(await store.judge(question(list))).toMatchObject({
      decision: 'deny',
      policies: ['read.deny-all'],
    });
  });
});

test('an accepted, reviewed template is not asked again for writing and downloading, and for nothing else', async () => {
  const template = { id: 'report', version: '1.0.0', reviewed: true, accepted: true };
  const download = { tool: 'download', bucket: 'admin' } as const;
  await withPolicy({}, async (store) => {
    const decision = async (different: Parameters<typeof question>[0]) =>
      (await store.judge(question({ caller: unattended, template, ...different }))).decision;
    expect(await decision({})).toBe('allow');
    expect(await decision(download)).toBe('allow');
    expect(await decision({ bucket: 'delete' })).toBe('deny');
    expect(await decision({ tool: 'evaluate_script', bucket: 'admin' })).toBe('deny');
    expect(await decision({ template: { ...template, reviewed: false } })).toBe('deny');
    expect(await decision({ template: { ...template, accepted: false } })).toBe('deny');
    expect(await decision({ tainted: true })).toBe('deny');
  });
  await withPolicy(policyYaml('admin: {mode: deny-all}'), async (store) => {
    const verdict = await store.judge(question({ template, ...download, granted: true }));
    expect(verdict).toMatchObject({ decision: 'deny', policies: ['admin.deny-all'] });
  });
});

test('an organisation can take away and never give', async () => {
  const files = {
    ...policyYaml('read: {mode: allow-all}\nwrite: {mode: allow-all}\ndelete: {mode: deny-all}'),
    'machine/policy.yaml':
      'version: 1\nwrite: {mode: allow-list, resources: ["domain:example.com"]}\ndelete: {mode: allow-all}\n',
    'machine/policies/hours.cedar':
      '@id("no-checkout") @title("Nothing is bought on {resource}.") forbid (principal, action, resource) when { context.path == "/checkout" };',
  };
  await withPolicy(files, async (store) => {
    expect((await store.judge(question())).decision).toBe('allow');
    const outside = await store.judge(on('https://other.test'));
    expect(outside).toMatchObject({ decision: 'deny', policies: ['organisation.machine.write.allow-list'] });
    expect(outside.reason).toMatch(/by your organisation.*administrator/);
    expect((await store.judge(question({ bucket: 'delete' }))).policies).toEqual(['delete.deny-all']);
    const bought = await store.judge(on('https://example.com/checkout'));
    expect(bought).toMatchObject({ decision: 'deny', policies: ['no-checkout'] });
    expect(bought.reason).toMatch(/^Nothing is bought on https:\/\/example.com\./);
    expect(store.rules().map(({ source }) => source)).toContain('organisation');

    const before = store.version;
    await store.setManaged('Work', { version: 1, read: { mode: 'allow-all', approve: true } });
    await store.setManaged('Other', { version: 1, read: { mode: 'allow-all', approve: true } });
    expect(await store.judge(question({ tool: 'get_text', bucket: 'read' }))).toMatchObject({
      decision: 'ask',
      policies: ['organisation.browser.read.approve'],
    });
    expect(store.version).not.toBe(before);
    await store.setManaged('Work', null);
    await store.setManaged('Other', null);
    expect(store.version).toBe(before);
    await store.setManaged('Work', { version: 1, reed: {} });
    expect(store.error).toMatch(/browser profile "Work".*"reed"/);
    expect((await store.judge(question())).policies).toEqual(['policy-invalid']);
  });
});

test('a policy that is not valid at start names file, line, reason and remedy', async () => {
  const cases = {
    'home/policy.yaml': ['version: 1\nread: {mode: allow-list, resources: ["domain:co.uk"]}\n', 2],
    'machine/policy.yaml': ['version: 3\n', 1],
    'home/policies/a.cedar': ['\nforbid (principal', 2],
  } as const;
  for (const [name, [text, line]] of Object.entries(cases)) {
    const places = policyPlaces({ [name]: text });
    const opened = PolicyStore.open(places);
    await expect(opened).rejects.toBeInstanceOf(StartError);
    const where = `${join(places.root, name)}, line ${line}`;
    await expect(opened).rejects.toMatchObject({ where, remedy: expect.stringMatching(/policy check/) });
    places.remove();
  }
});

test('a change is picked up without a restart, and while the policy is invalid everything is denied', async () => {
  await withPolicy(policyYaml('write: {mode: allow-all}'), async (store, places) => {
    const changes: (string | null)[] = [];
    store.onChange(({ error }) => changes.push(error));
    const first = store.version;
    const write = (text: string) => writeFileSync(places.policyPath, `version: 1\n${text}\n`);
    write('write: {mode: deny-all}');
    await vi.waitFor(() => expect(store.version).not.toBe(first), 20_000);
    expect((await store.judge(question())).policies).toEqual(['write.deny-all']);
    write('write: {mode: allow-everything}');
    await vi.waitFor(
      () => expect(store.error).toMatch(/policy\.yaml, line 2: .*"write\.mode" must be/),
      20_000,
    );
    const denied = await store.judge(question({ tool: 'get_text', bucket: 'read' }));
    expect(denied).toMatchObject({ decision: 'deny', policies: ['policy-invalid'] });
    expect(denied.reason).toContain('line 2');
    rmSync(places.policyPath);
    await vi.waitFor(() => expect(store.error).toBeNull(), 20_000);
    expect((await store.judge(question())).policies).toEqual(['default.write.approve']);
    await vi.waitFor(() => expect(changes.at(-1)).toBeNull(), 20_000);
    expect(changes.some((error) => error?.includes('line 2') === true)).toBe(true);
  });
});

test('a question right after a change is judged by the new rules', async () => {
  await withPolicy(policyYaml('write: {mode: allow-all}'), async (store, places) => {
    for (const [mode, decision] of [
      ['deny-all', 'deny'],
      ['allow-all', 'allow'],
    ] as const) {
      writeFileSync(places.policyPath, `version: 1\nwrite: {mode: ${mode}}\n`);
      const verdicts = await Promise.all([store.judge(question()), store.judge(question())]);
      expect(verdicts.map((verdict) => verdict.decision)).toEqual([decision, decision]);
    }
  });
});

test('an engine that fails denies with a reason', async () => {
  const worker = { workerUrl: faultyWorkerUrl('errors'), decisionMs: 100 };
  await withPolicy(
    {},
    async (store) => {
      const verdict = await store.judge(question());
      expect(verdict).toMatchObject({ decision: 'deny', policies: ['engine'] });
      expect(verdict.reason).not.toBe('');
    },
    worker,
  );
});

test('a list of 50,000 entries decides rightly, and as fast as a short one', async () => {
  const entries = Array.from({ length: 50_000 }, (_, index) => `  - domain:site${index}.test`).join('\n');
  await withPolicy(policyYaml(`write:\n mode: allow-list\n resources:\n${entries}`), async (store) => {
    const [inside, outside] = [on('https://a.site49999.test'), on('https://site50000.test')];
    expect((await store.judge(inside)).decision).toBe('allow');
    expect((await store.judge(outside)).decision).toBe('deny');
    const rounds = 100;
    const start = performance.now();
    for (let round = 0; round < rounds; round += 1) await store.judge(inside);
    console.log(`50,000 entries: ${((performance.now() - start) / rounds).toFixed(2)} ms a decision`);
  });
});

test('an explanation shows the rule that decided', async () => {
  await withPolicy(policyYaml('write: {mode: deny-all}'), async (store) => {
    const { verdict, deciding } = await store.explain(question());
    expect(verdict.policies).toEqual(['write.deny-all']);
    expect(deciding).toMatchObject([
      {
        id: 'write.deny-all',
        text: expect.stringContaining('forbid (principal'),
        fix: expect.stringContaining('policy.yaml'),
      },
    ]);
  });
});

test('a yes counts under the rules it was given under, and under those that a yes for good has added to', async () => {
  const rules = policyYaml('write: { mode: allow-all, approve: true }');
  await withPolicy(rules, async (store, places) => {
    const given = { granted: true, granted_under: store.mark };
    const changes: boolean[] = [];
    store.onChange(({ voids }) => void changes.push(voids));
    expect((await store.judge(question(given))).decision).toBe('allow');
    writeFileSync(places.policyPath, `${rules['home/policy.yaml']}delete: { mode: deny-all }\n`);
    await store.reload({ keepsGrants: true });
    expect((await store.judge(question(given))).decision).toBe('allow');
    writeFileSync(places.policyPath, `${rules['home/policy.yaml']}delete: { mode: allow-all }\n`);
    expect((await store.judge(question(given))).decision).toBe('ask');
    expect((await store.judge(question({ granted: true, granted_under: store.mark }))).decision).toBe(
      'allow',
    );
    expect(changes).toEqual([false, true]);
  });
});
