import { attempt, fault } from '../../shared/faults.ts';
import { type LoopStep, roundsMax } from '../../shared/template.ts';
import { branchesOf, onlyReads } from './check-parallel.ts';
import type { Plan } from './compile.ts';
import { holds } from './conditions.ts';
import { gather, nothingCollected } from './loop-result.ts';
import { parallelRounds } from './parallel-rounds.ts';
import type { Means } from './perform-step.ts';
import { resolveValue } from './references.ts';
import { type Ended, finish, runSingleStep, type StepState } from './run-step.ts';
import { cancelled } from './step-calls.ts';

/** Runs a `for_each`: once for each entry, or until its condition holds; null when the run goes on. */
export async function runLoop(
  step: LoopStep,
  plan: Plan,
  state: StepState,
  means: Means,
): Promise<Ended | null> {
  if (step.if !== undefined && !holds(step.if, state.scope())) {
    finish(step, state, means, { status: 'skipped', note: 'Not needed here.', ms: 0, ran: false });
    return null;
  }
  means.emit({ type: 'step.started', step_id: step.id, title: step.title });
  const startedAt = means.clock.now();
  const outer = state.items;
  const { ended, result } = await rounds(step, plan, state, means);
  state.items = outer;
  const ms = means.clock.now() - startedAt;
  if (ended?.fault) {
    finish(step, state, means, { status: statusOf(ended), note: ended.fault.message, ms, ran: true });
    return ended;
  }
  state.results[step.id] = result;
  const counted = result.rounds === 1 ? '1 round' : `${result.rounds} rounds`;
  const gathered = Object.entries(result)
    .filter(([, value]) => Array.isArray(value))
    .map(([key, value]) => `${Array.isArray(value) ? value.length : 0} ${key}`);
  const note = [counted, ...gathered].join(', ');
  finish(step, state, means, { status: 'succeeded', note, ms, ran: true }, result);
  return ended;
}

type Gathered = { readonly rounds: number } & Readonly<Record<string, unknown>>;

async function rounds(step: LoopStep, plan: Plan, state: StepState, means: Means) {
  const { max, until, as } = step.for_each;
  const collected = nothingCollected(step);
  const over = (ended: Ended | null, count: number) => ({
    ended,
    result: { rounds: count, ...collected } satisfies Gathered,
  });
  const list = await entriesOf(step, state);
  if (!list.ok) return over({ status: 'failed', fault: list.fault }, 0);
  const entries = list.value;
  if (entries !== null && entries.length > max) return over(tooMany(step, entries.length), 0);
  const last = Math.min(entries?.length ?? max, roundsMax);
  const branches = allowedBranches(step, means);
  if (branches > 1) {
    const all = entries ?? Array.from({ length: last }, (_, round) => round + 1);
    const done = await parallelRounds(step, all, branches, { plan, state, means });
    return { ended: done.ended, result: { rounds: done.rounds, ...done.collected } satisfies Gathered };
  }
  for (let round = 0; round < last; round += 1) {
    state.items = { [as]: entries === null ? round + 1 : entries[round] };
    for (const inner of step.steps) {
      if (means.signal.aborted) return over({ status: 'cancelled', fault: cancelled() }, round);
      const ended = await runSingleStep(inner, plan, state, means);
      if (ended !== null) return over(ended, round);
    }
    const full = gather(step, state.scope(), collected);
    if (full !== null) return over({ status: 'failed', fault: full }, round);
    if (until !== undefined && holds(until, state.scope())) return over(null, round + 1);
  }
  const unfinished = until !== undefined && entries === null;
  return unfinished ? over(neverHeld(step, max), last) : over(null, last);
}

// Null: no list, the loop counts.
async function entriesOf(step: LoopStep, state: StepState) {
  return attempt(async (): Promise<readonly unknown[] | null> => {
    if (step.for_each.in === undefined) return null;
    const value = resolveValue(step.for_each.in, state.scope());
    return Array.isArray(value) ? value : [value];
  });
}

// Its own word that it was reviewed does not count: what nobody trusts goes through its entries one after the other.
function allowedBranches(step: LoopStep, { context, emit }: Means): number {
  const wanted = branchesOf(step);
  if (wanted < 2 || onlyReads(step) || context.template.reviewed) return wanted;
  emit({
    type: 'note',
    text: `"${step.title}" goes round by round: the template is not known to be reviewed.`,
  });
  return 1;
}

function tooMany(step: LoopStep, count: number): Ended {
  const { max } = step.for_each;
  const message = `There are ${count} entries, and at most ${max} were to be gone through.`;
  return {
    status: 'failed',
    fault: fault('too-large', message, 'Raise "max" in the template, or narrow the list.'),
  };
}

function neverHeld(step: LoopStep, max: number): Ended {
  const message = `"${step.title}" went through ${max} rounds, and there are more.`;
  return {
    status: 'failed',
    fault: fault('too-large', message, 'Raise "max" in the template, or narrow the search.'),
  };
}

function statusOf(ended: Ended) {
  if (ended.status === 'outcome_unknown') return 'unknown';
  return ended.status === 'refused' ? 'refused' : 'failed';
}
