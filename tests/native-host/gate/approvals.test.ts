import { expect, test, vi } from 'vitest';
import { OpenApprovals } from '../../../native-host/gate/approvals.ts';
import type { ApprovalRequest } from '../../../shared/run.ts';

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
  expect(await asked).toEqual({ answer: 'approved', by: 'panel of chromium' });
  expect(events.requested).toHaveBeenCalledOnce();
  expect(events.closed).toHaveBeenCalledExactlyOnceWith(request().approval_id, 'approved');
});

test('silence until it expires means no', async () => {
  const { approvals } = made();
  const asked = approvals.ask(request({ expires_at: new Date(20).toISOString() }), never);
  expect(await asked).toEqual({ answer: 'timeout', by: 'nobody' });
  expect(approvals.list()).toEqual([]);
});

test('a cancelled call is no longer asked about', async () => {
  const { approvals, events } = made();
  const stop = new AbortController();
  const asked = approvals.ask(request(), stop.signal);
  stop.abort();
  expect(await asked).toEqual({ answer: 'denied', by: 'cancelled' });
  expect(events.closed).toHaveBeenCalledOnce();
  expect((await approvals.ask(request(), stop.signal)).answer).toBe('denied');
});

test('an id that was never asked about is answered by nothing', () => {
  expect(made().approvals.answer('7b7d7d7e-0000-4000-8000-00000000ffff', 'approved', 'x')).toBe(false);
});
