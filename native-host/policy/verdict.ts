import type { Verdict } from '../../shared/receipt.ts';
import type { EngineDecision } from './engine.ts';
import type { LoadedPolicyText } from './engine-messages.ts';
import type { PolicyRequest } from './request.ts';

/** A verdict with the policies that led to it, whole, for `localagent policy explain`. */
export type Explanation = {
  readonly verdict: Verdict;
  readonly deciding: readonly {
    readonly id: string;
    /** File that the rule stands in; `policy` for what was made from a policy.yaml. */
    readonly file: string;
    readonly title: string;
    readonly fix: string;
    /** The Cedar text that decided. */
    readonly text: string;
  }[];
};

type Answered = {
  readonly request: PolicyRequest;
  readonly policies: ReadonlyMap<string, LoadedPolicyText>;
  readonly policyPath: string;
  readonly unattended: boolean;
  /** The answer to the question as it stands. */
  readonly asIs: EngineDecision;
  /** The answer if the person had approved. */
  readonly approved: EngineDecision;
};

/** Policies told in one reason; one that denies is enough to know what to change first. */
const toldMax = 3;

/** Allowed as it is: allow. Allowed once approved: ask, or deny where nobody can be asked. Else deny. */
export function verdictOf(answered: Answered): Explanation {
  const { asIs, approved, unattended } = answered;
  if (asIs.kind === 'fault' || approved.kind === 'fault') return engineDenial();
  if (asIs.kind === 'allow') return explained(answered, 'allow', asIs.policies, '');
  if (approved.kind === 'deny') return explained(answered, 'deny', approved.policies, '');
  if (!unattended) return explained(answered, 'ask', asIs.policies, '');
  return explained(
    answered,
    'deny',
    asIs.policies,
    'Nobody can be asked in an unattended run, so it is denied.',
  );
}

/** A denial before any rule was asked. */
export function plainDenial(policy: string, reason: string): Explanation {
  return { verdict: { decision: 'deny', policies: [policy], reason }, deciding: [] };
}

export function engineDenial(): Explanation {
  return plainDenial('engine', 'The rules could not be evaluated, so the call is denied. Nothing was done.');
}

// A call that no policy says anything about is denied too; no rule of ours leaves one out, an overlay cannot add one.
function explained(
  { request, policies, policyPath }: Answered,
  decision: Verdict['decision'],
  ids: readonly string[],
  remark: string,
): Explanation {
  if (ids.length === 0) return engineDenial();
  const fill = (text: string): string =>
    text
      .replaceAll('{resource}', request.words)
      .replaceAll('{rule}', request.rule)
      .replaceAll('{policy_file}', policyPath);
  const deciding = ids.flatMap((id) => {
    const policy = policies.get(id);
    if (policy === undefined) return [];
    const { file, title, fix, text } = policy;
    return [{ id, file, title: fill(title), fix: fill(fix), text }];
  });
  const told = deciding.slice(0, toldMax);
  const titles = told.map(({ title }) => title);
  const fixes = decision === 'deny' ? told.slice(0, 1).map(({ fix }) => fix) : [];
  const reason = [...titles, remark, ...fixes].filter((part) => part !== '').join(' ');
  return { verdict: { decision, policies: [...ids], reason }, deciding };
}
