import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { on, policyPlaces, question, unattended, withPolicy } from './policy-rig.ts';

// The engine is started several times here, which takes long on a busy machine.
vi.setConfig({ testTimeout: 240_000 });

// Attempts to get past the rules by links between folders, and the rules that always hold.

const policyYaml = (text: string) => ({ 'home/policy.yaml': `version: 1\n${text}\n` });
const folder = (path: string) => question({ tool: 'save_file', resource: { kind: 'folder', path } });

test('a folder covers what lies in it, and a link does not lead out of it', async () => {
  const places = policyPlaces();
  const [inside, outside] = [join(places.root, 'in'), join(places.root, 'out')];
  for (const path of [inside, outside]) mkdirSync(path);
  symlinkSync(outside, join(inside, 'link'));
  symlinkSync(inside, join(places.root, 'way-in'));
  const list = JSON.stringify([`folder:${join(places.root, 'way-in')}`, 'folder:~/Reports']);
  await withPolicy(policyYaml(`write: {mode: allow-list, resources: ${list}}`), async (store) => {
    const decision = async (path: string) => (await store.judge(folder(path))).decision;
    expect(await decision(inside)).toBe('allow');
    expect(await decision(join(inside, 'a', 'b'))).toBe('allow');
    expect(await decision(join(places.root, 'way-in', 'c'))).toBe('allow');
    expect(await decision('~/Reports/2026')).toBe('allow');
    expect(await decision(`${inside}side`)).toBe('deny');
    expect(await decision(join(inside, 'link'))).toBe('deny');
    expect(await decision(join(inside, '..', 'out'))).toBe('deny');
    expect(await store.judge(folder('in'))).toMatchObject({ policies: ['always.address'] });
    expect(await store.judge(folder('/a'.repeat(100)))).toMatchObject({ policies: ['always.address'] });
  });
  places.remove();
});

test("allowing everything does not reach local addresses, a program's far-reaching acts, or deleting unattended", async () => {
  const everything = ['read', 'write', 'delete', 'admin'].map((bucket) => `${bucket}: {mode: allow-all}`);
  await withPolicy(policyYaml(everything.join('\n')), async (store) => {
    for (const url of ['http://example.com', 'http://127.1:8931', 'https://8.8.8.8', 'https://router.lan']) {
      expect(await store.judge(on(url))).toMatchObject({ decision: 'ask', policies: ['write.unnamed'] });
      expect(await store.judge(on(url, { granted: true }))).toMatchObject({ decision: 'allow' });
      expect(await store.judge(on(url, { caller: unattended }))).toMatchObject({ decision: 'deny' });
      expect(await store.judge(on(url, { tool: 'get_text', bucket: 'read' }))).toMatchObject({
        decision: 'allow',
      });
    }
    const script = { tool: 'evaluate_script', bucket: 'admin' } as const;
    for (const kind of ['agent', 'code', 'mcp', 'job'] as const) {
      const caller = { kind, id: 'one', unattended: false };
      expect(await store.judge(question({ ...script, caller }))).toMatchObject({
        decision: 'ask',
        policies: ['admin.program'],
      });
    }
    expect(await store.judge(question(script))).toMatchObject({ decision: 'allow' });
    const removal = { bucket: 'delete', caller: unattended } as const;
    expect(await store.judge(question(removal))).toMatchObject({ policies: ['always.delete-unattended'] });
    const template = { id: 't', version: '1.0.0', reviewed: true, accepted: true };
    expect(await store.judge(question({ ...removal, template }))).toMatchObject({ decision: 'allow' });
    const draft = { ...template, reviewed: false };
    expect(await store.judge(question({ ...removal, template: draft }))).toMatchObject({ decision: 'deny' });
  });
});

test('an address made from text of another site is asked about before it is opened', async () => {
  await withPolicy({}, async (store) => {
    const open = (sources: readonly string[], granted = false) =>
      store.judge(question({ tool: 'navigate', bucket: 'read', tainted: true, sources, granted }));
    expect(await open(['https://example.com'])).toMatchObject({ decision: 'allow' });
    for (const sources of [[], ['https://bank.test'], ['https://example.com', 'https://bank.test']]) {
      expect(await open(sources)).toMatchObject({ decision: 'ask', policies: ['always.tainted-address'] });
      expect(await open(sources, true)).toMatchObject({ decision: 'allow' });
    }
  });
});

test('always: opaque documents are only read, secrets stay out of foreign frames, page text needs approval', async () => {
  const everything = ['read', 'write', 'delete', 'admin']
    .map((bucket) => `${bucket}: {mode: allow-all}`)
    .join('\n');
  await withPolicy(policyYaml(everything), async (store) => {
    const policies = async (different: Parameters<typeof question>[0]) =>
      (await store.judge(question(different))).policies;
    for (const url of ['null', 'about:srcdoc']) {
      const opaque = { kind: 'site', url } as const;
      expect(await policies({ resource: opaque })).toEqual(['always.opaque-origin']);
      expect(await policies({ frame_url: url })).toEqual(['always.opaque-origin']);
      expect(await policies({ resource: opaque, tool: 'get_text', bucket: 'read' })).toEqual([
        'read.allow-all',
      ]);
    }
    expect(await policies({ frame_url: 'https://example.com/frame', secret_used: true })).toEqual([
      'write.allow-all',
    ]);
    expect(await policies({ frame_url: 'https://pay.test', secret_used: true })).toEqual([
      'always.secret-in-foreign-frame',
    ]);
    const tainted = { tainted: true, sources: ['https://evil.test'] };
    expect(await store.judge(question(tainted))).toMatchObject({
      decision: 'ask',
      policies: ['always.tainted'],
    });
    expect((await store.judge(question({ ...tainted, granted: true }))).decision).toBe('allow');
    expect((await store.judge(question({ ...tainted, caller: unattended }))).decision).toBe('deny');
    expect(await store.judge(on('https://еxample.com'))).toMatchObject({
      decision: 'ask',
      policies: ['always.mixed-script'],
    });
    expect(await policies({ mode: 'PLAN' })).toEqual(['always.plan-only-reads']);
    expect(await policies({ tool: 'fly' })).toEqual(['engine']);
    expect(await policies({ tool: 'click', bucket: 'admin' })).toEqual(['engine']);
  });
});
