import type { Program } from 'acorn';
import type { ApiCall } from './api-call.ts';
import { toJson } from './conversions.ts';
import { Interpreter } from './interpret.ts';
import { givenLabel, LabelTable } from './label-table.ts';
import type { RunLimits } from './limits.ts';
import type { CallAnswered, CallAsked, RunEnded, Sources } from './runner-messages.ts';
import { deepLabel, type Label, ScriptError, Stop, type Value } from './values.ts';

export type Execution = {
  readonly program: Program;
  readonly args: unknown;
  readonly sources?: Sources;
  readonly limits: RunLimits;
  /** Milliseconds that only go forward. */
  readonly now: () => number;
  readonly call: (asked: CallAsked) => Promise<CallAnswered>;
};

/** Runs a tree to its end. Whatever it does, the outcome is one of three; an exception here is a bug of ours. */
export async function executeTree({
  program,
  args,
  sources = {},
  limits,
  now,
  call,
}: Execution): Promise<RunEnded> {
  const one = new Interpreter(limits, now);
  const table = new LabelTable();
  try {
    const steps = one.run(program, givenValue(one, table, args, sources));
    let step = steps.next();
    while (step.done !== true) {
      const answer = await call(askedBy(one, table, step.value));
      one.budget.extend(answer.waitedMs);
      const label = table.labelOf(answer.sources);
      step =
        answer.type === 'answer'
          ? steps.next(one.make.fromJson(answer.value, label))
          : steps.throw(new ScriptError(failureOf(one, answer.fault, label)));
    }
    const { value } = step;
    const json = toJson(one.make, value) ?? null;
    return {
      type: 'done',
      value: json,
      sources: table.originsOf(deepLabel(value)),
      steps: one.budget.fuelUsed,
    };
  } catch (error) {
    return ending(one, error);
  }
}

// Each value by itself: what was read on a page marks what is done with it, and nothing besides.
function givenValue({ make }: Interpreter, table: LabelTable, args: unknown, sources: Sources): Value {
  if (Object.keys(sources).length === 0 || typeof args !== 'object' || args === null)
    return make.fromJson(args, givenLabel);
  const members = Object.entries(args).map(([name, value]) => {
    const label = givenLabel | table.labelOf(sources[name] ?? []);
    return [name, make.fromJson(value, label)] as const;
  });
  return make.fields(new Map(members), givenLabel);
}

function askedBy(
  one: Interpreter,
  table: LabelTable,
  { verb, path, body, label, start, line }: ApiCall,
): CallAsked {
  const data = body === null ? {} : toJson(one.make, body);
  const args = typeof data === 'object' && data !== null ? { ...data } : {};
  return { type: 'call', verb, path, args, sources: table.originsOf(label), start, line };
}

function failureOf(
  { make }: Interpreter,
  { code, message, hint }: { readonly code: string; readonly message: string; readonly hint: string },
  label: Label,
): Value {
  const texts = Object.entries({ code, message, hint });
  return make.fields(new Map(texts.map(([key, text]) => [key, make.text(text, label)])), label);
}

function ending(one: Interpreter, error: unknown): RunEnded {
  const { line } = one;
  if (error instanceof Stop) return { type: 'stopped', reason: error.reason, message: error.message, line };
  if (error instanceof ScriptError) {
    try {
      const value = toJson(one.make, error.value) ?? null;
      return { type: 'threw', value, line, steps: one.budget.fuelUsed };
    } catch (second) {
      if (second instanceof Stop)
        return { type: 'stopped', reason: second.reason, message: second.message, line };
      throw second;
    }
  }
  // The engine's own stack is bounded by the depth of a checked tree; an unchecked one may be deeper.
  if (error instanceof RangeError) {
    return { type: 'stopped', reason: 'too-large', message: 'The script is nested too deep.', line };
  }
  throw error;
}
