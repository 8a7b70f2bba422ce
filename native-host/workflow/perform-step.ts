import { z } from 'zod';
import { attempt, FaultError, type Result } from '../../shared/faults.ts';
import type { Receipt } from '../../shared/receipt.ts';
import type { ToolStep } from '../../shared/template.ts';
import { tools } from '../../shared/tools/index.ts';
import { mendedCall } from './mended-call.ts';
import type { AskModel, AskPerson, CallRequest, Declared, Patterns, RunScript } from './ports.ts';
import type { Tracked } from './repair/mend-selectors.ts';
import type { RepairPorts } from './repair/repair-ports.ts';
import type { KnownValues } from './repair/take-fingerprint.ts';
import { type CallMeans, type DoneAct, StepCalls } from './step-calls.ts';

export type Means = CallMeans & {
  readonly patterns: Patterns;
  /** Runs the scripts of code steps. */
  readonly runScript?: RunScript;
  /** Asks the model of prompt steps. */
  readonly askModel?: AskModel;
  /** The person, where steps wait for them. */
  readonly askPerson?: AskPerson;
  /** Selectors that were mended in this run, by step and place. */
  readonly mended?: Map<string, string>;
  /** The run remembers what its selectors meant. */
  readonly record?: boolean;
  /** What repair by a model works with; left out: there is none. */
  readonly repair?: RepairPorts;
};

export type Performed = {
  readonly result: Result<Readonly<Record<string, unknown>>>;
  readonly receipts: readonly Receipt[];
  /** Acts of a tool step that were done, in order. */
  readonly acts?: readonly DoneAct[];
};

/** What a step works with: its arguments, what it may do, and which of its selectors can be mended. */
export type StepWork = {
  readonly step: ToolStep;
  readonly args: Readonly<Record<string, unknown>>;
  readonly declared: Declared;
  readonly tracked?: readonly Tracked[];
  /** Values that a recorded selector holds by their parameters. */
  readonly values?: KnownValues;
};

/** A step's time in milliseconds when it names none; tools then keep their own, shorter ones. */
const stepMsUsual = 60_000;

/** One attempt of one step: its tool's call, or the calls that its pattern makes. */
export async function performStep(work: StepWork, means: Means): Promise<Performed> {
  const { step, args } = work;
  const calls = new StepCalls(work, means);
  const call = mendedCall(work, calls, means);
  const pattern = means.patterns[step.tool];
  const timed = withTimeout(args, step, pattern !== undefined);
  const { receipts, acts } = calls;
  if (pattern === undefined) return { result: await call(step.tool, timed), receipts, acts };
  const result = await attempt(async () => {
    const answer = await pattern.run(timed, {
      call: (name, callArgs) => call(name, callArgs),
      now: () => calls.worked(),
      signal: means.signal,
      repaired: (one) => {
        const repair = { step_id: step.id, how: 'rematched' as const, ...one, evidence: [...one.evidence] };
        means.emit({ type: 'selector.repaired', repair });
      },
    });
    if (!answer.ok) throw new FaultError(answer.fault);
    return answer.value;
  });
  return { result, receipts, acts };
}

// The step's time is the tool's, where the step names one and the tool takes it. A pattern always gets the
// step's.
function withTimeout(args: CallRequest['args'], step: ToolStep, isPattern: boolean): CallRequest['args'] {
  if ('timeout_ms' in args || (!isPattern && step.timeout_ms === stepMsUsual)) return args;
  const schema = tools.get(step.tool)?.input.shape['timeout_ms'];
  const wanted = isPattern ? Math.min(Math.max(step.timeout_ms, 1000), 120_000) : step.timeout_ms;
  return z.safeParse(schema ?? z.never(), wanted).success ? { ...args, timeout_ms: wanted } : args;
}
