import { createHash, randomBytes } from 'node:crypto';
import { canonicalJson } from '../../shared/canonical-json.ts';
import type { Verdict } from '../../shared/receipt.ts';
import type { CodeDecision, CodeProblem, CodeRisk } from '../../shared/tools/validate-code.ts';
import type { ApprovedScripts } from './approved-scripts.ts';
import { type CallRow, callTable } from './call-table.ts';
import { allowed, judgeAll, strictest } from './judge-script.ts';
import { runLimits } from './limits.ts';
import { type Code, digest, parseCode } from './parse-code.ts';
import type { CodePorts, Proposer } from './ports.ts';
import { problemAt } from './problem.ts';
import { type Risk, riskOf } from './risk.ts';
import { cardOf } from './script-card.ts';
import { scriptTargets } from './script-targets.ts';
import { sealToken, tokenMs } from './token.ts';

export type ValidateArgs = {
  readonly code: string;
  readonly targets?: readonly string[] | undefined;
  readonly args?: Readonly<Record<string, unknown>> | undefined;
};
export type Validated = {
  readonly ok: boolean;
  readonly problems: readonly CodeProblem[];
  readonly normalized_code: string;
  readonly risk: CodeRisk;
  readonly risk_reasons: readonly string[];
  readonly calls: readonly CallRow[];
  readonly targets: readonly string[];
  readonly decisions: readonly CodeDecision[];
  readonly token: string | null;
  readonly expires_at: string | null;
  /** What the policy says of all of it, and the question that was asked, for the receipt. */
  readonly verdict: Verdict;
  readonly approval: {
    readonly approval_id: string;
    readonly answer: 'approved' | 'denied' | 'timeout';
    readonly by: string;
  } | null;
};

/** Parses, judges every call on every target, asks where somebody has to be asked, and gives a token for one run. */
export async function validateCode(
  given: ValidateArgs,
  who: Proposer,
  ports: CodePorts,
  scripts: ApprovedScripts,
): Promise<Validated> {
  const parsed = parseCode(given.code);
  if (!parsed.ok) return rejected(parsed.problems);
  const { code } = parsed;
  const { rows, problems } = callTable(code);
  const { targets, problems: unfit } = scriptTargets(
    rows,
    given.targets,
    ports.currentPage(who)?.origin ?? null,
  );
  const risk = riskOf(code.program, rows, targets);
  const known: Validated = {
    ...nothing,
    problems: [],
    normalized_code: code.normalized,
    calls: rows,
    targets,
    risk: risk.level,
    risk_reasons: risk.reasons,
  };
  if (problems.length + unfit.length > 0) return { ...known, problems: [...problems, ...unfit] };
  const version = ports.policyVersion();
  const judged = await judgeAll(rows, targets, who, ports);
  const decisions = judged.map(({ decision }) => decision);
  const verdict = strictest(judged.map((one) => one.verdict));
  const denied = decisions.filter(({ decision }) => decision === 'deny');
  if (denied.length > 0) return { ...known, decisions, verdict, problems: denied.map(deniedProblem) };
  if (risk.level === 'critical') return { ...known, decisions, verdict, problems: [tooRisky(risk)] };
  const asks =
    verdict.decision === 'ask' || riskOrder.indexOf(risk.level) > riskOrder.indexOf(ports.autoApprove);
  if (asks && who.caller.unattended) return { ...known, decisions, verdict, problems: [nobodyToAsk(risk)] };
  const approval = asks ? await ports.ask(cardOf(code, rows, judged, targets, risk), who) : null;
  if (approval !== null && approval.answer !== 'approved') {
    return { ...known, decisions, verdict, approval, problems: [notApproved(approval.answer)] };
  }
  if (version === null || version !== ports.policyVersion()) {
    return { ...known, decisions, verdict, approval, problems: [policyChanged] };
  }
  const made = seal({
    code,
    rows,
    targets,
    given,
    who,
    ports,
    scripts,
    version,
    approval: approval?.approval_id ?? null,
  });
  return { ...known, ...made, ok: true, decisions, verdict, approval };
}

