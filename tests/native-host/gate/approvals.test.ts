import { expect, test, vi } from 'vitest';
import { OpenApprovals, unasked } from '../../../native-host/gate/approvals.ts';
import { AskFatigue } from '../../../native-host/gate/ask-fatigue.ts';
import type { ApprovalRequest } from '../../../shared/run.ts';
import { examplePage } from '../../fakes/gate-rig.ts';

const never = new AbortController().signal;

function request(over: Partial<ApprovalRequest> = {}): ApprovalRequest {
  return {
    approval_id: '7b7d7d7e-0000-4000-8000-000000000001',
    run_id: null,
    title: 'Click button "Save" on https://a.example',
    acts: [],
    asked_at: new Date(0).toISOString(),
    expires_at: new Date(60_000).toISOString(),
    ...over,
  };
}

function made() {
  const events = { requested: vi.fn(), closed: vi.fn() };
  return { approvals: new OpenApprovals(events, () => 0), events };
}

test('the first answer counts, and a later one is a no-op that says so', async () => {
  const { approvals, events } = made();
  const asked = approvals.ask(request(), never);
  expect(approvals.list()).toHaveLength(1);
  expect(approvals.answer(request().approval_id, 'approved', 'panel of chromium')).toBe(true);
  expect(approvals.answer(request().approval_id, 'denied', 'terminal')).toBe(false);
  expect(await asked).toEqual({ answer: 'approved', by: 'panel of chromium', scope: 'once' });
  expect(events.requested).toHaveBeenCalledOnce();
  expect(events.closed).toHaveBeenCalledExactlyOnceWith(request().approval_id, 'approved');
});

test('silence until it expires means no', async () => {
  const { approvals } = made();
  const asked = approvals.ask(request({ expires_at: new Date(20).toISOString() }), never);
  expect(await asked).toEqual({ answer: 'timeout', by: 'nobody', scope: 'once' });
  expect(approvals.list()).toEqual([]);
});

test('a cancelled call is no longer asked about', async () => {
  const { approvals, events } = made();
  const stop = new AbortController();
  const asked = approvals.ask(request(), stop.signal);
  stop.abort();
  expect(await asked).toEqual({ answer: 'denied', by: 'cancelled', scope: 'once' });
  expect(events.closed).toHaveBeenCalledOnce();
  expect((await approvals.ask(request(), stop.signal)).answer).toBe('denied');
});

test('an id that was never asked about is answered by nothing', () => {
  expect(made().approvals.answer('7b7d7d7e-0000-4000-8000-00000000ffff', 'approved', 'x')).toBe(false);
});

test('other rules make every open question void', async () => {
  const { approvals, events } = made();
  const asked = approvals.ask(request(), never);
  approvals.rulesChanged();
  expect(await asked).toEqual({ answer: 'denied', by: unasked.rules, scope: 'once' });
  expect(events.closed).toHaveBeenCalledOnce();
  expect(approvals.answer(request().approval_id, 'approved', 'panel of chromium')).toBe(false);
});

const aboutPage = { caller_id: 'c1', page: { profile: 'main', info: examplePage } };

test.each([
  ['another document', { document_id: 'D2' }],
  ['another origin', { origin: 'https://evil.example' }],
])('a question is void once its page holds %s, and a later yes does nothing', async (_what, change) => {
  const { approvals, events } = made();
  const asked = approvals.ask(request(), never, aboutPage);
  await Promise.resolve();
  approvals.pagesAre('other', [{ ...examplePage, ...change }]);
  approvals.pagesAre('main', [examplePage]);
  expect(approvals.list()).toHaveLength(1);
  approvals.pagesAre('main', [{ ...examplePage, ...change }]);
  expect(approvals.answer(request().approval_id, 'approved', 'terminal')).toBe(false);
  expect(await asked).toEqual({ answer: 'denied', by: unasked.page, scope: 'once' });
  expect(events.closed).toHaveBeenCalledExactlyOnceWith(request().approval_id, 'denied');
});

test('a question is void once its page is closed', async () => {
  const { approvals } = made();
  const asked = approvals.ask(request(), never, aboutPage);
  await Promise.resolve();
  approvals.pagesAre('main', []);
  expect((await asked).by).toBe(unasked.page);
});

test('when nobody is left to answer, all that waits counts as denied', async () => {
  const { approvals } = made();
  const asked = approvals.ask(request(), never);
  await Promise.resolve();
  approvals.closeAll();
  expect(await asked).toMatchObject({ answer: 'denied', by: unasked.doors });
});

test('a scope that the question does not offer is no answer to it', async () => {
  const { approvals } = made();
  const asked = approvals.ask(request({ offers: [{ scope: 'run', words: 'x' }] }), never);
  await Promise.resolve();
  expect(approvals.answer(request().approval_id, 'approved', 'terminal', 'site')).toBe(false);
  expect(approvals.answer(request().approval_id, 'approved', 'terminal', 'run')).toBe(true);
  expect((await asked).scope).toBe('run');
});

function tiring(limits: { asks: number; denials: number }) {
  let now = 0;
  const rested: string[] = [];
  const goOn = { value: true };
  const events = {
    requested: ({ approval_id }: ApprovalRequest) =>
      void queueMicrotask(() => approvals.answer(approval_id, answer.value, 'person')),
    closed: () => undefined,
    rest: async (callerId: string) => {
      rested.push(callerId);
      return goOn.value;
    },
  };
  const answer: { value: 'approved' | 'denied' } = { value: 'approved' };
  const clock = () => now;
  const fatigue = new AskFatigue({ ...limits, minutes: 10 }, clock);
  const approvals: OpenApprovals = new OpenApprovals(events, clock, fatigue);
  const ask = (callerId = 'c1') => approvals.ask(request(), never, { caller_id: callerId, page: null });
  const later = (ms: number): void => {
    now += ms;
  };
  return { ask, answer, rested, goOn, later };
}

test('one question too many within the window waits until the person takes the run up again', async () => {
  const { ask, rested, goOn, later } = tiring({ asks: 3, denials: 9 });
  for (let asked = 0; asked < 3; asked += 1) expect((await ask()).answer).toBe('approved');
  expect((await ask('another')).answer).toBe('approved');
  expect(rested).toEqual([]);
  expect((await ask()).answer).toBe('approved');
  expect(rested).toEqual(['c1']);
  goOn.value = false;
  await ask();
  await ask();
  expect(await ask()).toMatchObject({ answer: 'denied', by: unasked.asks });
  later(10 * 60_000);
  expect((await ask()).answer).toBe('approved');
});

test('after several denials nothing more is asked', async () => {
  const { ask, answer, later } = tiring({ asks: 99, denials: 3 });
  answer.value = 'denied';
  for (let asked = 0; asked < 3; asked += 1) expect((await ask()).by).toBe('person');
  answer.value = 'approved';
  expect(await ask()).toMatchObject({ answer: 'denied', by: unasked.denials });
  later(10 * 60_000);
  expect((await ask()).answer).toBe('approved');
});
