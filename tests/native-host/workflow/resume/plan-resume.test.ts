import { expect, test } from 'vitest';
import type { DoneAct } from '../../../../native-host/workflow/resume/cut-off-run.ts';
import {
  planResume,
  type Resumption,
  remainingPlan,
} from '../../../../native-host/workflow/resume/plan-resume.ts';
import { runTemplate } from '../../../../native-host/workflow/run-template.ts';
import { fault } from '../../../../shared/faults.ts';
import type { RunEvent, RunEventBody } from '../../../../shared/run.ts';
import { FakeCalls, receiptFor, type Script } from '../fake-calls.ts';
import { denier, paperRun } from '../paper-run.ts';
import { compileText, faultOf, valueIn } from '../shipped.ts';

// Goal: a run that was cut off anywhere goes on without doing one act a second time, or says why it cannot.

const head = `id: small
version: 1.0.0
title: Small job
description: For tests.
sites: ["https://a.example.com"]
`;
const open =
  '  - { id: open, title: Open, tool: navigate, args: { url: "https://a.example.com/" }, buckets: [read] }\n';
const read = '  - { id: read, title: Read, tool: get_text, buckets: [read] }\n';
const press = '  - { id: press, title: Press, tool: click, args: { selector: a }, buckets: [write] }\n';
const send =
  '  - { id: send, title: Send, tool: fill, args: { selector: b, value: "{{steps.read.text}}" }, buckets: [write] }\n';
const find =
  '  - { id: find, title: Find, tool: find_filed, args: { folder: "~/a", name: b }, buckets: [read] }\n';

const page = { url: 'https://a.example.com/', title: 'A', text: 'hello', part: 1, parts: 1 };
const notFiled = { found: false, path: '', bytes: 0, sha256: '' };
const pages: Script = (tool) => (tool === 'find_filed' ? notFiled : page);
const planOf = (steps: string, ending = '') => valueIn(compileText(`${head}steps:\n${steps}${ending}`));

/** What a run of the steps wrote down until its calls stopped answering at the tool. */
async function cutOff(steps: string, at: string, ending = '') {
  const events: RunEvent[] = [];
  const acts: DoneAct[] = [];
  let gone = false;
  const script: Script = (tool, args) => {
    gone ||= tool === at;
    return gone ? fault('cancelled', 'It is over.', 'Look.') : pages(tool, args);
  };
  const plan = planOf(steps, ending);
  await runTemplate(plan, {
    ...paperRun(new FakeCalls(script)),
    approver: denier,
    emit: (body) => {
      // Nothing is written down any more once it is cut off.
      if (gone) return;
      events.push({ ...body, run_id: 'before', seq: events.length, at: '2026-06-30T10:15:00.000Z' });
      if (body.type === 'call.settled' && body.receipt.bucket !== 'read') {
        acts.push({ step_id: body.step_id, receipt: body.receipt, finding: null });
      }
    },
  });
  return { plan, run: { run_id: 'before', events, acts, acted: acts.length } };
}

async function goOn(
  steps: string,
  at: string,
  { script = pages, ending = '' }: { script?: Script; ending?: string } = {},
) {
  const { plan, run } = await cutOff(steps, at, ending);
  const resumption = valueIn(planResume(plan, run));
  const calls = new FakeCalls(script);
  const events: RunEventBody[] = [];
  const end = await runTemplate(plan, {
    ...paperRun(calls, events),
    approver: denier,
    resumption,
  });
  return { end, tools: calls.tools, events, calls, resumption };
}

const refused = async (steps: string, at: string, more: Partial<DoneAct> | null = null, ending = '') => {
  const { plan, run } = await cutOff(steps, at, ending);
  const added = more === null ? [] : [{ step_id: 'press', receipt: null, finding: null, ...more }];
  return faultOf(planResume(plan, { ...run, acts: [...run.acts, ...added] })).message;
};

test('the page is opened and read again, what comes after is done, and earlier results are there', async () => {
  const output = 'output: { said: "{{steps.read.text}}" }\n';
  const { end, tools, events } = await goOn(find + open + read + send, 'fill', { ending: output });
  expect(end).toMatchObject({ status: 'succeeded', output: { said: 'hello' } });
  expect(tools).toEqual(['navigate', 'get_text', 'fill']);
  expect(events[0]).toMatchObject({ type: 'note', text: 'Goes on from run before, at "Send".' });
  const told = events.flatMap((event) => (event.type === 'step.finished' ? [event.step.id] : []));
  expect(told).toEqual(['find', 'open', 'read', 'send']);
});

test('a step that opens a page of its own needs nothing before it, not even after an act', async () => {
  const again = open.replace('id: open', 'id: again');
  const { tools } = await goOn(open + press + again + read, 'get_text');
  expect(tools).toEqual(['navigate', 'get_text']);
});

