import type { Verdict } from '../../shared/receipt.ts';
import type { CodeDecision } from '../../shared/tools/validate-code.ts';
import type { CallRow } from './call-table.ts';
import type { CodePorts, Proposer, ScriptQuestion } from './ports.ts';

export type Judged = { readonly row: CallRow; readonly decision: CodeDecision; readonly verdict: Verdict };

/** Asks the policy about every call on every site it may be made on. */
export async function judgeAll(
  rows: readonly CallRow[],
  targets: readonly string[],
  who: Proposer,
  ports: CodePorts,
): Promise<readonly Judged[]> {
  const pairs = rows.flatMap((row) =>
    row.tool === null
      ? []
      : row.buckets.flatMap((bucket) =>
          questionsOf(row, bucket, targets).map((question) => ({ row, question })),
        ),
  );
  return Promise.all(
    pairs.map(async ({ row, question }) => {
      const verdict = await ports.judge(question, who);
      const { decision, reason, policies } = verdict;
      const target = targetOf(question);
      const { line, path } = row;
      const { tool, bucket } = question;
      return {
        row,
        verdict,
        decision: { line, path, tool, bucket, target, decision, reason, policies: [...policies] },
      };
    }),
  );
}

function questionsOf(
  row: CallRow,
  bucket: CallRow['buckets'][number],
  targets: readonly string[],
): readonly ScriptQuestion[] {
  const one = {
    tool: row.tool ?? '',
    bucket,
    secret_used: row.secrets.length > 0,
    tainted: row.tainted,
    sources: row.tainted ? targets : [],
  };
  if (row.folder !== null) return [{ ...one, resource: { kind: 'folder', path: row.folder } }];
  if (row.destination !== null) return [{ ...one, resource: { kind: 'site', url: row.destination } }];
  if (row.page === 'none' && !row.goesAnywhere) return [{ ...one, resource: { kind: 'none' } }];
  return targets.map((target) => ({ ...one, resource: { kind: 'site', url: `${target}/` } }));
}

function targetOf({ resource }: ScriptQuestion): string {
  if (resource.kind === 'folder') return `folder:${resource.path}`;
  return resource.kind === 'none' ? 'browser' : new URL(resource.url).origin;
}

/** The strictest of several verdicts, with every policy and reason that led to it; of none: allowed. */
export function strictest(verdicts: readonly Verdict[]): Verdict {
  for (const decision of ['deny', 'ask', 'allow'] as const) {
    const those = verdicts.filter((verdict) => verdict.decision === decision);
    if (those.length === 0) continue;
    const policies = [...new Set(those.flatMap((verdict) => verdict.policies))];
    return {
      decision,
      policies,
      reason: [...new Set(those.map(({ reason }) => reason))].join(' ').slice(0, 1_900),
    };
  }
  return allowed;
}

/** Where there is nothing to judge. */
export const allowed: Verdict = {
  decision: 'allow',
  policies: ['code.no-calls'],
  reason: 'The script makes no call that is judged.',
};
