import { expect, test } from 'vitest';
import { ok } from '../../../shared/faults.ts';
import { allow, examplePage, GateRig, target } from '../../fakes/gate-rig.ts';

const onPage = { page: 't1' };
const asks = {
  ...allow,
  decision: 'ask' as const,
  policies: ['write.approve'],
  reason: 'Writing needs your approval.',
};

function rig(scope: 'once' | 'run' | 'site') {
  const asked: string[][] = [];
  const made = new GateRig({
    approvals: {
      ask: async (request) => {
        asked.push((request.offers ?? []).map((offer) => offer.scope));
        return { answer: 'approved', by: 'test', scope };
      },
    },
  });
  made.verdict = (question) => (question.granted ? allow : asks);
  return { made, asked };
}
const caller = { kind: 'mcp', id: 'm1', unattended: false } as const;

test('an approval for the session is not asked again for this tool on this origin, and ends with the session', async () => {
  const { made, asked } = rig('run');
  await made.call('click', { ...onPage, selector: 'text=Save' }, { caller });
  await made.call('click', { ...onPage, selector: 'text=Save' }, { caller });
  expect(asked).toEqual([['run', 'site']]);
  await made.call('press_key', { ...onPage, key: 'Enter' }, { caller });
  expect(asked).toHaveLength(2);
  await made.call('click', { ...onPage, selector: 'text=Save' }, { caller: { ...caller, id: 'm2' } });
  expect(asked).toHaveLength(3);
  made.gate.forget('m1');
  await made.call('click', { ...onPage, selector: 'text=Save' }, { caller });
  expect(asked).toHaveLength(4);
});

test('this once is this once', async () => {
  const { made, asked } = rig('once');
  await made.call('click', { ...onPage, selector: 'text=Save' }, { caller });
  await made.call('click', { ...onPage, selector: 'text=Save' }, { caller });
  expect(asked).toHaveLength(2);
});

test('for what deletes nothing wider is offered, and a standing yes to clicks does not cover it', async () => {
  const { made, asked } = rig('run');
  await made.call('click', { ...onPage, selector: 'text=Save' }, { caller });
  made.answers.prepare = () =>
    ok({ page: examplePage, targets: [target({ name: 'Delete invoice' })], dialog: null });
  await made.call('click', { ...onPage, selector: 'text=Delete' }, { caller });
  expect(asked).toEqual([['run', 'site'], []]);
});

test('an act in a frame of another site is asked about each time', async () => {
  const { made, asked } = rig('run');
  const frame = { id: 3, url: 'https://ads.example/x', origin: 'https://ads.example', document_id: 'D3' };
  made.answers.prepare = () => ok({ page: examplePage, targets: [target({ frame })], dialog: null });
  await made.call('click', { ...onPage, selector: 'text=Save' }, { caller });
  expect(asked).toEqual([[]]);
});

test('a standing yes does not cover what a page put into the arguments, and nothing wider is offered for it', async () => {
  const { made, asked } = rig('run');
  await made.call('click', { ...onPage, selector: 'text=Save' }, { caller });
  const declared = { buckets: ['write' as const], sites: ['https://shop.example'] };
  const sources = ['https://evil.example'];
  const script = { declared, grants: new Set<string>(), tainted: true, sources };
  await made.call('click', { ...onPage, selector: 'text=Save' }, { caller, script });
  expect(asked).toEqual([['run', 'site'], []]);
});

test('what was approved under other rules counts for nothing: not a standing yes, and not the one just given', async () => {
  const asked: string[][] = [];
  let mark = 'v1';
  const bound = (question: { granted: boolean; granted_under?: string | null }) =>
    question.granted && question.granted_under === mark ? allow : asks;
  const judging = new GateRig({
    judge: { judge: async (question) => bound(question), mark: () => mark },
    approvals: {
      ask: async (request) => {
        asked.push((request.offers ?? []).map((offer) => offer.scope));
        if (asked.length === 2) mark = 'v3';
        return { answer: 'approved', by: 'test', scope: 'run' };
      },
    },
  });
  const click = () => judging.call('click', { ...onPage, selector: 'text=Save' }, { caller });
  expect((await click()).receipt.fault).toBeNull();
  mark = 'v2';
  const { receipt } = await click();
  expect(receipt.fault?.message).toMatch(/The rules changed while the question waited/);
  expect(judging.sent.filter(({ method }) => method === 'tool.act')).toHaveLength(1);
  expect((await click()).receipt.fault).toBeNull();
  expect(asked).toHaveLength(3);
});
