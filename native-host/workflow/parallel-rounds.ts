import type { LoopStep } from '../../shared/template.ts';
import { branchCalls } from './branch-calls.ts';
import type { Plan } from './compile.ts';
import { type Collected, gather, nothingCollected } from './loop-result.ts';
import type { Means } from './perform-step.ts';
import { type Ended, runSingleStep, type StepState } from './run-step.ts';
import { cancelled } from './step-calls.ts';

export type Rounds = { readonly ended: Ended | null; readonly rounds: number; readonly collected: Collected };

/**
 * Goes through the entries in several branches at once, each on a page of its own; results keep the order of the entries. Once
 * a round fails no branch begins a further step: what is under way ends by itself, so that nothing is cut in its middle.
 */
export async function parallelRounds(
  step: LoopStep,
  entries: readonly unknown[],
  branches: number,
  run: { readonly plan: Plan; readonly state: StepState; readonly means: Means },
): Promise<Rounds> {
  const { plan, state, means } = run;
  const before = means.calls.page?.of(means.context) ?? null;
  const states = entries.map((entry) => roundState(step, entry, plan, state));
  const ends = new Map<number, Ended>();
  let next = 0;
  const work = async (branch: number): Promise<void> => {
    const own = { ...means, calls: branchCalls(means.calls, branch) };
    for (let mine = states[next]; mine !== undefined && ends.size === 0; mine = states[next]) {
      const round = next;
      next += 1;
      const ended = await oneRound(step, plan, mine, own, () => ends.size > 0);
      if (ended !== null) ends.set(round, ended);
    }
  };
  const count = Math.min(branches, states.length);
  await Promise.all(Array.from({ length: count }, (_, branch) => work(branch + 1)));
  // The steps after the loop are where they were before it.
  if (before !== null) means.calls.page?.set(before, means.context);
  const first = ends.size === 0 ? states.length : Math.min(...ends.keys());
  const collected = nothingCollected(step);
  for (const done of states.slice(0, first)) {
    const full = gather(step, done.scope(), collected);
    if (full !== null) return { ended: { status: 'failed', fault: full }, rounds: states.length, collected };
  }
  const last = states.at(-1);
  for (const { id } of step.steps) {
    if (last !== undefined && Object.hasOwn(last.results, id)) state.results[id] = last.results[id];
  }
  return { ended: ends.get(first) ?? null, rounds: first, collected };
}

async function oneRound(
  step: LoopStep,
  plan: Plan,
  state: StepState,
  means: Means,
  isOver: () => boolean,
): Promise<Ended | null> {
  for (const inner of step.steps) {
    if (means.signal.aborted) return { status: 'cancelled', fault: cancelled() };
    if (isOver()) return null;
    const ended = await runSingleStep(inner, plan, state, means);
    if (ended !== null) return ended;
  }
  return null;
}

// What was known before the loop, and what this round finds; views are those of the run.
function roundState(step: LoopStep, entry: unknown, plan: Plan, state: StepState): StepState {
  const results = { ...state.results };
  const items = { ...state.items, [step.for_each.as]: entry };
  return {
    ...state,
    results,
    items,
    scope: () => ({ ...items, parameters: plan.parameters, steps: results }),
  };
}
