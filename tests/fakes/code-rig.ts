import { randomBytes, randomUUID } from 'node:crypto';
import { ApprovedScripts } from '../../native-host/code/approved-scripts.ts';
import { type ExecuteArgs, executeCode, type ScriptRunner } from '../../native-host/code/execute.ts';
import { executeTree } from '../../native-host/code/execute-tree.ts';
import { runLimits } from '../../native-host/code/limits.ts';
import type {
  CodePorts,
  Proposer,
  ScriptAct,
  ScriptCall,
  ScriptQuestion,
} from '../../native-host/code/ports.ts';
import type { RunnerOutcome } from '../../native-host/code/runner-process.ts';
import { type ValidateArgs, validateCode } from '../../native-host/code/validate.ts';
import type { Fault } from '../../shared/faults.ts';
import type { Receipt, Verdict } from '../../shared/receipt.ts';

export const shop = 'https://shop.example';

/** Runs scripts in this process, by the interpreter that the script's own process has. */
export const runHere: ScriptRunner = {
  run: ({ program, args, sources = {}, limits, call }) =>
    new Promise<RunnerOutcome>((resolve, reject) => {
      executeTree({
        program,
        args,
        sources,
        limits,
        now: () => performance.now(),
        call: async (asked) => {
          const answer = await call(asked);
          if (answer.type !== 'end') return answer;
          resolve({ type: 'ended-by-call' });
          return new Promise(() => undefined);
        },
      }).then(resolve, reject);
    }),
};

/** Code mode over a policy, a person and a browser of plain functions, which write down what reached them. */
export class CodeRig {
  readonly questions: ScriptQuestion[] = [];
  readonly calls: ScriptCall[] = [];
  readonly cards: { readonly title: string; readonly acts: readonly ScriptAct[] }[] = [];
  readonly spent = new Set<string>();
  readonly scripts = new ApprovedScripts();
  who: Proposer = { caller: { kind: 'client', id: 'c1', unattended: false }, profile: null };
  version: string | null = 'a'.repeat(64);
  now = 1_800_000_000_000;
  key = randomBytes(32);
  autoApprove: CodePorts['autoApprove'] = 'high';
  answer: 'approved' | 'denied' | 'timeout' = 'approved';
  decide: (question: ScriptQuestion) => Verdict['decision'] = () => 'allow';
  /** The result of a call, or its fault. */
  browser: (call: ScriptCall) => Record<string, unknown> | Fault = () => ({});
  runner: ScriptRunner = runHere;

  validate(code: string, more: Omit<ValidateArgs, 'code'> = {}) {
    return validateCode({ code, ...more }, this.who, this.#ports(), this.scripts);
  }

  execute(given: ExecuteArgs, signal: AbortSignal = new AbortController().signal) {
    const parts = { ports: this.#ports(), scripts: this.scripts, runner: this.runner };
    return executeCode(given, this.who, parts, signal, runLimits);
  }

  /** Checks and runs; a script that is not accepted fails the test. */
  async run(code: string, more: Omit<ValidateArgs, 'code'> = {}) {
    const checked = await this.validate(code, more);
    if (checked.token === null) throw new Error(JSON.stringify(checked.problems));
    return this.execute({ token: checked.token });
  }

  #ports(): CodePorts {
    return {
      judge: async (question) => {
        this.questions.push(question);
        const decision = this.decide(question);
        return { decision, policies: [`test.${decision}`], reason: `It is ${decision}.` };
      },
      policyVersion: () => this.version,
      currentPage: () => ({ page: 't1', origin: shop }),
      ask: async (card) => {
        this.cards.push(card);
        return { answer: this.answer, approval_id: randomUUID(), by: 'test' };
      },
      call: async (call) => {
        this.calls.push(call);
        const done = this.browser(call);
        const fault = isFault(done) ? done : null;
        const result = fault === null ? { url: `${shop}/`, title: 'Shop', ...done } : null;
        return { receipt: receiptOf(call, fault), result, waitedMs: 0 };
      },
      spend: (jti) => {
        if (this.spent.has(jti)) return false;
        this.spent.add(jti);
        return true;
      },
      clock: () => this.now,
      monotonic: () => this.now,
      key: this.key,
      autoApprove: this.autoApprove,
    };
  }
}

function isFault(value: Record<string, unknown> | Fault): value is Fault {
  return 'code' in value && 'hint' in value;
}

function receiptOf({ tool }: ScriptCall, fault: Fault | null): Receipt {
  return {
    call_id: randomUUID(),
    run_id: null,
    step_id: null,
    caller: { kind: 'code', id: 'c1', unattended: false },
    tool,
    bucket: 'read',
    resource: `origin:${shop}`,
    target: '',
    verdict: { decision: 'allow', policies: ['test.allow'], reason: 'Allowed.' },
    approval: null,
    transport: fault === null ? 'succeeded' : 'failed',
    domain: fault === null ? 'succeeded' : 'failed',
    evidence: 'none',
    fault,
    started_at: new Date(0).toISOString(),
    duration_ms: 1,
  };
}
