import { allow, defineRule } from './define-rule.ts';

/** A claimed gap counts only for an item that there is and that the findings do not answer in full. */
export const missingIsKnown = defineRule('missing-is-known', (state, proposal, evidence) => {
  if (proposal.action !== 'FINISH' || proposal.missing.length === 0) return allow;
  const kept = proposal.missing.filter((n) => {
    const item = state.items.find((one) => one.n === n);
    return item !== undefined && item.state !== 'found' && evidence.gapClaimHolds(item, state.findings);
  });
  if (kept.length === proposal.missing.length) return allow;
  return { kind: 'amend', proposal: { ...proposal, missing: kept } };
});
