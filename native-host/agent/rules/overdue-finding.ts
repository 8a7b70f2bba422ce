import { openItems, unreadParts } from '../state.ts';
import { allow, defineRule } from './define-rule.ts';

const turnsWithout = 4;
const turnsBetween = 8;

/** After four turns without a finding, and every eight turns, a word on what is left: parts, finishing, naming what is missing. */
export const overdueFinding = defineRule('overdue-finding', (state, { action, found }) => {
  if (action === 'FINISH' || found.length > 0 || state.assignment.acts) return allow;
  const since = state.turn - state.lastFindingTurn;
  const isDue = since === turnsWithout || (since > 0 && state.turn % turnsBetween === 0);
  if (!isDue) return allow;
  const unread = unreadParts(state.page);
  const open = openItems(state).map(({ n }) => n);
  const parts = unread.length === 0 ? '' : ` This page has unread parts: ${unread.slice(0, 8).join(', ')}.`;
  const missing = open.length === 0 ? 'FINISH.' : `FINISH and name ${open.join(', ')} in "missing".`;
  return {
    kind: 'note',
    key: `overdue ${state.turn}`,
    text: `NOTE: ${since} turns without a finding.${parts} If nothing more is to be found, ${missing}`,
  };
});
