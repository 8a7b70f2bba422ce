import type { Finding } from '../../shared/objective.ts';
import type { RunEventBody } from '../../shared/run.ts';
import type { Action, FoundText } from './action.ts';
import { knownFinding } from './known-finding.ts';
import { matchShown } from './match-shown.ts';
import type { Evidence } from './ports.ts';
import { notRecordedLine, recordedLine } from './prompts/turn-message.ts';
import type { FindingRule } from './rules/define-rule.ts';
import type { AgentState } from './state.ts';

const findingsMax = 200;

export type Recorded = {
  readonly state: AgentState;
  readonly events: readonly RunEventBody[];
  /** A finding is to be said better before the turn goes on. */
  readonly sendBack: boolean;
};

/** Records what a proposal found, each finding by itself; what is not recorded is told with why. */
export function recordFindings(
  state: AgentState,
  { found }: Action,
  evidence: Evidence,
  rules: readonly FindingRule[],
): Recorded {
  return found.reduce<Recorded>((so, one) => recordOne(so, one, evidence, rules), {
    state,
    events: [],
    sendBack: false,
  });
}

function recordOne(
  so: Recorded,
  found: FoundText,
  evidence: Evidence,
  rules: readonly FindingRule[],
): Recorded {
  const { state, events } = so;
  const known = knownFinding(found.text, state, evidence);
  const more = known === null ? [] : itemsOf(state, found).filter((n) => !known.items.includes(n));
  if (known !== null && more.length > 0)
    return recorded(so, { ...known, items: [...known.items, ...more] }, evidence);
  for (const rule of rules) {
    const verdict = rule.judge(state, found, evidence);
    if (verdict.kind === 'allow') continue;
    const again = verdict.kind === 'send-back' && !state.told.includes(verdict.key);
    return {
      state: {
        ...state,
        lines: [...state.lines, notRecordedLine(found.text, verdict.reason)],
        told: verdict.kind === 'send-back' ? [...state.told, verdict.key] : state.told,
      },
      events: [...events, refused(state, rule.name, verdict.reason)],
      sendBack: so.sendBack || again,
    };
  }
  return state.findings.length >= findingsMax
    ? so
    : recorded(so, findingOf(state, found, evidence), evidence);
}

/** A new finding, or a known one that answers more items than it did; code decides what that settles. */
function recorded(so: Recorded, finding: Finding, evidence: Evidence): Recorded {
  const { state, events } = so;
  const findings = withFinding(state.findings, finding);
  const { decided } = evidence.coverage(state.items, findings, state.assignment.objective);
  const items = state.items.map((item) => decided.find(({ n }) => n === item.n) ?? item);
  const changed = items.some((item, at) => item.state !== state.items[at]?.state);
  return {
    ...so,
    state: {
      ...state,
      findings,
      items,
      lastFindingTurn: state.turn,
      lines: [...state.lines, recordedLine(finding)],
    },
    events: [
      ...events,
      { type: 'finding.recorded', finding },
      ...(changed ? [{ type: 'checklist.changed' as const, checklist: items }] : []),
    ],
  };
}

function withFinding(findings: readonly Finding[], finding: Finding): readonly Finding[] {
  const isKnown = findings.some(({ n }) => n === finding.n);
  return isKnown ? findings.map((one) => (one.n === finding.n ? finding : one)) : [...findings, finding];
}

/** Numbers of items that there are. */
function itemsOf({ items }: AgentState, found: FoundText): number[] {
  return [...new Set(found.items.filter((n) => items.some((item) => item.n === n)))];
}

function findingOf(state: AgentState, found: FoundText, evidence: Evidence): Finding {
  const match = matchShown(found.text, state, evidence);
  if (!('quote' in match)) throw new Error('a finding passed without a match');
  const { text, quote, url, title, part } = match;
  return {
    n: state.findings.length + 1,
    text,
    quote,
    url,
    link: evidence.fragmentLink(url, quote),
    title,
    part,
    turn: state.turn,
    items: itemsOf(state, found),
  };
}

export function refused(state: AgentState, rule: string, reason: string): RunEventBody {
  return { type: 'proposal.refused', turn: state.turn, rule, reason };
}
