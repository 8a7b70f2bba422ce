import { fault, type Result } from '../../shared/faults.ts';
import type { Receipt } from '../../shared/receipt.ts';
import { type CallRow, callTable } from './call-table.ts';
import { doneBy, type ScriptRunner } from './execute.ts';
import { runLimits } from './limits.ts';
import { type Code, parseCode } from './parse-code.ts';
import type { CodePorts, Proposer, ScriptCall, ScriptCallAnswer } from './ports.ts';
import type { Problem } from './problem.ts';
import { riskOf } from './risk.ts';
import type { Sources } from './runner-messages.ts';
import { type NotCalled, ScriptCalls } from './script-calls.ts';

// Scripts of code steps. They pass the same checks as those of `execute_code` and run in the same process; what takes the token's
// place is the plan of the template, of which each of their calls is a part and which was judged whole.

export type StepCode = {
  readonly code_hash: string;
  readonly normalized: string;
  readonly calls: readonly CallRow[];
};
export type ReadStepCode =
  | { readonly ok: true; readonly script: StepCode }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** Checks a script and lists its calls. `sites` are what it may touch, as the template writes them. */
export function readStepCode(source: string, sites: readonly string[]): ReadStepCode {
  const read = checked(source, sites);
  if (!read.ok) return read;
  const { code, rows } = read;
  return { ok: true, script: { code_hash: code.codeHash, normalized: code.normalized, calls: rows } };
}

function checked(source: string, sites: readonly string[]) {
  const parsed = parseCode(source);
  if (!parsed.ok) return parsed;
  const { rows, problems } = callTable(parsed.code);
  // Their lines are those of the printed text, which may not be those of the file.
  if (problems.length > 0)
    return { ok: false as const, problems: problems.map((one) => ({ ...one, line: 0, column: 0 })) };
  const risk = riskOf(parsed.code.program, rows, sites);
  if (risk.level === 'critical') return { ok: false as const, problems: [tooRisky(risk.reasons)] };
  return { ok: true as const, code: parsed.code, rows };
}

function tooRisky(reasons: readonly string[]): Problem {
  const message = `The script is too risky to run as one: it ${reasons.join(', ')}.`;
  return { line: 0, column: 0, rule: 'risk', message, rewrite: 'Make several steps of it.' };
}

export type StepCodeJob = {
  readonly code: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  /** Origins that each input was read on. */
  readonly sources: Sources;
  /** Names of secrets that the step was given as inputs; others must stand in the text. */
  readonly secrets: readonly string[];
  readonly sites: readonly string[];
  readonly wallMs: number;
};
export type StepCodeMeans = {
  readonly runner: ScriptRunner;
  /** One call of the step through the gate. */
  readonly call: (
    tool: string,
    args: Readonly<Record<string, unknown>>,
    sources: readonly string[],
  ) => Promise<{
    readonly receipt: Receipt | null;
    readonly answer: Result<Readonly<Record<string, unknown>>>;
  }>;
  readonly currentPage: CodePorts['currentPage'];
  readonly clock: () => number;
  readonly who: Proposer;
  readonly signal: AbortSignal;
};

/** Runs a script that was checked before; each of its calls is one of the step's. */
export async function runStepCode(
  job: StepCodeJob,
  means: StepCodeMeans,
): Promise<Result<{ readonly value: unknown }>> {
  const read = checked(job.code, job.sites);
  if (!read.ok) throw new Error('a script was planned that is not accepted');
  const { code, rows } = read;
  return run(code, rows, job, means);
}

const noReceipt = fault('internal', 'The call left no receipt.', 'Look at the ledger.');

async function run(code: Code, rows: readonly CallRow[], job: StepCodeJob, means: StepCodeMeans) {
  const { secrets, sites, inputs, sources } = job;
  const { runner, who, signal, clock, currentPage } = means;
  const called = {
    rows: rows.map((row) => ({ ...row, secrets: [...row.secrets, ...secrets] })),
    targets: sites,
    approved: false,
  };
  const ports = {
    clock,
    currentPage,
    call: async ({ tool, args, sources: from }: ScriptCall): Promise<ScriptCallAnswer | NotCalled> => {
      const since = performance.now();
      const { receipt, answer } = await means.call(tool, args, from);
      // The step's time bounds its calls; the script's own time is for what it works out between them.
      const waitedMs = performance.now() - since;
      if (receipt === null) return { receipt, fault: answer.ok ? noReceipt : answer.fault, waitedMs };
      const problem = answer.ok ? null : answer.fault;
      return { receipt: { ...receipt, fault: problem }, result: answer.ok ? answer.value : null, waitedMs };
    },
  };
  const calls = new ScriptCalls(called, who, ports, signal);
  const outcome = await runner.run({
    program: code.program,
    args: inputs,
    sources,
    limits: { ...runLimits, wallMs: Math.min(job.wallMs, runLimits.wallMs) },
    signal,
    call: (asked) => calls.answer(asked),
  });
  return doneBy(outcome, calls);
}
