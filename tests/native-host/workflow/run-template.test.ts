import { expect, test } from 'vitest';
import { patterns } from '../../../native-host/patterns/index.ts';
import { type RunEnd, type RunMeans, runTemplate } from '../../../native-host/workflow/run-template.ts';
import { fault } from '../../../shared/faults.ts';
import type { Verdict } from '../../../shared/receipt.ts';
import type { ApprovalRequest, PlannedCall, RunEventBody } from '../../../shared/run.ts';
import { allowed, FakeCalls, fakeClock, notFound, type Script } from './fake-calls.ts';
import { compileText, valueIn } from './shipped.ts';

const head = `id: small
version: 1.0.0
title: Small job
description: For tests.
sites: ["https://a.example.com"]
steps:
`;
const look = '  - { id: look, title: Look, tool: get_text, buckets: [read] }\n';
const press = '  - { id: press, title: Press, tool: click, args: { selector: a }, buckets: [write] }\n';

type Extra = {
  readonly verdict?: (call: PlannedCall) => Verdict;
  readonly answer?: 'approved' | 'denied' | 'timeout';
  readonly unattended?: boolean;
  readonly stop?: AbortController;
};

async function run(steps: string, script: Script, extra: Extra = {}, ending = '') {
  const plan = valueIn(compileText(head + steps + ending));
  const calls = new FakeCalls(script, extra.verdict);
  const events: RunEventBody[] = [];
  const asked: ApprovalRequest[] = [];
  const clock = fakeClock();
  const means: RunMeans = {
    calls,
    patterns,
    clock,
    approvalMs: 1000,
    context: {
      run_id: 'run',
      caller: { kind: 'workflow', id: 'run', unattended: extra.unattended ?? false },
      profile: null,
      template: { id: 'small', version: '1.0.0', reviewed: false, accepted: false },
      granted: [],
    },
    emit: (event) => void events.push(event),
    signal: (extra.stop ?? new AbortController()).signal,
    approver: {
      ask: async (request) => {
        asked.push(request);
        return { answer: extra.answer ?? 'approved', by: 'panel' };
      },
    },
  };
  const end: RunEnd = await runTemplate(plan, means);
  const steps_ = events.flatMap((event) => (event.type === 'step.finished' ? [event.step] : []));
  return { end, calls, events, asked, clock, steps: steps_ };
}

const asks: Verdict = { decision: 'ask', policies: ['write.approve'], reason: 'Writing asks first.' };
const denies: Verdict = {
  decision: 'deny',
  policies: ['tool.click.deny'],
  reason: 'Clicking is not allowed.',
};
const text = { text: 'hello', part: 1, parts: 1 };

const gone = fault('browser-gone', 'The connection is closed.', 'Wait.', { not_dispatched: true });

test('a call that was lost before anything was done is proposed again, and the story tells so', async () => {
  let calls = 0;
  const { end, events, steps } = await run(press, () => (++calls === 1 ? gone : {}));
  expect(end.status).toBe('succeeded');
  expect(steps.map(({ runs }) => runs)).toEqual([1]);
  expect(events.map(({ type }) => type)).toEqual([
    'step.started',
    'call.settled',
    'note',
    'call.settled',
    'step.finished',
  ]);
});

test('a browser that stays away ends the run after three proposals', async () => {
  const { end, calls } = await run(press + look, () => gone);
  expect(end).toMatchObject({ status: 'failed', fault: { code: 'browser-gone' } });
  expect(calls.tools).toEqual(['click', 'click', 'click']);
});

test.each([
  ['browser-gone', 'failed'],
  ['outcome-unknown', 'outcome_unknown'],
] as const)(
  'an act that ended with %s, and may have been done, is not proposed again',
  async (code, status) => {
    const { end, calls } = await run(press, () => fault(code, 'It was lost.', 'Look.'));
    expect(end.status).toBe(status);
    expect(calls.tools).toEqual(['click']);
  },
);

test('steps run in order, and output comes from their results', async () => {
  const output =
    'output: { said: "{{steps.look.text}}", parts: "{{steps.look.parts}}", none: "{{steps.look.byline}}" }\n';
  const { end, calls, events } = await run(
    look + press,
    (tool) => (tool === 'click' ? {} : text),
    {},
    output,
  );
  expect(end).toEqual({ status: 'succeeded', fault: null, output: { said: 'hello', parts: 1, none: null } });
  expect(calls.tools).toEqual(['get_text', 'click']);
  expect(events.map(({ type }) => type)).toEqual([
    'step.started',
    'call.settled',
    'step.finished',
    'step.started',
    'call.settled',
    'step.finished',
  ]);
  expect(calls.made[1]?.declared).toEqual({ buckets: ['write'], sites: ['https://a.example.com'] });
});

