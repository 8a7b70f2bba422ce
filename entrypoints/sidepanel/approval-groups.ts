import type { Bucket } from '../../shared/actions.ts';
import type { ApprovalRequest } from '../../shared/run.ts';

type Act = ApprovalRequest['acts'][number];

/** Acts of one kind, with the rules that ask for them and the sites or folders they touch. */
export type ActGroup = {
  readonly bucket: Bucket;
  readonly acts: readonly Act[];
  readonly rules: readonly string[];
  /** The one resource that all of them touch; null when they touch several. */
  readonly resource: string | null;
  /** How many acts in all, repeated ones counted as often as they are done. */
  readonly count: number;
};

/** What can do most harm is read first. */
const gravest: readonly Bucket[] = ['delete', 'admin', 'write', 'read'];

/** The acts of a request by kind, the gravest kind first, each kind in the order of the plan. */
export function groupActs(acts: readonly Act[]): readonly ActGroup[] {
  return gravest.flatMap((bucket) => {
    const own = acts.filter((act) => act.bucket === bucket);
    if (own.length === 0) return [];
    const rules = [...new Set(own.map((act) => act.rule))].filter((rule) => rule !== '');
    const count = own.reduce((sum, act) => sum + act.count, 0);
    const resources = new Set(own.map((act) => act.resource));
    const resource = resources.size === 1 ? (own[0]?.resource ?? null) : null;
    return [{ bucket, acts: own, rules, resource, count }];
  });
}
