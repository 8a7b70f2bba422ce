import type { Finding } from '../../shared/objective.ts';
import type { Evidence } from './ports.ts';
import type { AgentState } from './state.ts';

/**
 * The finding that says the same; null when none does. What a page said before something was done there is not what it says
 * now: after an act the same words are news.
 */
export function knownFinding(
  text: string,
  { findings, lastActTurn }: AgentState,
  evidence: Evidence,
): Finding | null {
  return evidence.duplicateOf(
    text,
    findings.filter(({ turn }) => turn > lastActTurn || lastActTurn === 0),
  );
}