test('one denied call refuses the run before its first step, and names the policy', async () => {
  const verdict = (call: PlannedCall) => (call.tool === 'click' ? denies : allowed);
  const { end, calls, events } = await run(look + press, () => text, { verdict });
  expect(end.status).toBe('refused');
  expect(end.fault).toMatchObject({ code: 'denied', detail: { policies: ['tool.click.deny'] } });
  expect(end.fault?.message).toContain('Clicking is not allowed.');
  expect(calls.made).toEqual([]);
  expect(calls.refused.map(({ tool }) => tool)).toEqual(['click']);
  expect(events.map(({ type }) => type)).toEqual(['call.settled', 'step.finished']);
  expect(events[1]).toMatchObject({
    step: { id: 'press', status: 'refused', runs: 0, note: 'Clicking is not allowed. (tool.click.deny)' },
  });
});

test('what asks is asked once for the whole plan, in words', async () => {
  const verdict = (call: PlannedCall) => (call.bucket === 'write' ? asks : allowed);
  const more = press.replaceAll('press', 'again').replace('Press', 'Again');
  const script: Script = (tool) => (tool === 'click' ? {} : text);
  const { end, calls, asked, events } = await run(look + press + more, script, { verdict });
  expect(end.status).toBe('succeeded');
  expect(asked).toHaveLength(1);
  expect(asked[0]?.title).toBe('Run "Small job" on https://a.example.com');
  expect(asked[0]?.acts).toEqual([
    {
      text: 'Click a on https://a.example.com',
      bucket: 'write',
      resource: 'origin:https://a.example.com',
      rule: 'Writing asks first.',
      count: 2,
    },
  ]);
  expect(events.slice(0, 2).map(({ type }) => type)).toEqual(['approval.requested', 'approval.answered']);
  expect(calls.grantedUnder).toEqual(calls.made.map(() => 'rules after 0'));
});

test.each(['denied', 'timeout'] as const)('an approval that is %s refuses the run', async (answer) => {
  const { end, calls } = await run(press, () => ({}), { verdict: () => asks, answer });
  expect(end.status).toBe('refused');
  expect(end.fault?.code).toBe(answer === 'denied' ? 'denied' : 'approval-timeout');
  expect(calls.made).toEqual([]);
});

test('unattended, what would ask is refused without asking', async () => {
  const { end, asked } = await run(press, () => ({}), { verdict: () => asks, unattended: true });
  expect(end.status).toBe('refused');
  expect(end.fault?.message).toContain('nobody is there');
  expect(asked).toEqual([]);
});

test('a call that turns out to be more than was declared refuses the run, whatever the step says', async () => {
  const skipping = press.replace('buckets', 'on_failure: skip, buckets');
  const { end, steps } = await run(skipping + look, () => fault('denied', 'It is a delete.', ''));
  expect(end).toMatchObject({ status: 'refused', fault: { message: 'It is a delete.' } });
  expect(steps.map(({ status }) => status)).toEqual(['refused']);
});

test('an outcome that is not known ends the run as such and nothing is repeated', async () => {
  const retrying = press.replace('buckets', 'on_failure: retry, buckets');
  const { end, calls, steps } = await run(retrying + look, () => fault('outcome-unknown', 'Lost.', ''));
  expect(end.status).toBe('outcome_unknown');
  expect(calls.made).toHaveLength(1);
  expect(steps[0]?.status).toBe('unknown');
});

test('a read is tried three times, with pauses that double', async () => {
  const retrying = look.replace('buckets', 'on_failure: retry, buckets');
  const { end, calls, clock } = await run(retrying, () => fault('timeout', 'Slow.', ''));
  expect(end.status).toBe('failed');
  expect(calls.made).toHaveLength(3);
  expect(clock.slept).toEqual([200, 400]);
});

test('an act is tried again only if it provably did not happen', async () => {
  const retrying = press.replace('buckets', 'on_failure: retry, buckets');
  expect((await run(retrying, notFound)).calls.made).toHaveLength(3);
  expect((await run(retrying, () => fault('timeout', 'Slow.', ''))).calls.made).toHaveLength(1);
});

