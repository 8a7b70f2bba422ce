import { expect, test } from 'vitest';
import { RunBudgets } from '../../../native-host/authority/run-budgets.ts';
import { GateRig } from '../../fakes/gate-rig.ts';

type Limits = { acts_max: number; sites_max: number; minutes_max: number; tokens_max: number };

function made(limits: Partial<Limits> = {}) {
  const at = { now: 0, paused: 0 };
  const budgets = new RunBudgets({
    limits: { acts_max: 100, sites_max: 10, minutes_max: 60, tokens_max: 1_000, ...limits },
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

test('a run that goes on from another has used what that one has', () => {
  const { budgets } = made({ acts_max: 3 });
  budgets.open('r2', {}, 2);
  expect(budgets.spend('r2', act)).toBeNull();
  expect(budgets.spend('r2', act)).toMatchObject({ code: 'denied', detail: { budget: 'acts' } });
});

test('what the models of a run took is added up, and ends it where the budget does', () => {
  const { budgets } = made({ tokens_max: 500 });
  budgets.open('r1', { tokens: 9_999 });
  budgets.open('r2', { tokens: 100 });
  expect(budgets.spendTokens('r1', 499)).toBeNull();
  expect(budgets.leftTokens('r1')).toBe(1);
  expect(budgets.spendTokens('r1', 1)).toMatchObject({ code: 'denied', detail: { budget: 'tokens' } });
  expect(budgets.leftTokens('r1')).toBe(0);
  expect(budgets.spendTokens('r2', 101)?.message).toContain('100 tokens');
  expect(budgets.spend('r2', act)).toBeNull();
});

test('what is no run has no budget', () => {
  expect(made().budgets.spendTokens('client-x', 1e9)).toBeNull();
  expect(made().budgets.leftTokens('client-x')).toBe(Number.POSITIVE_INFINITY);
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
