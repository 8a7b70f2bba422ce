import { canonicalJson } from '../../shared/canonical-json.ts';
import { type Fault, failed, fault, ok, type Result } from '../../shared/faults.ts';
import type { Receipt } from '../../shared/receipt.ts';
import type { ApprovedScript, ApprovedScripts } from './approved-scripts.ts';
import { type RunLimits, runLimits } from './limits.ts';
import { digest } from './parse-code.ts';
import type { CodePorts, Proposer } from './ports.ts';
import type { RunnerJob, RunnerOutcome } from './runner-process.ts';
import { ScriptCalls } from './script-calls.ts';
import { openToken, type TokenPayload } from './token.ts';
import { keyName, tableHash } from './validate.ts';

export type ExecuteArgs = {
  readonly token: string;
  readonly code?: string | undefined;
  readonly args?: Readonly<Record<string, unknown>> | undefined;
};
export type Executed = {
  readonly jti: string | null;
  readonly done: Result<{ readonly value: unknown; readonly sources: readonly string[] }>;
  readonly calls: readonly {
    readonly line: number;
    readonly path: string;
    readonly tainted: boolean;
    readonly receipt: Receipt | null;
  }[];
  readonly steps: number;
};
export interface ScriptRunner {
  run(job: RunnerJob): Promise<RunnerOutcome>;
}

/** Spends the token and runs the script that was stored under it. Nothing of what comes with the token is run. */
export async function executeCode(
  given: ExecuteArgs,
  who: Proposer,
  parts: { readonly ports: CodePorts; readonly scripts: ApprovedScripts; readonly runner: ScriptRunner },
  signal: AbortSignal,
  limits: RunLimits = runLimits,
): Promise<Executed> {
  const { ports, scripts, runner } = parts;
  const script = admit(given, who, ports, scripts);
  if (!script.ok) return { jti: null, done: script, calls: [], steps: 0 };
  const { jti, code } = script.value;
  // The store first: of two who come at once, one gets it. Then the ledger, durably, before anything else happens.
  if (!scripts.take(jti) || !ports.spend(jti, code.codeHash)) {
    return { jti: null, done: failed(refusal('it was used before')), calls: [], steps: 0 };
  }
  const calls = new ScriptCalls(script.value, who, ports, signal);
  const args = script.value.args ?? given.args ?? {};
  const outcome = await runner.run({
    program: code.program,
    args,
    limits,
    signal,
    call: (asked) => calls.answer(asked),
  });
  return {
    jti,
    done: doneBy(outcome, calls),
    calls: calls.made,
    steps: 'steps' in outcome ? outcome.steps : 0,
  };
}

function admit(
  given: ExecuteArgs,
  who: Proposer,
  ports: CodePorts,
  scripts: ApprovedScripts,
): Result<ApprovedScript> {
  const payload = openToken(given.token, ports.key);
  const no = (why: string): Result<ApprovedScript> => failed(refusal(why));
  if (payload === null || payload.kid !== keyName(ports.key)) {
    return no('it was not given out by this host since it started, or it was changed');
  }
  const script = scripts.find(payload.jti);
  if (payload.exp <= ports.clock() || (script !== null && script.until <= ports.monotonic()))
    return no('it has expired');
  if (!isFor(payload, who)) return no('it was given to somebody else');
  if (payload.policy !== ports.policyVersion()) return no('the policy has changed since');
  if (script === null) return no('it was used before, or too many scripts were checked since');
  if (!means(payload, script)) return no('it belongs to another script');
  if (given.code !== undefined && ![script.sourceHash, script.code.codeHash].includes(digest(given.code))) {
    return no('the code that came with it is not the code that was checked');
  }
  const other =
    given.args !== undefined &&
    script.args !== null &&
    canonicalJson(given.args) !== canonicalJson(script.args);
  return other ? no('the args that came with it are not those that were checked') : ok(script);
}

function isFor({ sess, client, principal, surface }: TokenPayload, { caller, profile }: Proposer): boolean {
  const same = sess === caller.id && client === (profile ?? '') && principal === caller.kind;
  return same && surface === (caller.unattended ? 'unattended' : 'attended');
}

function means(payload: TokenPayload, { code, rows, targets }: ApprovedScript): boolean {
  return (
    payload.code === code.codeHash &&
    payload.ast === code.treeHash &&
    payload.calls === tableHash(rows) &&
    canonicalJson(payload.targets) === canonicalJson(targets)
  );
}

function refusal(why: string): Fault {
  return fault(
    'denied',
    `The token is not accepted: ${why}. Nothing was done.`,
    'Call validate_code again and use its token once.',
    {
      policies: ['code.token'],
    },
  );
}

/** What a script's end comes to. */
export function doneBy(outcome: RunnerOutcome, calls: ScriptCalls): Executed['done'] {
  if (calls.ended !== null) return failed(atLine(calls.ended.fault, calls.ended.line, calls));
  switch (outcome.type) {
    case 'done':
      return ok({ value: outcome.value, sources: outcome.sources });
    case 'threw': {
      const known = calls.faultBehind(outcome.value);
      if (known !== null) return failed(atLine(known.fault, known.line, calls));
      const detail = { thrown: jsonOf(outcome.value) };
      const mistake = fault(
        'not-actionable',
        'The script ended with an error of its own.',
        'Mend it and validate it again.',
        detail,
      );
      return failed(atLine(mistake, outcome.line, calls));
    }
    case 'stopped': {
      const code = outcome.reason === 'time' || outcome.reason === 'fuel' ? 'timeout' : 'too-large';
      const inLanguage = outcome.reason !== 'not-in-language';
      const hint = inLanguage ? 'Do less in one script, or stop earlier.' : 'Mend it and validate it again.';
      return failed(
        atLine(fault(inLanguage ? code : 'internal', outcome.message, hint), outcome.line, calls),
      );
    }
    case 'cancelled':
      return failed(
        atLine(fault('cancelled', 'The script was stopped.', 'What it had done is told in calls.'), 0, calls),
      );
    case 'broken':
      return failed(
        atLine(fault('internal', `The script's process ${outcome.why}.`, 'Do less in one script.'), 0, calls),
      );
    default:
      throw new Error('a script ended by a call without its fault');
  }
}

const callsToldMax = 100;

/** The fault with the line it came from, and what had been done before it. */
function atLine(one: Fault, line: number, calls: ScriptCalls): Fault {
  const done = calls.made.slice(0, callsToldMax).map(({ line: at, path, receipt }) => {
    const what = receipt?.fault?.code ?? (receipt === null ? 'done' : receipt.domain);
    return `line ${at} ${path}: ${what}`;
  });
  const where = line === 0 ? '' : `Line ${line}: `;
  return fault(one.code, `${where}${one.message}`, one.hint, { ...one.detail, line, calls: done });
}

function jsonOf(value: unknown) {
  const text = JSON.stringify(value) ?? 'null';
  return text.length > 2_000 ? text.slice(0, 2_000) : text;
}
