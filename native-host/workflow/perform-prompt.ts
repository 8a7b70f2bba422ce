import { failed, fault, ok } from '../../shared/faults.ts';
import type { PromptStep } from '../../shared/template.ts';
import type { Means, Performed } from './perform-step.ts';
import { formOf, shownResults } from './prompt-step.ts';
import { resolveValue, type Scope } from './references.ts';
import { outOfTime } from './step-calls.ts';

/** One attempt of a prompt step. It calls no tool, so it leaves no receipt: it can only answer. */
export async function performPrompt(step: PromptStep, scope: Scope, means: Means): Promise<Performed> {
  return { result: await answered(step, scope, means), receipts: [] };
}

async function answered(step: PromptStep, scope: Scope, means: Means): Promise<Performed['result']> {
  const { askModel, context, emit, signal } = means;
  if (askModel === undefined) throw new Error('a template that asks a model needs one to be named');
  const resolve = (value: unknown): unknown => resolveValue(value, scope, () => null);
  const results = step.sees.flatMap((name) => {
    const value = valueSeen(name, scope);
    return value === undefined ? [] : [{ title: name, value }];
  });
  if (results.length === 0) {
    const hint = 'Guard the step with "if", or name a step that has run.';
    return failed(
      fault(
        'not-found',
        'There is nothing to be asked about: none of the steps that it sees gave a result.',
        hint,
      ),
    );
  }
  const form = formOf(step.answer, resolve);
  if ('wrong' in form)
    return failed(
      fault('not-found', `No question was asked: ${form.wrong}.`, 'Look at the list that "choose" names.'),
    );
  const { seen, leftOut } = shownResults(results);
  const late = AbortSignal.timeout(step.timeout_ms);
  const done = await askModel(
    { question: String(resolve(step.prompt)), seen, form },
    { context, emit: (text) => emit({ type: 'note', text }), signal: AbortSignal.any([signal, late]) },
  );
  if (!done.ok) return late.aborted && !signal.aborted ? failed(outOfTime(step)) : done;
  const { answer, unsupported } = done.value;
  const fields = typeof answer === 'object' && answer !== null ? answer : {};
  return ok({ ...fields, answer, unsupported, left_out: leftOut });
}

function valueSeen(name: string, scope: Scope): unknown {
  if (Object.hasOwn(scope, name) && name !== 'steps' && name !== 'parameters') return scope[name];
  const { steps } = scope;
  return typeof steps === 'object' && steps !== null && Object.hasOwn(steps, name)
    ? Reflect.get(steps, name)
    : undefined;
}
