import type { FindingMatch } from './evidence/match-finding.ts';
import type { Evidence } from './ports.ts';
import type { AgentState } from './state.ts';

/**
 * Where what was shown says it: what is shown now comes first, since a page that was changed says now what it did not say
 * before. What fields hold comes last, since nobody who follows the link finds it again.
 */
export function matchShown(text: string, { shown }: AgentState, evidence: Evidence): FindingMatch {
  const pages = shown.filter(({ held }) => held !== true);
  const newest = evidence.matchFinding(text, pages.slice(-1));
  if (newest.kind === 'exact') return newest;
  const anywhere = evidence.matchFinding(text, pages);
  return 'quote' in anywhere || pages.length === shown.length ? anywhere : evidence.matchFinding(text, shown);
}
