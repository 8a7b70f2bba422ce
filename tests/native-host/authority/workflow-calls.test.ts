import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createWorkflowCalls } from '../../../native-host/authority/workflow-calls.ts';
import type { LedgerEntry, Question } from '../../../native-host/gate/ports.ts';
import type { RunContext } from '../../../native-host/workflow/ports.ts';
import { ok } from '../../../shared/faults.ts';
import type { PlannedCall } from '../../../shared/run.ts';
import { allow, deny, examplePage, GateRig, outcome, target } from '../../fakes/gate-rig.ts';

const context: RunContext = {
  run_id: '20260630-101500-4f2a9c1b',
  caller: { kind: 'workflow', id: '20260630-101500-4f2a9c1b', unattended: false },
  profile: null,
  template: { id: 'a', version: '1.0.0', reviewed: true, accepted: false },
  granted: [],
};
const click: PlannedCall = {
  step_id: 's',
  tool: 'click',
  bucket: 'write',
  resource: 'origin:https://shop.example',
};
const save: PlannedCall = { step_id: 's', tool: 'save_file', bucket: 'write', resource: 'folder:~/Reports' };

function made(rig = new GateRig()) {
  const questions: Question[] = [];
  const rows: LedgerEntry[] = [];
  const judge = {
    judge: async (question: Question) => {
      questions.push(question);
      return question.tool === 'click' ? allow : deny;
    },
  };
  const book = {
    readOnly: false,
    append: (entries: readonly LedgerEntry[]) => void rows.push(...entries),
    queue: () => {},
  };
  return { calls: createWorkflowCalls(rig.gate, judge, { book, clock: () => 0 }), questions, rows, rig };
}

test('a plan is judged call by call, on the sites and folders that it names', async () => {
  const { calls, questions } = made();
  const verdicts = await calls.judge([click, save], context);
  expect(verdicts.map(({ decision }) => decision)).toEqual(['allow', 'deny']);
  expect(questions.map(({ resource }) => resource)).toEqual([
    { kind: 'site', url: 'https://shop.example/' },
    { kind: 'folder', path: join(homedir(), 'Reports') },
  ]);
});

test('what the person approved in the plan counts as granted at the call, and nothing else does', async () => {
  const rig = new GateRig();
  rig.answers.prepare = () => ok({ page: examplePage, targets: [target()], dialog: null });
  rig.answers.act = () => ok(outcome({ delivered: true, effects: [] }));
  const { calls } = made(rig);
  const request = {
    tool: 'click',
    args: { page: 't1', selector: 'text=Save' },
    step_id: 's',
    declared: { buckets: ['write'], sites: ['https://shop.example'] },
    timeout_ms: 1000,
  } as const;
  await calls.call(request, { ...context, granted: [click] }, new AbortController().signal);
  await calls.call(request, { ...context, granted: [save] }, new AbortController().signal);
  expect(rig.questions.map(({ granted }) => granted)).toEqual([true, false]);
});

test('a refused plan leaves a denied row with a receipt that names the policy', () => {
  const { calls, rows } = made();
  const receipt = calls.refuse(save, deny, context);
  expect(rows.map(({ event }) => event)).toEqual(['requested', 'denied']);
  expect(receipt).toMatchObject({
    tool: 'save_file',
    run_id: context.run_id,
    domain: 'blocked',
    verdict: { policies: ['test.deny'] },
    resource: `folder:${join(homedir(), 'Reports')}`,
  });
});

test('text of another site makes planned and made calls tainted, until a reviewed template declares that flow', async () => {
  const [crm, shop] = ['https://crm.example', 'https://shop.example'];
  const rig = new GateRig();
  rig.answers.prepare = () => ok({ page: examplePage, targets: [target()], dialog: null });
  const { calls, questions } = made(rig);
  const declared = [{ from: crm, to: shop }];
  const request = {
    tool: 'click',
    args: { page: 't1', selector: 'text=Save' },
    step_id: 's',
    declared: { buckets: ['write' as const], sites: [shop] },
    timeout_ms: 1000,
  };
  const judged = async (flows: RunContext['flows'], reviewed: boolean) => {
    const inRun: RunContext = {
      ...context,
      template: { ...context.template, reviewed },
      ...(flows && { flows }),
    };
    await calls.judge([click, save], inRun);
    await calls.call(request, inRun, new AbortController().signal);
    const [planned, folder] = questions.slice(-2);
    return [planned, folder, rig.questions.at(-1)].map((question) => [question?.tainted, question?.sources]);
  };
  const clean = [false, []];
  const tainted = [true, [crm]];
  const sources = { s: [crm, shop] };
  expect(await judged(undefined, true)).toEqual([clean, clean, clean]);
  expect(await judged({ sources, declared: [] }, true)).toEqual([tainted, clean, tainted]);
  expect(await judged({ sources, declared }, true)).toEqual([clean, clean, clean]);
  expect(await judged({ sources, declared }, false)).toEqual([tainted, clean, tainted]);
});
