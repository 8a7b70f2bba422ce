import type { Fault } from '../../../shared/faults.ts';
import { isLoop, type Step } from '../../../shared/template.ts';
import { boundedOutput } from '../bounded-output.ts';
import type { Plan } from '../compile.ts';
import { holds } from '../conditions.ts';
import type { Means } from '../perform-step.ts';
import type { StepState } from '../run-step.ts';
import { cannotGoOn } from './cut-off-run.ts';
import type { Resumption } from './plan-resume.ts';

/** Gives a run what the one before it had settled, and tells so. True: nothing was left to do. */
export function takeUp(resumption: Resumption, plan: Plan, state: StepState, means: Means): boolean {
  const { steps } = plan.template;
  const byId = new Map(steps.map((step) => [step.id, step]));
  const next = steps[resumption.next];
  const where = next === undefined ? 'after its last step' : `at "${next.title}"`;
  means.emit({ type: 'note', text: `Goes on from run ${resumption.run_id}, ${where}.` });
  for (const { view, result } of resumption.kept) {
    if (resumption.again.has(view.id)) continue;
    if (result !== null) state.results[view.id] = result;
    const step = byId.get(view.id);
    if (step !== undefined && 'output' in step && step.output !== undefined && result !== null) {
      state.output[step.output] = result;
    }
    state.views.set(view.id, view);
    means.emit({ type: 'step.finished', step: view, output: boundedOutput(result) });
  }
  const last = steps[resumption.next - 1];
  if (last === undefined || resumption.again.has(last.id) || !('finish_if' in last)) return false;
  return (
    last.finish_if !== undefined &&
    state.results[last.id] !== undefined &&
    holds(last.finish_if, state.scope())
  );
}

/** A step that the run before has settled and that is not done again. */
export function isTakenUp(step: Step, index: number, { next, again }: Resumption): boolean {
  return index < next && !again.has(step.id);
}

/** What was read again must be what it was, as far as its address tells: who was signed out is led elsewhere. Null: it is. */
export function strayed(step: Step, index: number, resumption: Resumption, state: StepState): Fault | null {
  if (index >= resumption.next || isLoop(step)) return null;
  const before = placeOf(resumption.kept.find(({ view }) => view.id === step.id)?.result);
  const now = placeOf(state.results[step.id]);
  if (before === null || now === before) return null;
  const message = `"${step.title}" led to ${before} before, and to ${now ?? 'no page'} now.`;
  return cannotGoOn(message, 'Sign in again if the site has signed you out, or run the template anew.');
}

function placeOf(result: unknown): string | null {
  const url: unknown = typeof result === 'object' && result !== null ? Reflect.get(result, 'url') : null;
  return typeof url === 'string' ? url.replace(/#.*$/s, '') : null;
}
