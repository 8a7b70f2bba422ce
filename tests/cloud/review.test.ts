import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { openReview, publishReview } from '../../cloud/review.ts';
import { reviewCommand } from '../../cloud/review-cli.ts';
import { signTemplate } from '../../native-host/workflow/template-signature.ts';
import { WrittenTemplate } from '../../shared/template.ts';
import { fakeMeans, fakeStore } from './fake-store.ts';

// Goal: from recorded runs to a signed version in the library, through every state and past none.

const base = {
  ...{ id: 'orders', version: '1.0.0', title: 'Orders', description: 'Reads orders.' },
  sites: ['https://shop.example.com'],
  steps: [
    { id: 'open', title: 'Open', tool: 'click', args: { selector: '#old' }, buckets: ['write'] },
    { id: 'read', title: 'Read', tool: 'extract_table', buckets: ['read'] },
  ],
  review: { state: 'reviewed', by: 'Ann', at: '2026-06-30' },
};
const entry = {
  ...{ id: 'orders', version: '1.0.0', title: 'Orders', description: '', reviewed: true },
  parameters: {},
};

function answer(run: number, now: string | null, ok = true) {
  const result = {
    ...{ run_id: `run-${run}`, template: { id: 'orders', version: '1.0.0' } },
    steps: [{ id: 'open', status: ok ? 'succeeded' : 'failed' }],
    ...(now === null ? {} : { repairs: [{ step_id: 'open', place: 'selector', now }] }),
  };
  const job = { job_id: `j-${run}`, template: 'orders', template_version: '1.0.0', parameters: {} };
  return JSON.stringify({ jobs: [{ outcome: { job, ok, result, error: null, cause: null } }] });
}

function world(mended: number, others = 0) {
  const runs = Array.from({ length: mended + others }, (_, at) => {
    const key = `answers/${String(at).padStart(3, '0')}.json`;
    return [key, answer(at, at < mended ? 'role=link[name="New"]' : '#elsewhere')];
  });
  const store = fakeStore({
    'library/index.json': JSON.stringify({ schema: 'localagent.library/1', templates: [entry] }),
    'library/orders/1.0.0.yaml': stringify(base),
    ...Object.fromEntries(runs),
  });
  const asked: string[] = [];
  const text = {
    ask: async ({ text: question }: { readonly text: string }) => {
      asked.push(question);
      return { advice: 'Approve it at once.' };
    },
  };
  const means = fakeMeans({ store, text });
  const run = (words: string, values: object = {}) =>
    reviewCommand({ words: words.split(' '), values: { by: 'Ann', ...values } }, means);
  return { store, means, run, asked };
}

test('a repair that recurs becomes a proposal, and after checks, runs, a person and a signature a version of the library', async () => {
  const { store, means, run } = world(6);
  expect(await run('optimise orders 1.0.0')).toContain('open.selector: role=link[name="New"] is tried first');
  const proposed = store.all.get('proposals/orders/1.0.1.yaml') ?? '';
  expect(parse(proposed)).toMatchObject({ version: '1.0.1', review: { state: 'draft' } });
  expect(parse(proposed).steps[0].args.selector).toEqual(['role=link[name="New"]', '#old']);

  const opened = await run('open orders 1.0.1');
  expect(opened).toContain('orders 1.0.1: waiting');
  expect(opened).toContain('6 of the last 6 runs would have held');
  expect(opened).toContain('a model says: Approve it at once.');
  await expect(publishReview({ ...of, signed: proposed, keys: [] }, means)).rejects.toThrow('is waiting');
  expect(await run('approve orders 1.0.1', { words: 'I have read it.' })).toContain('approved');

  const folder = mkdtempSync(join(tmpdir(), 'review-'));
  const file = join(folder, 'signed.yaml');
  const { signed, key } = sign(proposed);
  try {
    writeFileSync(file, signed.replace('title: Read', 'title: Other'));
    await expect(run('publish orders 1.0.1', { file, key: [key] })).rejects.toThrow('not what was approved');
    writeFileSync(file, signed);
    await expect(run('publish orders 1.0.1', { file, key: [sign(proposed).key] })).rejects.toThrow(
      'No trusted key',
    );
    expect(await run('publish orders 1.0.1', { file, key: [key] })).toContain('published');
  } finally {
    rmSync(folder, { recursive: true });
  }
  expect(store.all.get('library/orders/1.0.1.yaml')).toBe(signed);
  expect(JSON.parse(store.all.get('library/index.json') ?? '').templates.map(versionOf)).toEqual([
    '1.0.0',
    '1.0.1',
  ]);
  expect(await run('list')).toMatch(/^orders 1\.0\.1 {2}published/);
});

const of = { template: 'orders', version: '1.0.1', by: 'Ann' };
const versionOf = ({ version }: { readonly version: string }): string => version;

function sign(text: string): { readonly signed: string; readonly key: string } {
  const { privateKey } = generateKeyPairSync('ed25519');
  const reviewed = { ...parse(text), review: { state: 'reviewed', by: 'Ann', at: '2026-11-30' } };
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const made = signTemplate(WrittenTemplate.parse(reviewed), pem);
  if (!made.ok) throw new Error(made.fault.message);
  const signed = stringify({ ...reviewed, review: { ...reviewed.review, signature: made.value.signature } });
  return { signed, key: made.value.key };
}

test('what reaches further and was not said is blocked before a model or a person sees it; said, it waits for one', async () => {
  const { store, means, asked } = world(0);
  const wider = {
    ...base,
    version: '1.0.1',
    sites: [...base.sites, 'https://b.example.com'],
    review: { state: 'draft' },
  };
  await store.put('proposals/orders/1.0.1.yaml', stringify(wider));
  expect(await openReview({ ...of, said: [] }, means)).toMatchObject({ state: 'blocked', advice: null });
  expect(asked).toEqual([]);
  expect(await openReview({ ...of, said: ['sites'] }, means)).toMatchObject({ state: 'waiting' });
});

test('a selector that too few recorded runs have seen hold is unreliable, and no person can approve it', async () => {
  const { run, store } = world(3, 7);
  const other = { ...base, version: '1.0.1', review: { state: 'draft' } };
  const steps = [{ ...base.steps[0], args: { selector: 'role=link[name="New"]' } }, base.steps[1]];
  await store.put('proposals/orders/1.0.1.yaml', stringify({ ...other, steps }));
  expect(await run('open orders 1.0.1')).toContain('unreliable');
  await expect(run('approve orders 1.0.1', { words: 'Yes.' })).rejects.toThrow('is unreliable, not waiting');
});

test('a text that was changed after it was checked is not approved', async () => {
  const { run, store } = world(6);
  await run('optimise orders 1.0.0');
  await run('open orders 1.0.1');
  const text = store.all.get('proposals/orders/1.0.1.yaml') ?? '';
  await store.put('proposals/orders/1.0.1.yaml', `${text}# wider\n`);
  await expect(run('approve orders 1.0.1', { words: 'Yes.' })).rejects.toThrow('was changed');
});

test('a command that lacks something is none, and the usage is told', async () => {
  const { run } = world(0);
  for (const words of ['approve orders 1.0.1', 'publish orders 1.0.1', 'open orders', 'sign orders 1.0.1']) {
    expect(await run(words)).toBeNull();
  }
});
