import { expect, test } from 'vitest';
import { type Action, ActionReply } from '../../../../native-host/agent/action.ts';
import type { Evidence } from '../../../../native-host/agent/ports.ts';
import type { FindingRule, Rule } from '../../../../native-host/agent/rules/define-rule.ts';
import { type AgentState, type OpenPage, startState } from '../../../../native-host/agent/state.ts';
import type { Finding } from '../../../../shared/objective.ts';
import { fakeEvidence } from '../fake-evidence.ts';
import { assignmentOf } from '../scripted-run.ts';

/** A state in the middle of a run; what a case does not name is empty. */
export function stateOf(
  more: Partial<AgentState> & { readonly assigned?: Parameters<typeof assignmentOf>[1] } = {},
): AgentState {
  const { assigned, ...state } = more;
  const assignment = assignmentOf('Height of the tallest mountain in metres', assigned);
  return { ...startState(assignment, []), turn: 3, lastFindingTurn: 2, ...state };
}

export function onPage(more: Partial<OpenPage> = {}): OpenPage {
  return {
    url: 'https://a.test/page',
    title: 'A page',
    parts: ['The first part of it.'],
    outline: [],
    links: [],
    controls: [],
    tables: [],
    cut: false,
    read: [1],
    part: 1,
    findingsBefore: 0,
    ...more,
  };
}

export function findingOf(text: string, more: Partial<Finding> = {}): Finding {
  const url = 'https://a.test/page';
  return { n: 1, text, quote: text, url, link: url, title: 'A page', part: 1, turn: 2, items: [1], ...more };
}

export function proposalOf(action: Action['action'], more: object = {}): Action {
  return ActionReply.parse({ found: [], action, why: '', ...more });
}

export type Case = {
  readonly case: string;
  readonly state?: AgentState;
  readonly proposal: Action;
  /** `allow`, or what the verdict is; `says`: a piece of its reason. */
  readonly verdict: 'allow' | 'refuse' | 'confirm' | 'note' | 'amend';
  readonly says?: string;
  readonly evidence?: Partial<Evidence>;
};

/** One table a rule: what it lets pass, what not, and what is only just one or the other. */
export function ruleTable(rule: Rule, cases: readonly Case[]): void {
  test.each(cases)(`${rule.name}: $case: $verdict`, ({ state, proposal, verdict, says, evidence }) => {
    const judged = rule.judge(state ?? stateOf(), proposal, { ...fakeEvidence, ...evidence });
    expect(judged.kind).toBe(verdict);
    const told = 'reason' in judged ? judged.reason : 'text' in judged ? judged.text : '';
    expect(told).toContain(says ?? '');
  });
}

export type FindingCase = {
  readonly case: string;
  readonly state?: AgentState;
  readonly text: string;
  readonly verdict: 'allow' | 'refuse' | 'send-back';
  readonly says?: string;
};

export function findingTable(rule: FindingRule, cases: readonly FindingCase[]): void {
  test.each(cases)(`${rule.name}: $case: $verdict`, ({ state, text, verdict, says }) => {
    const judged = rule.judge(state ?? stateOf(), { text, items: [1] }, fakeEvidence);
    expect(judged.kind).toBe(verdict);
    expect('reason' in judged ? judged.reason : '').toContain(says ?? '');
  });
}
