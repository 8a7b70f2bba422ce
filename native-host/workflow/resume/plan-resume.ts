import { failed, ok, type Result } from '../../../shared/faults.ts';
import type { RunEvent, StepView } from '../../../shared/run.ts';
import { isLoop, type Step } from '../../../shared/template.ts';
import { repeatable } from '../after-failure.ts';
import type { Plan } from '../compile.ts';
import { provablyNotDone } from '../step-calls.ts';
import { type CutOffRun, cannotGoOn, type DoneAct } from './cut-off-run.ts';
import { type Kept, keptResults, lostValue } from './kept-results.ts';
import { readsBefore } from './reads-before.ts';

// A run that was cut off goes on where its last settled step ended, as a run of its own. What that step and those before it
// gave is taken from the story that was written down; nothing that acted is done again; and only what reads is read again.

export type Resumption = {
  readonly run_id: string;
  /** Place of the first step that was not settled. */
  readonly next: number;
  /** Settled steps that are done again, since they only read and the page must be as they left it. */
  readonly again: ReadonlySet<string>;
  readonly kept: readonly Kept[];
  /** Acts that were begun before: they count against the budget of the whole. */
  readonly acted: number;
};

/** Where a run that was cut off can go on; a fault says why it cannot. */
export function planResume({ template }: Pick<Plan, 'template'>, run: CutOffRun): Result<Resumption> {
  const { steps } = template;
  const views = viewsOf(run.events);
  const open = steps.findIndex(({ id }) => !isSettled(views.get(id)));
  const next = open < 0 ? steps.length : open;
  const cut = steps[next];
  const unsafe = cut === undefined ? null : unsafeAct(cut, run.acts);
  if (unsafe !== null) return failed(unsafe);
  const settled = steps.slice(0, next);
  const done = settled.filter(({ id }) => views.get(id)?.status === 'succeeded');
  const again = readsBefore(done, steps.slice(next), run.acts);
  if (!again.ok) return again;
  const kept = keptResults(run.events, settled);
  const toDo = steps.filter(({ id }, index) => index >= next || again.value.has(id));
  const lost = lostValue(template, toDo, kept);
  return lost === null
    ? ok({ run_id: run.run_id, next, again: again.value, kept, acted: run.acted })
    : failed(lost);
}

/** The plan without what is not done again; the rest is judged and asked about anew. */
export function remainingPlan(plan: Plan, { next, again }: Resumption): Plan {
  const done = plan.template.steps.filter(({ id }, index) => index < next && !again.has(id));
  const ids = new Set(done.flatMap(idsOf));
  const acts = plan.acts.filter(({ call }) => !ids.has(call.step_id));
  return { ...plan, acts, calls: acts.map(({ call }) => call) };
}

function viewsOf(events: readonly RunEvent[]): ReadonlyMap<string, StepView> {
  const views = new Map<string, StepView>();
  for (const event of events) if (event.type === 'step.finished') views.set(event.step.id, event.step);
  return views;
}

function isSettled(view: StepView | undefined): boolean {
  return view?.status === 'succeeded' || view?.status === 'skipped';
}

// What was begun and may have happened is not done again, and a step of several acts is not entered in its middle.
function unsafeAct(step: Step, acts: readonly DoneAct[]) {
  const ids = idsOf(step);
  const done = acts.filter(({ step_id, receipt, finding }) => {
    if (!ids.includes(step_id) || finding === 'not_applied' || finding === 'compensated') return false;
    return receipt === null || !(repeatable([receipt]) || provablyNotDone(receipt));
  });
  const unknown = done.find(
    ({ receipt, finding }) => finding === null && receipt?.fault?.code === 'outcome-unknown',
  );
  if (unknown !== undefined) {
    const message = `In "${step.title}" ${actWords(unknown)} may or may not have happened, so it is not done again.`;
    const hint = 'Look at the site, then say what you found with `localagent ledger reconcile`.';
    return cannotGoOn(message, hint);
  }
  const [first] = done;
  if (first === undefined) return null;
  const message = `The run was cut off in the middle of "${step.title}": ${actWords(first)} was done, and is not done again.`;
  return cannotGoOn(message);
}

function actWords({ receipt }: DoneAct): string {
  if (receipt === null) return 'an act';
  return receipt.target === '' ? `"${receipt.tool}"` : `"${receipt.tool}" on ${receipt.target}`;
}

function idsOf(step: Step): readonly string[] {
  return isLoop(step) ? [step.id, ...step.steps.map(({ id }) => id)] : [step.id];
}
