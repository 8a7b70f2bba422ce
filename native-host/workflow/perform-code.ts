import { z } from 'zod';
import { failed, fault, ok, type Result } from '../../shared/faults.ts';
import type { StepScript } from '../../shared/step-script.ts';
import type { CodeStep } from '../../shared/template.ts';
import { readSchema } from './check-output.ts';
import type { Plan } from './compile.ts';
import type { Means, Performed } from './perform-step.ts';
import { pathText } from './problems.ts';
import { wholeReference } from './references.ts';
import { StepCalls } from './step-calls.ts';

/** One attempt of a code step: its script, each call of which is one of the step's. */
export async function performCode(
  step: CodeStep,
  inputs: Readonly<Record<string, unknown>>,
  plan: Plan,
  means: Means,
): Promise<Performed> {
  const declared = plan.declared[step.id];
  if (declared === undefined || step.code === undefined)
    throw new Error(`the step ${step.id} was never planned`);
  const { runScript } = means;
  if (runScript === undefined) throw new Error('a template with code needs what runs it');
  const script = step.script === undefined ? undefined : plan.scripts?.[step.script];
  const unfit = script === undefined ? null : unfitInput(script, inputs);
  if (unfit !== null) return { result: unfit, receipts: [] };
  const calls = new StepCalls({ step, declared }, means);
  const done = await runScript(
    {
      code: step.code,
      inputs,
      sources: plan.flows.scripts?.[step.id]?.inputs ?? {},
      secrets: secretsGiven(step, plan),
      sites: declared.sites,
      wallMs: step.timeout_ms,
    },
    {
      call: (tool, args, sources) => calls.scripted(tool, args, sources),
      context: means.context,
      signal: means.signal,
    },
  );
  const { receipts } = calls;
  if (!done.ok) return { result: done, receipts };
  return { result: asResult(done.value.value, script), receipts };
}

// The secret's name is given to the script; what it stands for is filled in by the gate, on the secret's own site.
function secretsGiven(step: CodeStep, { template, parameters }: Plan): readonly string[] {
  return Object.values(step.inputs).flatMap((value) => {
    const reference = typeof value === 'string' ? wholeReference(value) : null;
    const name = reference?.root === 'parameters' ? (reference.path[0] ?? '') : '';
    const given = parameters[name];
    if (template.parameters[name]?.type !== 'secret' || typeof given !== 'string') return [];
    return [given.replace(/^secret:/, '')];
  });
}

const kinds = {
  string: z.string(),
  integer: z.int(),
  number: z.number(),
  boolean: z.boolean(),
  list: z.array(z.unknown()),
  object: z.record(z.string(), z.unknown()),
} as const;

function unfitInput(script: StepScript, inputs: Readonly<Record<string, unknown>>): Result<never> | null {
  for (const [name, { type, required }] of Object.entries(script.inputs)) {
    const value = inputs[name];
    if (value === undefined || value === null) {
      if (!required) continue;
      return failed(
        fault(
          'bad-arguments',
          `The script ${script.id} needs the input "${name}", which has no value.`,
          'Guard the step with "if", or give the input a value.',
        ),
      );
    }
    if (kinds[type].safeParse(value).success) continue;
    return failed(
      fault(
        'bad-arguments',
        `The input "${name}" of the script ${script.id} must be of type ${type}.`,
        'Look at what the step before gives.',
      ),
    );
  }
  return null;
}

function asResult(value: unknown, script: StepScript | undefined): Performed['result'] {
  const parsed =
    script?.output_schema === undefined ? null : readSchema(script.output_schema)?.safeParse(value);
  if (parsed !== undefined && parsed !== null && !parsed.success) {
    const told = parsed.error.issues.slice(0, 5).map(({ path, message }) => `${pathText(path)}: ${message}`);
    return failed(
      fault(
        'not-found',
        `The script ran, but what it returned is not what it promises: ${told.join('; ')}.`,
        'Look at the page; it may hold something else than before.',
        { problems: told },
      ),
    );
  }
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return ok({ ...(isObject ? value : {}), result: value });
}
