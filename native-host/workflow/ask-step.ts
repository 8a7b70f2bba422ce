import { failed, fault, ok } from '../../shared/faults.ts';
import type { AskStep } from '../../shared/template.ts';
import type { Plan } from './compile.ts';
import type { Means, Performed } from './perform-step.ts';
import type { Problem } from './problems.ts';
import { referencesIn, resolveValue, type Scope } from './references.ts';
import { cancelled } from './step-calls.ts';

// A step that waits for the person. It calls no tool, so it leaves no receipt; what it was told is its result.

/** What is wrong with the step's own words. References are checked with all others. */
export function checkAskStep({ ask }: AskStep, path: readonly PropertyKey[]): Problem[] {
  const others = referencesIn(ask.question).references.filter(({ root }) => root !== 'parameters');
  return others.map(({ text }) => ({
    path: [...path, 'ask', 'question'],
    message: `${text}: only parameters may be named in a question, so that no page can word it`,
  }));
}

/** One attempt: the question is put, and answered or not within the step's time. */
export async function performAsk(step: AskStep, scope: Scope, plan: Plan, means: Means): Promise<Performed> {
  const { askPerson, signal } = means;
  if (askPerson === undefined) throw new Error('a template that asks a person needs a way to them');
  const { question, kind } = step.ask;
  const text = String(resolveValue(question, scope, () => ''));
  const sites = [...new Set(Object.values(plan.declared).flatMap((one) => one.sites))];
  const answer = await askPerson({ text, kind, sites, waitMs: step.timeout_ms }, signal);
  if (answer !== null) return { result: ok({ answer }), receipts: [] };
  const silence = fault(
    'timeout',
    `Nobody answered "${step.title}" in time.`,
    'Run it again where you can answer, or give the step more time with "timeout_ms".',
  );
  return { result: failed(signal.aborted ? cancelled() : silence), receipts: [] };
}
