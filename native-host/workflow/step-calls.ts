import { failed, fault, ok, type Result } from '../../shared/faults.ts';
import type { Receipt } from '../../shared/receipt.ts';
import type { RunEventBody } from '../../shared/run.ts';
import type { SingleStep } from '../../shared/template.ts';
import { tools } from '../../shared/tools/index.ts';
import { endingOf, repeatable } from './after-failure.ts';
import { filesOf } from './files-of.ts';
import type { CallRequest, Calls, Clock, Declared, RunContext } from './ports.ts';

export type CallMeans = {
  readonly calls: Calls;
  readonly clock: Clock;
  readonly context: RunContext;
  readonly emit: (event: RunEventBody) => void;
  readonly signal: AbortSignal;
  /** Stands between a step and each of its calls: makes it with `go`, or answers in its place. */
  readonly around?: (
    one: { readonly tool: string; readonly args: CallRequest['args'] },
    go: () => Promise<Answer>,
    read: (tool: string, args: CallRequest['args']) => Promise<Answer>,
  ) => Promise<Answer>;
};

type CalledStep = Pick<SingleStep, 'id' | 'title' | 'timeout_ms'>;
type Answer = Result<Readonly<Record<string, unknown>>>;

/** An act that is known to have been done. */
export type DoneAct = {
  readonly tool: string;
  readonly args: CallRequest['args'];
  readonly result: Readonly<Record<string, unknown>>;
};

/** Calls that one step may make: a pattern that waits and looks makes some dozens. */
const callsMax = 1000;
/** How often one call is proposed when the browser's connection is lost before anything is done. */
const proposalsMax = 3;

/** The calls of one attempt of one step, within the step's time. */
export class StepCalls {
  readonly receipts: Receipt[] = [];
  /** Acts that were done, with what they gave. */
  readonly acts: DoneAct[] = [];
  readonly #step: CalledStep;
  readonly #declared: Declared;
  readonly #means: CallMeans;
  readonly #deadline: number;

  constructor(work: { readonly step: CalledStep; readonly declared: Declared }, means: CallMeans) {
    this.#step = work.step;
    this.#declared = work.declared;
    this.#means = means;
    this.#deadline = this.worked() + work.step.timeout_ms;
  }

  /** Milliseconds of the clock, less the pauses. */
  worked(): number {
    const { clock } = this.#means;
    return clock.now() - (clock.pausedMs?.() ?? 0);
  }

  /** One call of the step. What the person approved of the plan does not count for a target that the plan did not name. */
  call(tool: string, args: CallRequest['args'], { mended = false } = {}): Promise<Answer> {
    const go = () => this.#propose({ tool, args, declared: this.#declared, mended }, proposalsMax);
    const { around } = this.#means;
    return around === undefined ? go() : around({ tool, args }, go, (name, given) => this.read(name, given));
  }

  /** One call of the step's script, which knows what this very call depends on. */
  async scripted(tool: string, args: CallRequest['args'], sources: readonly string[]) {
    const before = this.receipts.length;
    const one = { tool, args, declared: this.#declared, mended: false, sources };
    const answer = await this.#propose(one, proposalsMax);
    return { answer, receipt: this.receipts.length > before ? (this.receipts.at(-1) ?? null) : null };
  }

  /** A look at the page that the step itself does not ask for; only where the rules let it be done unasked. */
  read(tool: string, args: CallRequest['args']): Promise<Answer> {
    const declared = { buckets: ['read'], sites: this.#declared.sites } as const;
    return this.#propose({ tool, args, declared, mended: false }, 1);
  }

  /** Whether the rules allow such looks on every site of the step without asking. */
  async mayLook(): Promise<boolean> {
    const { calls, context } = this.#means;
    const step_id = this.#step.id;
    const looks = this.#declared.sites.flatMap((site) =>
      ['snapshot', 'get_elements', 'wait'].map(
        (tool) => ({ step_id, tool, bucket: 'read', resource: `origin:${site}` }) as const,
      ),
    );
    const verdicts = await calls.judge(looks, context);
    return verdicts.every(({ decision }) => decision === 'allow');
  }

  async #propose(
    one: Pick<CallRequest, 'tool' | 'args' | 'declared' | 'sources'> & { readonly mended: boolean },
    proposalsLeft: number,
  ): Promise<Answer> {
    const { signal, clock, calls, emit } = this.#means;
    const step = this.#step;
    if (signal.aborted) return failed(cancelled());
    if (this.receipts.length >= callsMax) throw new Error(`the step ${step.id} made ${callsMax} calls`);
    const left = this.#deadline - this.worked();
    if (left <= 0) return failed(outOfTime(step));
    const pausesBefore = clock.pauses?.() ?? 0;
    const { mended, ...asked } = one;
    const context = mended ? { ...this.#means.context, granted: [] } : this.#means.context;
    const { receipt, result } = await calls.call(
      { ...asked, step_id: step.id, timeout_ms: left },
      context,
      signal,
    );
    this.receipts.push(receipt);
    emit({ type: 'call.settled', step_id: step.id, receipt });
    // A call that waited out a pause which had begun before it has lost nothing, and is not proposed again.
    const tookOver = (clock.pauses?.() ?? 0) > pausesBefore;
    const again = provablyNotDone(receipt) || (tookOver && repeatable([receipt]) && mayGoOn(receipt));
    if (result === null && proposalsLeft > 1 && again) {
      emit({ type: 'note', text: tookOver ? lookAgain(step) : lostBefore(step, receipt) });
      return this.#propose(one, proposalsLeft - 1);
    }
    if (result === null) return failed(receipt.fault ?? noReason(one.tool));
    if (tools.get(one.tool)?.acts === true) this.acts.push({ tool: one.tool, args: one.args, result });
    for (const file of filesOf(one.tool, result)) emit({ type: 'file.saved', file });
    return ok(result);
  }
}

// The worker or the relay died, which ends no run: the gate waits for its successor at the next proposal, and looks, judges
// and intends anew. Only what provably was not done is proposed again.
export function provablyNotDone({ fault: problem }: Receipt): boolean {
  return problem?.code === 'browser-gone' && problem.detail?.['not_dispatched'] === true;
}

// What the policy or the person refused stays refused.
function mayGoOn({ fault: problem }: Receipt): boolean {
  return problem !== null && endingOf(problem) === null;
}

function lookAgain(step: CalledStep): string {
  return `In "${step.title}" the person took over in the middle of a look or an act that had not begun; it is proposed again.`;
}

function lostBefore(step: CalledStep, { tool, target }: Receipt): string {
  const act = target === '' ? `"${tool}"` : `"${tool}" on ${target}`;
  return `In "${step.title}" the connection to the browser was lost before ${act} was done; it is proposed again.`;
}

export function cancelled() {
  return fault('cancelled', 'The run was stopped.', 'What was done before is in the report.');
}

export function outOfTime(step: CalledStep) {
  return fault(
    'timeout',
    `The step took longer than its ${step.timeout_ms} ms.`,
    'Give it more time with "timeout_ms".',
  );
}

function noReason(tool: string) {
  return fault('internal', `"${tool}" gave neither a result nor a reason.`, 'Look at the ledger.');
}
