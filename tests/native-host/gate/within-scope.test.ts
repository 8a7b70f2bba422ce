import { expect, test } from 'vitest';
import { ok } from '../../../shared/faults.ts';
import { examplePage, GateRig, target } from '../../fakes/gate-rig.ts';

const onPage = { page: 't1' };
const all = { tools: null, sites: null, read_only: false };

test('a client that was paired for reading reads, and does nothing else, whatever the rules allow', async () => {
  const rig = new GateRig();
  const scope = { ...all, read_only: true };
  expect((await rig.call('wait', { ...onPage, text: 'x' }, { scope })).receipt.fault).toBeNull();
  const { receipt } = await rig.call('click', { ...onPage, selector: 'text=Save' }, { scope });
  expect(receipt.verdict).toMatchObject({ decision: 'deny', policies: ['client.read-only'] });
  expect(rig.sent.some(({ method }) => method === 'tool.act')).toBe(false);
});

test('a client that was paired for a site stays on it: pages, frames and addresses of others are denied', async () => {
  const rig = new GateRig();
  const here = { ...all, sites: ['origin:https://shop.example'] };
  const click = async (scope: typeof here) =>
    (await rig.call('click', { ...onPage, selector: 'text=Save' }, { scope })).receipt.verdict.policies;
  expect(await click(here)).toEqual(['test.allow']);
  expect(await click({ ...all, sites: ['origin:https://other.example'] })).toEqual(['client.sites']);
  const away = await rig.call('navigate', { ...onPage, url: 'https://evil.example/' }, { scope: here });
  expect(away.receipt.verdict.policies).toEqual(['client.sites']);
  const frame = { id: 3, url: 'https://ads.example/x', origin: 'https://ads.example', document_id: 'D3' };
  rig.answers.prepare = () => ok({ page: examplePage, targets: [target({ frame })], dialog: null });
  expect(await click(here)).toEqual(['client.sites']);
  const pages = await rig.call('list_pages', {}, { scope: here });
  expect(pages.receipt.verdict.policies).toEqual(['client.sites']);
});

test('a scope only takes away: what the rules deny stays denied', async () => {
  const rig = new GateRig();
  rig.verdict = () => ({ decision: 'deny', policies: ['test.deny'], reason: 'No.' });
  const { receipt } = await rig.call('click', { ...onPage, selector: 'text=Save' }, { scope: all });
  expect(receipt.verdict.policies).toEqual(['test.deny']);
});

test('a script of a client that was paired for some tools calls those and no others', async () => {
  const rig = new GateRig();
  const scope = { ...all, tools: ['execute_code', 'click'] };
  const declared = { buckets: ['write' as const], sites: ['https://shop.example'] };
  const script = { declared, grants: new Set<string>(), tainted: false, sources: [] };
  const called = async (tool: string, args: Record<string, unknown>) =>
    (await rig.call(tool, { ...onPage, ...args }, { scope, script })).receipt.verdict.policies;
  expect(await called('click', { selector: 'text=Save' })).toEqual(['test.allow']);
  expect(await called('press_key', { key: 'Enter' })).toEqual(['client.tools']);
});
