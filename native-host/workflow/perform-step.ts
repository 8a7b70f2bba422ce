import { z } from 'zod';
import { attempt, FaultError, failed, fault, ok, type Result } from '../../shared/faults.ts';
import type { Receipt } from '../../shared/receipt.ts';
import type { RunEventBody } from '../../shared/run.ts';
import type { ToolStep } from '../../shared/template.ts';
import { tools } from '../../shared/tools/index.ts';
import { endingOf, repeatable } from './after-failure.ts';
import { filesOf } from './files-of.ts';
import type { CallRequest, Calls, Clock, Declared, Patterns, RunContext } from './ports.ts';

export type Means = {
  readonly calls: Calls;
  readonly patterns: Patterns;
  readonly clock: Clock;
  readonly context: RunContext;
  readonly emit: (event: RunEventBody) => void;
  readonly signal: AbortSignal;
};

export type Performed = {
  readonly result: Result<Readonly<Record<string, unknown>>>;
  readonly receipts: readonly Receipt[];
};

/** Calls that one step may make: a pattern that waits and looks makes some dozens. */
const callsMax = 1000;
/** How often one call is proposed when the browser's connection is lost before anything is done. */
const proposalsMax = 3;
/** A step's time in milliseconds when it names none; tools then keep their own, shorter ones. */
const stepMsUsual = 60_000;

/** One attempt of one step: its tool's call, or the calls that its pattern makes. */
export async function performStep(
  step: ToolStep,
  args: Readonly<Record<string, unknown>>,
  declared: Declared,
  means: Means,
): Promise<Performed> {
  const receipts: Receipt[] = [];
  const worked = (): number => means.clock.now() - (means.clock.pausedMs?.() ?? 0);
  const deadline = worked() + step.timeout_ms;
  const callOnce = async (
    tool: string,
    given: CallRequest['args'],
    proposalsLeft: number = proposalsMax,
  ): Promise<Result<Readonly<Record<string, unknown>>>> => {
    if (means.signal.aborted) return failed(cancelled());
    if (receipts.length >= callsMax) throw new Error(`the step ${step.id} made ${callsMax} calls`);
    const left = deadline - worked();
    if (left <= 0) return failed(outOfTime(step));
    const pausesBefore = means.clock.pauses?.() ?? 0;
    const request = { tool, args: given, step_id: step.id, declared, timeout_ms: left };
    const { receipt, result } = await means.calls.call(request, means.context, means.signal);
    receipts.push(receipt);
    means.emit({ type: 'call.settled', step_id: step.id, receipt });
    // A call that waited out a pause which had begun before it has lost nothing, and is not proposed again.
    const tookOver = (means.clock.pauses?.() ?? 0) > pausesBefore;
    const again = provablyNotDone(receipt) || (tookOver && repeatable([receipt]) && mayGoOn(receipt));
    if (result === null && proposalsLeft > 1 && again) {
      means.emit({ type: 'note', text: tookOver ? lookAgain(step) : lostBefore(step, receipt) });
      return callOnce(tool, given, proposalsLeft - 1);
    }
    if (result === null) return failed(receipt.fault ?? noReason(tool));
    for (const file of filesOf(tool, result)) means.emit({ type: 'file.saved', file });
    return ok(result);
  };
  const pattern = means.patterns[step.tool];
  const timed = withTimeout(args, step, pattern !== undefined);
  if (pattern === undefined) return { result: await callOnce(step.tool, timed), receipts };
  const result = await attempt(async () => {
    const answer = await pattern.run(timed, {
      call: (name, callArgs) => callOnce(name, callArgs),
      now: worked,
      signal: means.signal,
    });
    if (!answer.ok) throw new FaultError(answer.fault);
    return answer.value;
  });
  return { result, receipts };
}

// The step's time is the tool's, where the step names one and the tool takes it. A pattern always gets the
// step's.
function withTimeout(args: CallRequest['args'], step: ToolStep, isPattern: boolean): CallRequest['args'] {
  if ('timeout_ms' in args || (!isPattern && step.timeout_ms === stepMsUsual)) return args;
  const schema = tools.get(step.tool)?.input.shape['timeout_ms'];
  const wanted = isPattern ? Math.min(Math.max(step.timeout_ms, 1000), 120_000) : step.timeout_ms;
  return z.safeParse(schema ?? z.never(), wanted).success ? { ...args, timeout_ms: wanted } : args;
}

// The worker or the relay died, which ends no run: the gate waits for its successor at the next proposal, and looks, judges
// and intends anew. Only what provably was not done is proposed again.
function provablyNotDone({ fault: problem }: Receipt): boolean {
  return problem?.code === 'browser-gone' && problem.detail?.['not_dispatched'] === true;
}

// What the policy or the person refused stays refused.
function mayGoOn({ fault: problem }: Receipt): boolean {
  return problem !== null && endingOf(problem) === null;
}

function lookAgain(step: ToolStep): string {
  return `In "${step.title}" the person took over in the middle of a look or an act that had not begun; it is proposed again.`;
}

function lostBefore(step: ToolStep, { tool, target }: Receipt): string {
  const act = target === '' ? `"${tool}"` : `"${tool}" on ${target}`;
  return `In "${step.title}" the connection to the browser was lost before ${act} was done; it is proposed again.`;
}

export function cancelled() {
  return fault('cancelled', 'The run was stopped.', 'What was done before is in the report.');
}

function outOfTime(step: ToolStep) {
  return fault(
    'timeout',
    `The step took longer than its ${step.timeout_ms} ms.`,
    'Give it more time with "timeout_ms".',
  );
}

function noReason(tool: string) {
  return fault('internal', `"${tool}" gave neither a result nor a reason.`, 'Look at the ledger.');
}