test('only what is still to be done is judged and asked about', async () => {
  const { plan, run } = await cutOff(open + press + open.replace('id: open', 'id: again') + read, 'get_text');
  const { calls } = remainingPlan(plan, valueIn(planResume(plan, run)));
  expect(calls.map(({ step_id }) => step_id)).toEqual(['again', 'read']);
});

test('a page that an act has left is not had again', async () => {
  expect(await refused(open + press + read, 'get_text')).toBe(
    '"Read" needs the page as "Press" left it, and that step is not done again.',
  );
});

test.each([
  ['was begun, and nobody knows more', { receipt: null }, 'in the middle of "Press": an act was done'],
  ['was done', { receipt: receiptFor({ tool: 'click', step_id: 'press' }, null) }, '"click" was done'],
  [
    'may have been done',
    {
      receipt: receiptFor({ tool: 'click', step_id: 'press' }, fault('outcome-unknown', 'Cut off.', 'Look.')),
    },
    'may or may not have happened, so it is not done again',
  ],
  [
    'was found to have been done',
    {
      receipt: receiptFor({ tool: 'click', step_id: 'press' }, fault('outcome-unknown', 'Cut off.', 'Look.')),
      finding: 'applied',
    },
    '"click" was done, and is not done again',
  ],
] as const)(
  'an act of the step that was cut off and that %s keeps the run from going on',
  async (_, act, words) => {
    expect(await refused(open + press, 'click', act)).toContain(words);
  },
);

test.each([
  ['a person found not to have happened', { finding: 'not_applied' }],
  [
    'was lost with the browser before it was sent',
    {
      receipt: receiptFor(
        { tool: 'click', step_id: 'press' },
        fault('browser-gone', 'It is gone.', 'Wait.', { not_dispatched: true }),
      ),
    },
  ],
  [
    'provably was not done',
    { receipt: receiptFor({ tool: 'click', step_id: 'press' }, fault('covered', 'It is covered.', 'Look.')) },
  ],
] as const)('an act that %s is done', async (_, act) => {
  const { plan, run } = await cutOff(open + press, 'click');
  const acts = [{ step_id: 'press', receipt: null, finding: null, ...act }];
  expect(planResume(plan, { ...run, acts })).toMatchObject({ ok: true, value: { next: 1 } });
});

test('a page that leads elsewhere now ends the run before anything is done on it', async () => {
  const { end, tools } = await goOn(open + press, 'click', {
    script: () => ({ ...page, url: 'https://a.example.com/sign-in' }),
  });
  expect(end).toMatchObject({ status: 'failed', fault: { code: 'not-actionable' } });
  expect(end.fault?.message).toContain(
    'led to https://a.example.com/ before, and to https://a.example.com/sign-in',
  );
  expect(tools).toEqual(['navigate']);
});

test.each([
  ['was too long', { left_out: true, characters: 30_000, fields: ['text'] }, 'too long to be written down'],
  ['held a secret', { text: 'it is [secret:portal]' }, 'held a secret'],
])('a result that %s is not taken for what it was', async (_, result, words) => {
  const again = open.replace('id: open', 'id: again');
  const { plan, run } = await cutOff(open + read + again + send, 'fill');
  const events = run.events.map((event) =>
    event.type === 'step.finished' && event.step.id === 'read' ? { ...event, output: result } : event,
  );
  expect(faultOf(planResume(plan, { ...run, events })).message).toContain(words);
  expect(planResume(planOf(open + read + again + press), { ...run, events }).ok).toBe(true);
});

test('a step that may fail is left out when its page is gone, and a run whose last step was done only gives its output', async () => {
  const bye =
    '  - { id: bye, title: Bye, tool: click, args: { selector: c }, buckets: [write], on_failure: skip }\n';
  const end = valueIn(planResume(...argumentsOf(await cutOff(open + press + bye, 'nothing'))));
  expect(end satisfies Resumption).toMatchObject({ next: 3, again: new Set() });
  const { plan, run } = await cutOff(open + press + bye, 'nothing');
  const cut = { ...run, events: run.events.filter((event) => !('step' in event && event.step.id === 'bye')) };
  expect(planResume(plan, { ...cut, acts: [] })).toMatchObject({ ok: true, value: { next: 2 } });
});

test('what a run knew of one round of a loop is not taken for the whole', async () => {
  const loop = `  - id: each
    title: Each
    for_each: { max: 2, collect: { texts: "{{steps.read.text}}" } }
    steps:
  ${read.replaceAll('\n  ', '\n    ')}`;
  const again = open.replace('id: open', 'id: again');
  expect(await refused(open + loop + again + send, 'fill')).toContain('one round among several');
  const whole = send.replace('steps.read.text', 'steps.each.texts');
  const { tools } = await goOn(open + loop + again + whole, 'fill');
  expect(tools).toEqual(['navigate', 'fill']);
});

function argumentsOf({ plan, run }: Awaited<ReturnType<typeof cutOff>>) {
  return [plan, run] as const;
}
