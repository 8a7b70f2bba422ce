import { type Fault, fault } from '../../shared/faults.ts';
import type { Verdict } from '../../shared/receipt.ts';
import type { ApprovalRequest } from '../../shared/run.ts';
import type { Plan } from './compile.ts';
import { type Flows, foreignSources } from './flows.ts';
import type { PlannedAct } from './planned-act.ts';

export type Judged = { readonly act: PlannedAct; readonly verdict: Verdict };

/**
 * What the verdicts on a whole plan come to: one denial refuses it, else one question asks for all that ask.
 */
export type PlanVerdict =
  | { readonly decision: 'allow' }
  | { readonly decision: 'ask'; readonly asked: readonly Judged[] }
  | { readonly decision: 'deny'; readonly denied: readonly Judged[] };

export function weighPlan(plan: Plan, verdicts: readonly Verdict[]): PlanVerdict {
  if (verdicts.length !== plan.acts.length) throw new Error('a plan was judged in part');
  const judged = plan.acts.flatMap((act, index) => {
    const verdict = verdicts[index];
    return verdict === undefined ? [] : [{ act, verdict }];
  });
  const denied = judged.filter(({ verdict }) => verdict.decision === 'deny');
  if (denied.length > 0) return { decision: 'deny', denied };
  const asked = judged.filter(({ verdict }) => verdict.decision === 'ask');
  return asked.length > 0 ? { decision: 'ask', asked } : { decision: 'allow' };
}

/** Reasons told in a refusal's message; all are in its detail. */
const reasonsMax = 3;

/** Why a run was refused before its first step: the acts, the policies that decided, and their reasons. */
export function refusal(judged: readonly Judged[], message: string): Fault {
  const reasons = [...new Set(judged.map(({ verdict }) => verdict.reason))];
  const policies = [...new Set(judged.flatMap(({ verdict }) => verdict.policies))];
  return fault(
    'denied',
    [message, ...reasons.slice(0, reasonsMax)].join(' '),
    'Nothing was done. Change the rule named here, or run the template by hand.',
    {
      policies,
      reasons,
      acts: [...new Set(judged.map(({ act }) => act.words))].slice(0, 50),
    },
  );
}

/** The person said no: nothing is wrong with any rule, so none is blamed. */
export function denial(judged: readonly Judged[], by: string): Fault {
  return fault(
    'denied',
    `This run was denied (${by}), so nothing was done.`,
    'Run it again to be asked again.',
    {
      policies: [...new Set(judged.flatMap(({ verdict }) => verdict.policies))],
      acts: [...new Set(judged.map(({ act }) => act.words))].slice(0, 50),
    },
  );
}

const detailsMax = 60;

/** One card for the whole plan: one line for each kind of act, with how many steps make it. */
export function approvalRequest(
  asked: readonly Judged[],
  facts: {
    readonly approval_id: string;
    readonly run_id: string;
    readonly title: string;
    readonly now: number;
    readonly waitMs: number;
    readonly flows: Flows;
  },
): ApprovalRequest {
  const lines = new Map<string, ApprovalRequest['acts'][number]>();
  for (const { act, verdict } of asked) {
    const { bucket, resource } = act.call;
    const key = `${bucket} ${resource} ${act.words}`;
    const before = lines.get(key);
    const rule = verdict.reason;
    const to = resource.replace(/^origin:/, '');
    const used = foreignSources(facts.flows, { step_id: act.call.step_id, to, reviewed: false });
    const said = [...(before?.details ?? []), ...used.map((from) => `uses what was read on ${from}`)];
    const details = said.length === 0 ? {} : { details: [...new Set(said)].slice(0, detailsMax) };
    lines.set(key, { text: act.words, bucket, resource, rule, count: (before?.count ?? 0) + 1, ...details });
  }
  const places = [...new Set(asked.map(({ act }) => act.call.resource.replace(/^origin:|^folder:/, '')))];
  return {
    approval_id: facts.approval_id,
    run_id: facts.run_id,
    title: `Run "${facts.title}" on ${places.join(', ')}`,
    acts: [...lines.values()],
    asked_at: new Date(facts.now).toISOString(),
    expires_at: new Date(facts.now + facts.waitMs).toISOString(),
  };
}