test('a skipped step leaves no result, and a condition sees that', async () => {
  const steps = `${look.replace('buckets', 'on_failure: skip, buckets')}  - id: press
    title: Press
    if: { value: "{{steps.look}}", exists: true }
    tool: click
    args: { selector: a }
    buckets: [write]
`;
  const { end, steps: views, calls } = await run(steps, notFound);
  expect(end.status).toBe('succeeded');
  expect(views.map(({ status }) => status)).toEqual(['skipped', 'skipped']);
  expect(calls.tools).toEqual(['get_text']);
});

test('finish_if ends the run as succeeded', async () => {
  const finishing = look.replace(
    'buckets',
    'finish_if: { value: "{{steps.look.parts}}", equals: 1 }, buckets',
  );
  const output = 'output: { parts: "{{steps.look.parts}}", pressed: "{{steps.press.delivered}}" }\n';
  const { end, calls, events, steps } = await run(finishing + press, () => text, {}, output);
  expect(end.status).toBe('succeeded');
  expect(calls.tools).toEqual(['get_text']);
  expect(end.output).toEqual({ parts: 1 });
  expect(events).toContainEqual({ type: 'note', text: 'After "Look" there was nothing left to do.' });
  expect(steps.map(({ id, status }) => `${id} ${status}`)).toEqual(['look succeeded', 'press skipped']);
});

const loop = (forEach: string) => `  - id: pages
    title: Pages
    for_each: ${forEach}
    steps:
      - { id: read, title: Read, tool: get_text, args: { part: "{{item}}" }, buckets: [read] }
output: { all: "{{steps.pages.parts}}", rounds: "{{steps.pages.rounds}}" }
`;

test('for_each counts until its condition holds, and gathers', async () => {
  const forEach =
    '{ max: 9, until: { value: "{{item}}", equals: 3 }, collect: { parts: "{{steps.read.text}}" } }';
  const { end, steps } = await run(loop(forEach), (_, args) => ({ text: `part ${String(args['part'])}` }));
  expect(end.output).toEqual({ all: ['part 1', 'part 2', 'part 3'], rounds: 3 });
  expect(steps.find(({ id }) => id === 'pages')?.note).toBe('3 rounds, 3 parts');
  expect(steps.filter(({ id }) => id === 'read').at(-1)?.runs).toBe(3);
});

test('for_each goes through a list, and a longer one than allowed fails before the first round', async () => {
  const forEach = '{ in: [4, 5], max: 2, collect: { parts: "{{steps.read.text}}" } }';
  const { end } = await run(loop(forEach), (_, args) => ({ text: String(args['part']) }));
  expect(end.output).toEqual({ all: ['4', '5'], rounds: 2 });
  const tooLong = await run(loop('{ in: [1, 2, 3], max: 2, collect: { parts: "{{item}}" } }'), () => text);
  expect(tooLong.end.fault?.code).toBe('too-large');
  expect(tooLong.calls.made).toEqual([]);
});

test('a condition that never comes true ends the loop at its bound, as failed', async () => {
  const forEach = '{ max: 4, until: { value: "{{item}}", equals: 9 }, collect: { parts: "{{item}}" } }';
  const { end, calls } = await run(loop(forEach), () => text);
  expect(end).toMatchObject({ status: 'failed', fault: { code: 'too-large' } });
  expect(calls.made).toHaveLength(4);
});

test('a run can be stopped between and during steps', async () => {
  const stop = new AbortController();
  const during = await run(
    look + press,
    () => {
      stop.abort();
      return fault('not-found', 'The page went away.', '');
    },
    { stop },
  );
  expect(during.end.status).toBe('cancelled');
  const before = new AbortController();
  before.abort();
  const never = await run(look, () => text, { stop: before });
  expect(never.end.status).toBe('cancelled');
  expect(never.calls.judged).toEqual([]);
});

test('files are told as they come', async () => {
  const steps = '  - { id: get, title: Get, tool: download, args: { selector: a }, buckets: [admin] }\n';
  const sha256 = 'a'.repeat(64);
  const reply = {
    name: 'a.csv',
    path: '/r/a.csv',
    bytes: 3,
    sha256,
    mime: 'text/csv',
    source_url: 'https://a',
  };
  const { events } = await run(steps, () => reply);
  expect(events).toContainEqual({
    type: 'file.saved',
    file: { name: 'a.csv', path: '/r/a.csv', bytes: 3, sha256, state: 'downloaded' },
  });
});
