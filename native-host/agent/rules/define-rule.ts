import type { Action, FoundText } from '../action.ts';
import type { Evidence } from '../ports.ts';
import type { AgentState } from '../state.ts';

// A rule judges one proposal against what is known, and touches nothing. Its reason is told to the model, so it says
// what to do instead.

export type Verdict =
  | { readonly kind: 'allow' }
  | { readonly kind: 'refuse'; readonly reason: string }
  /** Sent back the first time for this key; whoever insists may. */
  | { readonly kind: 'confirm'; readonly key: string; readonly reason: string }
  /** Goes on, with a word for the next message; once for this key. */
  | { readonly kind: 'note'; readonly key: string; readonly text: string }
  /** Goes on in another form. */
  | { readonly kind: 'amend'; readonly proposal: Action };

export type Rule = {
  readonly name: string;
  readonly judge: (state: AgentState, proposal: Action, evidence: Evidence) => Verdict;
};

export type FindingVerdict =
  | { readonly kind: 'allow' }
  /** Not recorded; why, for the model. */
  | { readonly kind: 'refuse'; readonly reason: string }
  /** Not recorded, and the turn is sent back once so that it can be said better while it is at hand. */
  | { readonly kind: 'send-back'; readonly key: string; readonly reason: string };

export type FindingRule = {
  readonly name: string;
  readonly judge: (state: AgentState, found: FoundText, evidence: Evidence) => FindingVerdict;
};

export const allow = { kind: 'allow' } as const;

export function refuse(reason: string): Extract<Verdict, { kind: 'refuse' }> {
  return { kind: 'refuse', reason };
}

/** Declares a rule about a proposed action. */
export function defineRule(name: string, judge: Rule['judge']): Rule {
  return { name, judge };
}

/** Declares a rule about one finding of a proposal. */
export function defineFindingRule(name: string, judge: FindingRule['judge']): FindingRule {
  return { name, judge };
}
