import { type Fault, fault } from '../../shared/faults.ts';
import type { RunBudget } from '../../shared/protocol/control-messages.ts';
import type { Config } from '../config/config.ts';
import type { CallerBudgets } from '../gate/ports.ts';

type Budget = {
  readonly acts: number;
  readonly sites: number;
  readonly minutes: number;
  readonly tokens: number;
  readonly startedAt: number;
  acted: number;
  /** Tokens that its models have read and written. */
  tokensSpent: number;
  readonly touched: Set<string>;
};

type Means = {
  readonly limits: Config['runs'];
  readonly clock: () => number;
  /** Milliseconds that a run was paused, which cost it nothing. */
  readonly pausedMs: (runId: string) => number;
};

/** What each run has used of its acts, sites, minutes and tokens. What a run names itself can only be less than config.yaml says. */
export class RunBudgets implements CallerBudgets {
  readonly #means: Means;
  readonly #budgets = new Map<string, Budget>();

  constructor(means: Means) {
    this.#means = means;
  }

  /** `acted`: acts of the runs that this one goes on from, which count as its own. */
  open(runId: string, wish: RunBudget = {}, acted = 0): void {
    const { limits, clock } = this.#means;
    this.#budgets.set(runId, {
      acts: Math.min(wish.acts ?? limits.acts_max, limits.acts_max),
      sites: Math.min(wish.sites ?? limits.sites_max, limits.sites_max),
      minutes: Math.min(wish.minutes ?? limits.minutes_max, limits.minutes_max),
      tokens: Math.min(wish.tokens ?? limits.tokens_max, limits.tokens_max),
      startedAt: clock(),
      acted,
      tokensSpent: 0,
      touched: new Set(),
    });
  }

  spend(
    callerId: string,
    { acts, resource }: { readonly acts: boolean; readonly resource: string },
  ): Fault | null {
    const budget = this.#budgets.get(callerId);
    if (budget === undefined) return null;
    if (this.leftMs(callerId) <= 0) return overTime(budget.minutes);
    const isNew = resource.startsWith('origin:') && !budget.touched.has(resource);
    if (isNew && budget.touched.size >= budget.sites) return used(`${budget.sites} sites`, 'sites');
    if (acts && budget.acted >= budget.acts) return used(`${budget.acts} acts`, 'acts');
    if (isNew) budget.touched.add(resource);
    if (acts) budget.acted += 1;
    return null;
  }

  /**
   * Counts what a call to a model took, once it is known. The fault says that the run has no more: the answer may be used, and
   * no further call is made.
   */
  spendTokens(runId: string, tokens: number): Fault | null {
    const budget = this.#budgets.get(runId);
    if (budget === undefined) return null;
    budget.tokensSpent += Math.max(0, tokens);
    return this.leftTokens(runId) > 0 ? null : used(`${budget.tokens} tokens`, 'tokens');
  }

  /** Tokens that the run's models may still take, which a call can be bounded by; endless for what has no budget. */
  leftTokens(runId: string): number {
    const budget = this.#budgets.get(runId);
    return budget === undefined ? Number.POSITIVE_INFINITY : Math.max(0, budget.tokens - budget.tokensSpent);
  }

  /** Milliseconds that the run may still take; endless for what has no budget. */
  leftMs(runId: string): number {
    const budget = this.#budgets.get(runId);
    if (budget === undefined) return Number.POSITIVE_INFINITY;
    const taken = this.#means.clock() - budget.startedAt - this.#means.pausedMs(runId);
    return budget.minutes * 60_000 - taken;
  }

  /** Why a run that took too long was ended. */
  timeFault(runId: string): Fault {
    return overTime(this.#budgets.get(runId)?.minutes ?? 0);
  }

  forget(runId: string): void {
    this.#budgets.delete(runId);
  }
}

function overTime(minutes: number): Fault {
  return used(`${minutes} minutes`, 'minutes');
}

function used(amount: string, what: 'acts' | 'sites' | 'minutes' | 'tokens'): Fault {
  return fault(
    'denied',
    `The run's budget of ${amount} is used up, so nothing more was done.`,
    `What was done before is in the report. Run it again with more: runs.${what}_max in config.yaml, or --max-${what}.`,
    { policies: ['run.budget'], budget: what },
  );
}
