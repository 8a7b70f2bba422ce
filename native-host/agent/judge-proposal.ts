import type { Action } from './action.ts';
import type { AgentState } from './state.ts';
import type { Rules } from './step.ts';

export type Judged =
  | { readonly kind: 'allowed'; readonly state: AgentState; readonly proposal: Action }
  | {
      readonly kind: 'refused';
      readonly state: AgentState;
      /** Null: the findings' own rules have been told already. */
      readonly rule: string | null;
      readonly reason: string;
    };

/** Every rule in its order; the first that does not let the proposal pass is told, and only that. */
export function judgeProposal(state: AgentState, proposal: Action, { actions, evidence }: Rules): Judged {
  let current = state;
  let wanted = proposal;
  for (const { name, judge } of actions) {
    const verdict = judge(current, wanted, evidence);
    if (verdict.kind === 'refuse') {
      return { kind: 'refused', state: current, rule: name, reason: verdict.reason };
    }
    if (verdict.kind === 'amend') wanted = verdict.proposal;
    if (verdict.kind !== 'confirm' && verdict.kind !== 'note') continue;
    if (current.told.includes(verdict.key)) continue;
    current = { ...current, told: [...current.told, verdict.key] };
    if (verdict.kind === 'confirm') {
      return { kind: 'refused', state: current, rule: name, reason: verdict.reason };
    }
    current = { ...current, lines: [...current.lines, verdict.text] };
  }
  return { kind: 'allowed', state: current, proposal: wanted };
}
