import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApprovalDesk } from '../../../native-host/authority/approval-desk.ts';
import { Pauses } from '../../../native-host/authority/pauses.ts';
import { unasked } from '../../../native-host/gate/approvals.ts';
import type { ApprovalRequest, RunEventBody } from '../../../shared/run.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const id = '7b7d7d7e-0000-4000-8000-000000000001';
const never = new AbortController().signal;

function request(over: Partial<ApprovalRequest> = {}): ApprovalRequest {
  const resource = 'origin:https://shop.example';
  return {
    approval_id: id,
    run_id: 'r1',
    title: 'Click button "Save" on https://shop.example',
    acts: [{ text: 'Click', bucket: 'write', resource, rule: 'It asks.', count: 1 }],
    offers: [{ scope: 'site', words: 'Always.' }],
    asked_at: new Date(0).toISOString(),
    expires_at: new Date(Date.now() + 600_000).toISOString(),
    ...over,
  };
}

function made(limits: Partial<{ asks_max: number; denials_max: number }> = {}) {
  const policyPath = join(temporaryFolder(), 'policy.yaml');
  const told: RunEventBody[] = [];
  const pauses = new Pauses(Date.now);
  const reloaded = vi.fn(async () => undefined);
  const desk = new ApprovalDesk({
    limits: {
      timeout_seconds: 120,
      asks_max: 12,
      denials_max: 3,
      window_minutes: 10,
      passkey: 'off',
      ...limits,
    },
    clock: Date.now,
    confirm: () => undefined,
    announce: () => undefined,
    pauses,
    record: (runId, event) => {
      if (runId === 'r1') told.push(event);
      return runId === 'r1';
    },
    policyPath,
    reloadPolicy: reloaded,
  });
  const ask = (over: Partial<ApprovalRequest> = {}, caller = 'r1', signal = never) =>
    desk.ask(request(over), signal, { caller_id: caller, page: null }, 'click');
  return { desk, ask, told, pauses, policyPath, reloaded };
}

test('a yes for the site is in policy.yaml and counts before the call goes on', async () => {
  const { desk, ask, policyPath, reloaded } = made();
  const asked = ask();
  await vi.advanceTimersByTimeAsync(0);
  expect(await desk.answer(id, 'approved', 'panel', { scope: 'site' })).toEqual({ counted: true });
  expect(await asked).toMatchObject({ answer: 'approved', scope: 'site' });
  expect(readFileSync(policyPath, 'utf8')).toMatch(/tool: click\n +site: origin:https:\/\/shop\.example/);
  expect(reloaded).toHaveBeenCalledOnce();
});

test('a rule that cannot be written leaves the question open, and so does a scope that was not offered', async () => {
  const { desk, ask, policyPath } = made();
  void ask();
  await vi.advanceTimersByTimeAsync(0);
  writeFileSync(policyPath, 'version: 7\n');
  await expect(desk.answer(id, 'approved', 'panel', { scope: 'site' })).rejects.toThrow(
    'The rule was not written',
  );
  await expect(desk.answer(id, 'approved', 'panel', { scope: 'run' })).rejects.toThrow('does not offer that');
  expect(desk.open.list()).toHaveLength(1);
  expect(await desk.answer(id, 'approved', 'panel', { scope: 'once' })).toEqual({ counted: true });
  expect(await desk.answer(id, 'approved', 'panel', { scope: 'once' })).toEqual({ counted: false });
  expect(readFileSync(policyPath, 'utf8')).toBe('version: 7\n');
});

test('a run that asks too much is paused and says so; handed back, it asks again; stopped, it does not', async () => {
  const { desk, ask, told, pauses } = made({ asks_max: 1 });
  const first = ask();
  await vi.advanceTimersByTimeAsync(0);
  await desk.answer(id, 'approved', 'panel', { scope: 'once' });
  await first;
  const second = ask();
  await vi.advanceTimersByTimeAsync(0);
  expect(pauses.isPaused('r1')).toBe(true);
  expect(told.at(-1)).toMatchObject({ type: 'run.paused', by: 'LocalAgent' });
  expect(desk.open.list()).toEqual([]);
  pauses.resume('r1');
  await vi.advanceTimersByTimeAsync(0);
  await desk.answer(id, 'approved', 'panel', { scope: 'once' });
  expect((await second).answer).toBe('approved');
  const stop = new AbortController();
  const third = ask({}, 'r1', stop.signal);
  await vi.advanceTimersByTimeAsync(0);
  stop.abort();
  expect(await third).toMatchObject({ answer: 'denied', by: unasked.cancelled });
});

test('who has no run to pause is told no at once when it asks too much', async () => {
  const { desk, ask } = made({ asks_max: 1 });
  const first = ask({}, 'mcp-x');
  await vi.advanceTimersByTimeAsync(0);
  await desk.answer(id, 'approved', 'panel', { scope: 'once' });
  await first;
  expect(await ask({}, 'mcp-x')).toMatchObject({ answer: 'denied', by: unasked.asks });
});

test('the last panel that closes denies what waits, and the story of the run has it', async () => {
  const { desk, ask, told } = made();
  desk.doors.set('panel of main', 1);
  const asked = ask();
  await vi.advanceTimersByTimeAsync(0);
  desk.doors.set('panel of main', 0);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await asked).toMatchObject({ answer: 'denied', by: unasked.doors });
  expect(told.at(-1)).toMatchObject({ type: 'approval.answered', answer: 'denied', by: unasked.doors });
});
