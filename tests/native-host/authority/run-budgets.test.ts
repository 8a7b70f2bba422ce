import { expect, test } from 'vitest';
import { RunBudgets } from '../../../native-host/authority/run-budgets.ts';
import { GateRig } from '../../fakes/gate-rig.ts';

function made(limits: Partial<{ acts_max: number; sites_max: number; minutes_max: number }> = {}) {
  const at = { now: 0, paused: 0 };
  const budgets = new RunBudgets({
    limits: { acts_max: 100, sites_max: 10, minutes_max: 60, ...limits },
    clock: () => at.now,
    pausedMs: () => at.paused,
  });
  return { budgets, at };
}
const act = { acts: true, resource: 'origin:https://a.example' };

test('acts, sites and minutes are each bounded; what a run asks for is never more than the configuration says', () => {
  const { budgets, at } = made({ acts_max: 2 });
  budgets.open('r1', { acts: 99, sites: 1, minutes: 2 });
  expect(budgets.spend('r1', act)).toBeNull();
  expect(budgets.spend('r1', { acts: false, resource: 'origin:https://b.example' })?.message).toContain(
    '1 sites',
  );
  expect(budgets.spend('r1', act)).toBeNull();
  expect(budgets.spend('r1', { ...act, acts: false })).toBeNull();
  expect(budgets.spend('r1', act)).toMatchObject({ code: 'denied', detail: { budget: 'acts' } });
  at.now = 150_000;
  at.paused = 60_000;
  expect(budgets.leftMs('r1')).toBe(30_000);
  at.now = 190_000;
  expect(budgets.spend('r1', { ...act, acts: false })?.message).toContain('2 minutes');
});

test('what is no run has no budget', () => {
  expect(made().budgets.spend('client-x', act)).toBeNull();
});

test('the act beyond the budget is not sent, and is in the ledger as denied', async () => {
  const { budgets } = made();
  budgets.open('c1', { acts: 1 });
  const rig = new GateRig({ budgets });
  const one = () => rig.call('click', { page: 't1', selector: 'text=Save' });
  expect((await one()).receipt.fault).toBeNull();
  const { receipt } = await one();
  expect(receipt.fault?.message).toBe("The run's budget of 1 acts is used up, so nothing more was done.");
  expect(rig.sent.filter(({ method }) => method === 'tool.act')).toHaveLength(1);
  expect(rig.events().at(-1)).toBe('denied');
});
