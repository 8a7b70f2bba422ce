import { attempt, type Fault, type Result } from '../../shared/faults.ts';
import type { StepView } from '../../shared/run.ts';
import {
  isAsk,
  isCode,
  isPrompt,
  kindOf,
  type LoopStep,
  type SingleStep,
  type ToolStep,
} from '../../shared/template.ts';
import { tools } from '../../shared/tools/index.ts';
import { afterFailure, attemptsMax } from './after-failure.ts';
import { performAsk } from './ask-step.ts';
import { boundedOutput } from './bounded-output.ts';
import type { Plan } from './compile.ts';
import { holds } from './conditions.ts';
import { performCode } from './perform-code.ts';
import { performMended } from './perform-mended.ts';
import { performPrompt } from './perform-prompt.ts';
import type { Means, Performed } from './perform-step.ts';
import { resolveValue, type Scope } from './references.ts';
import { withOneSelector } from './selector-places.ts';
import { noteOf } from './step-note.ts';
import { trackedSelectors } from './tracked-selectors.ts';

export type EndStatus = 'succeeded' | 'failed' | 'refused' | 'cancelled' | 'outcome_unknown';
/** The run is over; without a fault because there was nothing left to do. */
export type Ended = { readonly status: EndStatus; readonly fault: Fault | null };

/** What a run knows while it goes: results by step, the loop's current item, output gathered so far. */
export type StepState = {
  readonly results: Record<string, unknown>;
  readonly output: Record<string, unknown>;
  items: Scope;
  readonly views: Map<string, StepView>;
  scope(): Scope;
};

export function startState(plan: Plan): StepState {
  const results: Record<string, unknown> = {};
  const state: StepState = {
    results,
    output: {},
    items: {},
    views: new Map(),
    scope: () => ({ ...state.items, parameters: plan.parameters, steps: results }),
  };
  return state;
}

/** Runs one step with its condition, its attempts and its `finish_if`; null when the run goes on. */
export async function runSingleStep(
  step: SingleStep,
  plan: Plan,
  state: StepState,
  means: Means,
): Promise<Ended | null> {
  if (step.if !== undefined && !holds(step.if, state.scope())) {
    // A result of an earlier round is not this round's.
    delete state.results[step.id];
    finish(step, state, means, { status: 'skipped', note: 'Not needed here.', ms: 0, ran: false });
    return null;
  }
  means.emit({ type: 'step.started', step_id: step.id, title: step.title });
  const startedAt = means.clock.now();
  const done = await tryStep(step, plan, state, means);
  const ms = means.clock.now() - startedAt;
  if (!done.result.ok) {
    const status = stepStatus(done.ended);
    finish(step, state, means, { status, note: done.result.fault.message, ms, ran: true });
    return done.ended === null ? null : { status: done.ended, fault: done.result.fault };
  }
  const result = done.result.value;
  state.results[step.id] = result;
  if (step.output !== undefined) state.output[step.output] = result;
  finish(
    step,
    state,
    means,
    { status: 'succeeded', note: noteOf(kindOf(step), result), ms, ran: true },
    result,
  );
  if (step.finish_if === undefined || !holds(step.finish_if, state.scope())) return null;
  means.emit({ type: 'note', text: `After "${step.title}" there was nothing left to do.` });
  return { status: 'succeeded', fault: null };
}

type Tried = {
  readonly result: Result<Readonly<Record<string, unknown>>>;
  /** How the run ends with it; null when it goes on. */
  readonly ended: EndStatus | null;
};

async function tryStep(step: SingleStep, plan: Plan, state: StepState, means: Means): Promise<Tried> {
  delete state.results[step.id];
  const scope = state.scope();
  const prepared = await attempt(async () => prepare(step, plan, scope, means));
  if (!prepared.ok) return { result: prepared, ended: step.on_failure === 'skip' ? null : 'failed' };
  for (let number = 1; number <= attemptsMax; number += 1) {
    const { result, receipts } = await prepared.value();
    if (result.ok) return { result, ended: null };
    const decision = afterFailure(step, result.fault, { number, receipts });
    if (decision.next === 'skip') return { result, ended: null };
    if (decision.next === 'end') return { result, ended: endStatus(decision.status) };
    means.emit({ type: 'note', text: `"${step.title}" is tried again: ${result.fault.message}` });
    await means.clock.sleep(decision.pauseMs, means.signal);
  }
  throw new Error(`the step ${step.id} was tried more than ${attemptsMax} times`);
}

// One attempt of the step, with its values in their places; a value that is missing is raised.
function prepare(step: SingleStep, plan: Plan, scope: Scope, means: Means): () => Promise<Performed> {
  if (isPrompt(step)) return () => performPrompt(step, scope, means);
  if (isAsk(step)) return () => performAsk(step, scope, plan, means);
  if (!isCode(step)) return prepareTool(step, plan, scope, means);
  const inputs = withoutNulls(resolveValue(step.inputs, scope));
  return () => performCode(step, inputs, plan, means);
}

function prepareTool(step: ToolStep, plan: Plan, scope: Scope, means: Means): () => Promise<Performed> {
  const declared = plan.declared[step.id];
  if (declared === undefined) throw new Error(`the step ${step.id} was never planned`);
  const args = withoutNulls(resolveValue(step.args, scope));
  const tool = tools.get(step.tool);
  if (tool === undefined) throw new Error(`the step ${step.id} passed its check with the tool ${step.tool}`);
  const work = {
    step,
    declared,
    args: withOneSelector(tool, args),
    tracked: trackedSelectors(step, tool, args, plan),
    values: recordedValues(plan),
  };
  return () => performMended(work, means);
}

// A name of a secret is no value of a page.
function recordedValues(plan: Plan): Readonly<Record<string, unknown>> {
  const { parameters } = plan.template;
  return Object.fromEntries(
    Object.entries(plan.parameters).filter(([name]) => parameters[name]?.type !== 'secret'),
  );
}

function endStatus(status: string): EndStatus {
  if (status === 'refused' || status === 'cancelled' || status === 'outcome_unknown') return status;
  return 'failed';
}

function stepStatus(ended: EndStatus | null): StepView['status'] {
  if (ended === null) return 'skipped';
  if (ended === 'outcome_unknown') return 'unknown';
  return ended === 'refused' ? 'refused' : 'failed';
}

// An optional parameter that was not given is null, and an argument that was not given is left out.
function withoutNulls(args: unknown): Record<string, unknown> {
  if (typeof args !== 'object' || args === null) throw new Error('arguments are an object');
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null));
}

type Finished = {
  readonly status: StepView['status'];
  readonly note: string;
  readonly ms: number;
  readonly ran: boolean;
};

/**
 * Tells how a step ended; over several rounds, times add up and one success is not undone by a later skip.
 */
export function finish(
  step: SingleStep | LoopStep,
  state: StepState,
  means: Means,
  { status, note, ms, ran }: Finished,
  output: Readonly<Record<string, unknown>> | null = null,
): void {
  const before = state.views.get(step.id);
  const keeps = before?.status === 'succeeded' && status === 'skipped';
  // A round in which a step was not needed tells nothing new.
  if (keeps && !ran) return;
  const view: StepView = {
    id: step.id,
    title: step.title,
    tool: kindOf(step),
    status: keeps ? before.status : status,
    runs: (before?.runs ?? 0) + (ran ? 1 : 0),
    duration_ms: (before?.duration_ms ?? 0) + Math.max(0, Math.round(ms)),
    note: keeps ? before.note : note,
  };
  state.views.set(step.id, view);
  means.emit({ type: 'step.finished', step: view, output: boundedOutput(output) });
}
