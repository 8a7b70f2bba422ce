import type { Evidence, FindingMatch } from './ports.ts';
import type { AgentState } from './state.ts';

/** A page is shown as its text and what its fields hold. */
const textsOfPage = 2;

/**
 * Where what was shown says it: what is shown now comes first, since a page that was changed says now what it did not say
 * before.
 */
export function matchShown(text: string, { shown }: AgentState, evidence: Evidence): FindingMatch {
  const newest = evidence.matchFinding(text, shown.slice(-textsOfPage));
  return newest.kind === 'exact' ? newest : evidence.matchFinding(text, shown);
}