const riskOrder: readonly string[] = ['none', 'low', 'medium', 'high', 'critical'];
const nothing: Omit<Validated, 'problems'> = {
  ok: false,
  normalized_code: '',
  risk: 'low',
  risk_reasons: [],
  calls: [],
  targets: [],
  decisions: [],
  token: null,
  expires_at: null,
  verdict: allowed,
  approval: null,
};

function rejected(problems: readonly CodeProblem[]): Validated {
  return { ...nothing, problems };
}

function deniedProblem({ line, path, bucket, target, reason, policies }: CodeDecision): CodeProblem {
  const message = `"${path}" (${bucket}) on ${target} is denied: ${reason} Nothing of the script runs.`;
  const rewrite = `Take the call out, or leave ${target} out of targets. Decided by: ${policies.join(', ')}.`;
  return { line, column: 1, rule: 'policy', message, rewrite };
}

function tooRisky({ reasons }: Risk): CodeProblem {
  const message = `The script is too risky to run as one: it ${reasons.join(', ')}.`;
  return problemAt(
    null,
    'risk',
    message,
    'Do it in several scripts, or with single calls that are asked about.',
  );
}

function nobodyToAsk({ level }: Risk): CodeProblem {
  const message = `The script (risk ${level}) needs a person's approval, and nobody can be asked in an unattended run.`;
  return problemAt(
    null,
    'approval',
    message,
    'Run it where you can be asked, or leave out what needs approval.',
  );
}

function notApproved(answer: 'denied' | 'timeout'): CodeProblem {
  const message = answer === 'denied' ? 'The person said no to the script.' : 'Nobody answered in time.';
  return problemAt(
    null,
    'approval',
    `${message} Nothing of it runs.`,
    'Ask the person what they want instead.',
  );
}

const policyChanged = problemAt(
  null,
  'policy',
  'The policy changed while the script was judged, or is not valid.',
  'Validate the script again.',
);

type Sealing = {
  readonly code: Code;
  readonly rows: readonly CallRow[];
  readonly targets: readonly string[];
  readonly given: ValidateArgs;
  readonly who: Proposer;
  readonly ports: CodePorts;
  readonly scripts: ApprovedScripts;
  readonly version: string;
  readonly approval: string | null;
};

function seal({ code, rows, targets, given, who, ports, scripts, version, approval }: Sealing): {
  readonly token: string;
  readonly expires_at: string;
} {
  const jti = randomBytes(16).toString('hex');
  const now = ports.clock();
  const { caller } = who;
  const token = sealToken(
    {
      v: 1,
      kid: keyName(ports.key),
      jti,
      iat: now,
      exp: now + tokenMs,
      code: code.codeHash,
      ast: code.treeHash,
      calls: tableHash(rows),
      targets: [...targets],
      policy: version,
      sess: caller.id,
      client: who.profile ?? '',
      principal: caller.kind,
      surface: caller.unattended ? 'unattended' : 'attended',
      limits: {
        fuel: runLimits.fuel,
        calls: runLimits.calls,
        wall_ms: runLimits.wallMs,
        bytes: runLimits.bytes,
      },
      appr: approval === null ? [] : [approval],
      label: { taint: approval === null ? 'none' : 'approved', template: null },
    },
    ports.key,
  );
  scripts.add({
    jti,
    code,
    rows,
    targets,
    sourceHash: digest(given.code),
    args: given.args ?? null,
    approved: approval !== null,
    until: ports.monotonic() + tokenMs,
  });
  return { token, expires_at: new Date(now + tokenMs).toISOString() };
}

/** Tells one key from another without saying anything of it. */
export function keyName(key: Buffer): string {
  return createHash('sha256').update('localagent/1/code-key-name').update(key).digest('hex').slice(0, 16);
}

export function tableHash(rows: readonly CallRow[]): string {
  return createHash('sha256').update(canonicalJson(rows)).digest('hex');
}
