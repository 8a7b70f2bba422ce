import { type Fault, FaultError, fault } from '../../shared/faults.ts';
import { badArguments } from '../../shared/tools/bad-arguments.ts';
import { executeCode as executeTool } from '../../shared/tools/execute-code.ts';
import { validateCode as validateTool } from '../../shared/tools/validate-code.ts';
import { ApprovedScripts } from '../code/approved-scripts.ts';
import { type Executed, executeCode, type ScriptRunner } from '../code/execute.ts';
import type { CodePorts, Proposer, ScriptCallAnswer } from '../code/ports.ts';
import { validateCode } from '../code/validate.ts';
import type { Config } from '../config/config.ts';
import type { Gate } from '../gate/gate.ts';
import { grantKey } from '../gate/judge-call.ts';
import type { GateAnswer, GateDependencies, GateRequest } from '../gate/ports.ts';
import { notJudged } from '../gate/records.ts';
import { CodeRecord, executeVerdict, ledgerReadOnly } from './code-record.ts';

/** What code mode works with: the gate and its parts, the policy's version, and the process for scripts. */
export type CodeParts = {
  readonly gate: Gate;
  readonly gateParts: Pick<
    GateDependencies,
    'judge' | 'book' | 'approvals' | 'redactor' | 'approvalMs' | 'clock'
  >;
  readonly policyVersion: () => string | null;
  /** Origin of a page of a browser. */
  readonly originOf: (profile: string | null, page: string) => string | null;
  readonly wasSpent: (jti: string) => boolean;
  readonly runner: ScriptRunner & { warm(): void };
  readonly key: Buffer;
  readonly autoApprove: Config['code_mode']['auto_approve'];
};
export interface CodeCalls {
  /** Answers `validate_code` and `execute_code`; null for every other tool. */
  call(request: GateRequest): Promise<GateAnswer> | null;
}

/** The two tools of code mode: their calls go through the gate one by one, as caller `code`. */
export function createCodeCalls(parts: CodeParts): CodeCalls {
  const scripts = new ApprovedScripts();
  return {
    call: (request) => {
      if (request.tool === validateTool.name) return new CodeCall(parts, scripts, request).validate();
      if (request.tool === executeTool.name) return new CodeCall(parts, scripts, request).execute();
      return null;
    },
  };
}

/** One call of one of the two tools. */
class CodeCall {
  readonly #parts: CodeParts;
  readonly #scripts: ApprovedScripts;
  readonly #request: GateRequest;
  readonly #who: Proposer;
  readonly #record: CodeRecord;

  constructor(parts: CodeParts, scripts: ApprovedScripts, request: GateRequest) {
    this.#parts = parts;
    this.#scripts = scripts;
    this.#request = request;
    this.#who = { caller: request.caller, profile: request.profile };
    this.#record = new CodeRecord(parts, request);
  }

  async validate(): Promise<GateAnswer> {
    const parsed = validateTool.input.safeParse(this.#request.args);
    if (!parsed.success) {
      return this.#failed(
        badArguments(this.#request.tool, parsed.error, Object.keys(validateTool.input.shape)),
      );
    }
    // Whoever validates will mostly execute, and then the process is there.
    this.#parts.runner.warm();
    await this.#record.nameBy(parsed.data);
    return this.#guarded(async () => {
      const validated = await validateCode(parsed.data, this.#who, this.#ports(), this.#scripts);
      const { verdict, approval, ...told } = validated;
      this.#record.approval = approval;
      const { redactor } = this.#parts.gateParts;
      const result = redactor.redactJson(
        validateTool.output.parse({ ...told, calls: told.calls.map(publicCall) }),
      );
      const receipt = this.#record.end(verdict, null, validated.ok);
      return { receipt, result };
    });
  }

  #failed(reason: Fault): GateAnswer {
    return { receipt: this.#record.end(notJudged, reason, false), result: null };
  }

