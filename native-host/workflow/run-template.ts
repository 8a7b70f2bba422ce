import { randomUUID } from 'node:crypto';
import { type Fault, fault } from '../../shared/faults.ts';
import type { PlannedCall, RunStatus } from '../../shared/run.ts';
import { isLoop, kindOf, singleStepsOf } from '../../shared/template.ts';
import { outputFault } from './check-output.ts';
import type { Plan } from './compile.ts';
import { giveExtracted } from './extraction/give-extracted.ts';
import { onlyPlanned } from './extraction/only-planned.ts';
import { approvalRequest, denial, type Judged, refusal, weighPlan } from './judge-plan.ts';
import type { Means } from './perform-step.ts';
import type { Approver } from './ports.ts';
import { lookUp, resolveValue, wholeReference } from './references.ts';
import { type Resumption, remainingPlan } from './resume/plan-resume.ts';
import { isTakenUp, strayed, takeUp } from './resume/take-up.ts';
import { runLoop } from './run-loop.ts';
import { type Ended, finish, runSingleStep, type StepState, startState } from './run-step.ts';
import { cancelled } from './step-calls.ts';

/** How a run ended. `fault` is null exactly when it succeeded. */
export type RunEnd = {
  readonly status: Exclude<RunStatus, 'running' | 'waiting_approval' | 'paused'>;
  readonly output: Readonly<Record<string, unknown>> | null;
  readonly fault: Fault | null;
};

export type RunMeans = Means & {
  readonly approver: Approver;
  /** How long the person has to answer the plan's card, in milliseconds. */
  readonly approvalMs: number;
  /** The run goes on where another was cut off. */
  readonly resumption?: Resumption;
  /** Writes a picture that the run sends, in base64, into its folder and gives the path; needed where the plan has some. */
  readonly keepPicture?: (name: string, base64: string) => string;
};

/**
 * Runs a plan: judged whole first, asked about once if the policy asks, then its steps in order. Everything
 * that happens is emitted as it happens. It always ends with a `RunEnd`; only a bug throws.
 */
export async function runTemplate(plan: Plan, means: RunMeans): Promise<RunEnd> {
  const calls = onlyPlanned(means.calls, plan);
  const followed = { ...means, calls, context: { ...means.context, flows: plan.flows } };
  const toDo = means.resumption === undefined ? plan : remainingPlan(plan, means.resumption);
  const leave = await permission(toDo, followed);
  if (!leave.ok) return { status: leave.status, output: null, fault: leave.fault };
  const state = startState(plan);
  const granted = {
    ...followed,
    mended: new Map<string, string>(),
    context: { ...followed.context, granted: leave.granted, granted_under: leave.under },
  };
  const ended = await runSteps(plan, state, granted);
  if (ended !== null && ended.fault !== null) {
    // A call that was cut short ends in its own way and speaks of itself alone; what ended the run is that it was stopped.
    const stopped = means.signal.aborted && (ended.status === 'failed' || ended.status === 'cancelled');
    return stopped
      ? { status: 'cancelled', output: null, fault: cancelled() }
      : { status: ended.status, output: null, fault: ended.fault };
  }
  if (ended !== null) passOver(plan, state, granted);
  const extracted = await giveExtracted(plan, state.scope(), granted);
  if (!extracted.ok) return { status: 'failed', output: null, fault: extracted.fault };
  if (ended === null) {
    const output = { ...extracted.value, ...outputOf(plan, state) };
    const problem = outputFault(plan.template, output);
    return { status: problem === null ? 'succeeded' : 'failed', output, fault: problem };
  }
  // Steps that were not needed gave no values, and their absence is no lack.
  const values = Object.entries({ ...extracted.value, ...outputOf(plan, state) }).filter(
    ([, value]) => value !== null,
  );
  return { status: 'succeeded', output: Object.fromEntries(values), fault: null };
}

type Leave =
  | {
      readonly ok: true;
      readonly granted: readonly PlannedCall[];
      /** Mark of the rules under which they were. */
      readonly under: string | null;
    }
  | { readonly ok: false; readonly status: 'refused' | 'cancelled'; readonly fault: Fault };

