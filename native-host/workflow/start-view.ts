import type { RunView, StepView } from '../../shared/run.ts';
import { isLoop, kindOf, type Step } from '../../shared/template.ts';
import type { Plan } from './compile.ts';
import { templateHash } from './template-hash.ts';

/** A run as it begins: every step pending, secrets by their names. */
export function startView(
  plan: Plan,
  facts: {
    readonly run_id: string;
    readonly profile: string | null;
    readonly now: number;
    readonly continues?: string;
  },
): RunView {
  const { id, version, title, steps } = plan.template;
  return {
    run_id: facts.run_id,
    template: { id, version, title, sha256: templateHash(plan) },
    ...(facts.continues === undefined ? {} : { continues: facts.continues }),
    profile: facts.profile,
    status: 'running',
    // As given: a name with its month filled in would be wrong for the month that the run is done again for.
    parameters: { ...plan.given },
    steps: steps.flatMap((step) =>
      isLoop(step) ? [pending(step), ...step.steps.map(pending)] : [pending(step)],
    ),
    output: null,
    files: [],
    fault: null,
    started_at: new Date(facts.now).toISOString(),
    ended_at: null,
    report: null,
  };
}

function pending(step: Step): StepView {
  return {
    id: step.id,
    title: step.title,
    tool: kindOf(step),
    status: 'pending',
    runs: 0,
    duration_ms: 0,
    note: '',
  };
}