  async execute(): Promise<GateAnswer> {
    const parsed = executeTool.input.safeParse(this.#request.args);
    if (!parsed.success) {
      return this.#failed(
        badArguments(this.#request.tool, parsed.error, Object.keys(executeTool.input.shape)),
      );
    }
    const { runner } = this.#parts;
    const { code, args } = parsed.data;
    // The token opens something, so the ledger does not keep it, nor a hash that says which it was before it is known to be one.
    await this.#record.nameBy({ code: code ?? null, args: args ?? null });
    return this.#guarded(async () => {
      const parts = { ports: this.#ports(), scripts: this.#scripts, runner };
      return this.#executed(await executeCode(parsed.data, this.#who, parts, this.#request.signal));
    });
  }

  #executed({ done, calls, steps }: Executed): GateAnswer {
    const { redactor } = this.#parts.gateParts;
    const receipt = this.#record.end(
      executeVerdict(done.ok ? null : done.fault),
      done.ok ? null : redactor.redactJson(done.fault),
      done.ok,
    );
    const told = done.ok ? done.value : { value: null, sources: [] };
    const whole = { ok: done.ok, ...told, calls, steps, duration_ms: this.#record.durationMs };
    return { receipt, result: redactor.redactJson(executeTool.output.parse(whole)) };
  }

  /** A fault on the way, such as a ledger that cannot be written, ends the call and nothing else. */
  async #guarded(work: () => Promise<GateAnswer>): Promise<GateAnswer> {
    try {
      if (this.#parts.gateParts.book.readOnly) return this.#failed(ledgerReadOnly);
      return await work();
    } catch (error) {
      if (error instanceof FaultError) return this.#failed(error.fault);
      if (this.#record.begun)
        this.#record.end(
          notJudged,
          fault('outcome-unknown', 'An unexpected error ended the script.', 'See the log of the host.'),
          false,
        );
      throw error;
    }
  }

  #ports(): CodePorts {
    const { gateParts, policyVersion, originOf, gate, key, autoApprove } = this.#parts;
    const { clock } = gateParts;
    return {
      judge: (question, { caller }) =>
        gateParts.judge.judge({
          ...question,
          caller: { ...caller, kind: 'code' },
          frame_url: null,
          target: null,
          template: null,
          granted: false,
        }),
      policyVersion,
      currentPage: ({ caller, profile }) => {
        const page = gate.currentPage(caller.id);
        const origin = page === null ? null : originOf(profile, page);
        return page === null || origin === null ? null : { page, origin };
      },
      ask: (question) => this.#record.ask(question),
      call: (call, who, signal) => this.#call(call, who, signal),
      spend: (jti, codeHash) => this.#record.spend(jti, codeHash),
      clock,
      monotonic: () => performance.now(),
      key,
      autoApprove,
    };
  }

  async #call(
    call: Parameters<CodePorts['call']>[0],
    { caller, profile }: Proposer,
    signal: AbortSignal,
  ): Promise<ScriptCallAnswer> {
    const { gate, gateParts } = this.#parts;
    let [waitedMs, since] = [0, 0];
    const { declared, granted, tainted, sources } = call;
    const grants = new Set(granted.map(({ tool, bucket, resource }) => grantKey(tool, bucket, resource)));
    const { receipt, result } = await gate.call({
      tool: call.tool,
      args: call.args,
      caller: { ...caller, kind: 'code' },
      profile,
      run: null,
      script: { declared, grants, tainted, sources },
      ...(this.#request.scope === undefined ? {} : { scope: this.#request.scope }),
      signal,
      onStage: (stage) => {
        if (stage.stage === 'asking') since = gateParts.clock();
        else if (stage.stage === 'answered') waitedMs += gateParts.clock() - since;
        this.#request.onStage?.(stage);
      },
    });
    return { receipt, result, waitedMs };
  }
}

type Row = Awaited<ReturnType<typeof validateCode>>['calls'][number];

function publicCall({
  line,
  verb,
  path,
  tool,
  buckets,
  arguments: written,
  secrets,
  executions_max,
  tainted,
  graphql,
}: Row) {
  const call = { line, verb, path, tool, buckets, arguments: written, secrets, executions_max, tainted };
  return graphql === undefined ? call : { ...call, graphql };
}