async function permission(plan: Plan, means: RunMeans): Promise<Leave> {
  if (means.signal.aborted) return { ok: false, status: 'cancelled', fault: cancelled() };
  // Taken before: rules that change while the plan is judged void the yes, and not the other way round.
  const under = means.calls.mark?.() ?? null;
  const verdicts = await means.calls.judge(plan.calls, means.context);
  const weighed = weighPlan(plan, verdicts);
  if (weighed.decision === 'allow') return { ok: true, granted: [], under };
  if (weighed.decision === 'deny') {
    recordRefusals(plan, weighed.denied, means);
    return {
      ok: false,
      status: 'refused',
      fault: refusal(weighed.denied, 'The policy does not allow this run.'),
    };
  }
  if (means.context.caller.unattended) {
    recordRefusals(plan, weighed.asked, means);
    const message = 'The policy wants a person to be asked, and nobody is there.';
    return { ok: false, status: 'refused', fault: refusal(weighed.asked, message) };
  }
  return askOnce(plan, { asked: weighed.asked, under }, means);
}

// Every refused call has its receipt, and its step says why, although nothing of the run was begun.
function recordRefusals(plan: Plan, refused: readonly Judged[], { calls, context, emit }: RunMeans): void {
  for (const { act, verdict } of refused) {
    const receipt = calls.refuse(act.call, verdict, context);
    emit({ type: 'call.settled', step_id: act.call.step_id, receipt });
  }
  for (const { step } of singleStepsOf(plan.template.steps)) {
    const verdicts = refused.filter(({ act }) => act.call.step_id === step.id).map(({ verdict }) => verdict);
    if (verdicts.length === 0) continue;
    const reasons = [...new Set(verdicts.map(({ reason }) => reason))].join(' ');
    const policies = [...new Set(verdicts.flatMap((verdict) => verdict.policies))].join(', ');
    const note = `${reasons} (${policies})`;
    const view = { id: step.id, title: step.title, tool: kindOf(step), runs: 0, duration_ms: 0, note };
    emit({ type: 'step.finished', step: { ...view, status: 'refused' }, output: null });
  }
}

async function askOnce(
  plan: Plan,
  { asked, under }: { readonly asked: readonly Judged[]; readonly under: string | null },
  means: RunMeans,
): Promise<Leave> {
  const approval = approvalRequest(asked, {
    approval_id: randomUUID(),
    run_id: means.context.run_id,
    title: plan.template.title,
    now: means.clock.now(),
    waitMs: means.approvalMs,
    flows: plan.flows,
  });
  means.emit({ type: 'approval.requested', approval });
  const { answer, by } = await means.approver.ask(approval, means.signal);
  means.emit({ type: 'approval.answered', approval_id: approval.approval_id, answer, by });
  if (means.signal.aborted) return { ok: false, status: 'cancelled', fault: cancelled() };
  if (answer === 'approved') return { ok: true, granted: asked.map(({ act }) => act.call), under };
  const refused =
    answer === 'denied'
      ? denial(asked, by)
      : fault(
          'approval-timeout',
          'Nobody answered whether this run may go on, so it may not.',
          'Run it again and answer in the side panel or the terminal.',
        );
  return { ok: false, status: 'refused', fault: refused };
}

// Null: every step was passed. Else what ended the run, which `finish_if` does without a fault.
async function runSteps(plan: Plan, state: StepState, means: RunMeans): Promise<Ended | null> {
  const { resumption } = means;
  if (resumption !== undefined && takeUp(resumption, plan, state, means)) {
    return { status: 'succeeded', fault: null };
  }
  for (const [index, step] of plan.template.steps.entries()) {
    if (means.signal.aborted) return { status: 'cancelled', fault: cancelled() };
    if (resumption !== undefined && isTakenUp(step, index, resumption)) continue;
    const ended = isLoop(step)
      ? await runLoop(step, plan, state, means)
      : await runSingleStep(step, plan, state, means);
    if (ended !== null) return ended;
    const elsewhere = resumption === undefined ? null : strayed(step, index, resumption, state);
    if (elsewhere !== null) return { status: 'failed', fault: elsewhere };
  }
  return null;
}

// A run that ended early tells of every step that was not needed.
function passOver(plan: Plan, state: StepState, means: Means): void {
  const steps = plan.template.steps.flatMap((step) => (isLoop(step) ? [step, ...step.steps] : [step]));
  for (const step of steps.filter(({ id }) => !state.views.has(id))) {
    finish(step, state, means, { status: 'skipped', note: 'Nothing was left to do.', ms: 0, ran: false });
  }
}

function outputOf(plan: Plan, state: StepState): Record<string, unknown> {
  const scope = state.scope();
  const output = Object.entries(plan.template.output).map(([key, value]) => {
    if (typeof value === 'string') {
      const whole = wholeReference(value);
      if (whole !== null) return [key, lookUp(whole, scope) ?? null];
    }
    return [key, resolveValue(value, scope, () => null)];
  });
  // With an extraction plan nothing is given back but what it names, and what `output` does.
  const gathered = plan.template.extraction === undefined ? state.output : {};
  return { ...gathered, ...Object.fromEntries(output) };
}
