import { type CompiledPolicy, cedarString } from './compile.ts';
import type { OrganisationOrders } from './policy-file.ts';

// An organisation can switch LocalAgent off: one forbid over everything, which says who did it and why.

/** An organisation's file or managed policy, as people know it. */
export type OrderedBy = {
  /** `machine`, `browser`, `browser-2`: part of the rule's id. */
  readonly layer: string;
  /** `/etc/localagent/policy.yaml`. */
  readonly place: string;
  readonly orders: OrganisationOrders;
};

/** Who switched it off, where, and why; null when nobody did. */
export function switchedOffWords({ place, orders }: OrderedBy): string | null {
  if (!orders.disabled) return null;
  const who = orders.name ?? 'your organisation';
  const why = orders.reason === null ? '' : ` Reason given: ${orders.reason.replace(/[.\s]*$/, '.')}`;
  return `LocalAgent was switched off by ${who} (${place}).${why}`;
}

/** What whoever meets it can do. */
export const switchedOffRemedy = 'Only the administrator who set this can switch it on again.';

/** The rule that denies everything; none while it is not switched off. */
export function switchOffPolicies(by: OrderedBy): readonly CompiledPolicy[] {
  const title = switchedOffWords(by);
  if (title === null) return [];
  const id = `organisation.${by.layer}.switched-off`;
  const head = [
    `@id(${cedarString(id)})`,
    `@title(${cedarString(title)})`,
    `@fix(${cedarString(switchedOffRemedy)})`,
  ];
  const text = `${head.join('\n')}\nforbid (principal, action, resource);\n`;
  return [{ id, effect: 'forbid', title, fix: switchedOffRemedy, text }];
}
