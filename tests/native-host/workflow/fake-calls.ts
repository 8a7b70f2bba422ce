import type {
  CallAnswer,
  CallRequest,
  Calls,
  Clock,
  RunContext,
} from '../../../native-host/workflow/ports.ts';
import { type Fault, fault } from '../../../shared/faults.ts';
import type { Receipt, Verdict } from '../../../shared/receipt.ts';
import type { PlannedCall } from '../../../shared/run.ts';
import { tools } from '../../../shared/tools/index.ts';

export const allowed: Verdict = { decision: 'allow', policies: ['test.allow'], reason: 'It is allowed.' };

/** What a call comes to: a result, or a fault. */
export type Reply = Readonly<Record<string, unknown>> | Fault;
export type Script = (tool: string, args: Readonly<Record<string, unknown>>) => Reply | Promise<Reply>;

export function isFault(reply: Reply): reply is Fault {
  return 'code' in reply && 'hint' in reply;
}

export function notFound(): Fault {
  return fault('not-found', 'There is no such element.', 'Look at the page.');
}

/**
 * A gate of paper: judges by a function, answers calls by a script, and remembers everything it was asked.
 */
export class FakeCalls implements Calls {
  readonly made: CallRequest[] = [];
  /** What the person had approved, as each call came. */
  readonly granted: (readonly PlannedCall[])[] = [];
  readonly judged: PlannedCall[] = [];
  readonly refused: PlannedCall[] = [];
  /** The mark of the rules that came along with each call. */
  readonly grantedUnder: (string | null)[] = [];
  readonly #script: Script;
  readonly #verdict: (call: PlannedCall) => Verdict;

  constructor(script: Script, verdict: (call: PlannedCall) => Verdict = () => allowed) {
    this.#script = script;
    this.#verdict = verdict;
  }

  mark(): string {
    return `rules after ${this.judged.length}`;
  }

  async judge(calls: readonly PlannedCall[]): Promise<readonly Verdict[]> {
    this.judged.push(...calls);
    return calls.map(this.#verdict);
  }

  refuse(call: PlannedCall, verdict: Verdict): Receipt {
    this.refused.push(call);
    return { ...receiptFor(call, fault('denied', verdict.reason, 'Change the rule.')), verdict };
  }

  async call(request: CallRequest, context?: RunContext): Promise<CallAnswer> {
    this.grantedUnder.push(context?.granted_under ?? null);
    this.made.push(request);
    this.granted.push(context?.granted ?? []);
    const reply = await this.#script(request.tool, request.args);
    const problem = isFault(reply) ? reply : null;
    return { receipt: receiptFor(request, problem), result: isFault(reply) ? null : reply };
  }

  /** Names of the tools that were called, in order. */
  get tools(): readonly string[] {
    return this.made.map(({ tool }) => tool);
  }
}

export function receiptFor(request: Pick<CallRequest, 'tool' | 'step_id'>, problem: Fault | null): Receipt {
  return {
    call_id: `call-${request.tool}`,
    run_id: 'run',
    step_id: request.step_id,
    caller: { kind: 'workflow', id: 'run', unattended: false },
    tool: request.tool,
    bucket: tools.get(request.tool)?.buckets[0] ?? 'read',
    resource: 'origin:https://portal.example.com',
    target: '',
    verdict: allowed,
    approval: null,
    transport: problem === null ? 'succeeded' : 'failed',
    domain: problem === null ? 'unknown' : 'failed',
    evidence: 'none',
    fault: problem,
    started_at: '2026-06-30T10:15:00.000Z',
    duration_ms: 5,
  };
}

/** A clock that moves when someone sleeps, and a little at each look. */
export function fakeClock(): Clock & { readonly slept: number[] } {
  let now = Date.parse('2026-06-30T10:15:00.000Z');
  const slept: number[] = [];
  return {
    slept,
    now: () => {
      now += 1;
      return now;
    },
    sleep: async (ms) => {
      slept.push(ms);
      now += ms;
    },
  };
}
