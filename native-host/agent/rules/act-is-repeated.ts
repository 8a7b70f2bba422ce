import { actKey } from '../act-key.ts';
import { allow, defineRule } from './define-rule.ts';

/** The same act twice in a row is seldom meant. */
export const actIsRepeated = defineRule('act-is-repeated', (state, proposal) => {
  const key = actKey(state, proposal);
  if (key === null || key !== state.lastAct) return allow;
  return {
    kind: 'confirm',
    key: `repeat ${state.turn}`,
    reason:
      'You did exactly this just now. See what it changed; propose it again only if it must be done twice.',
  };
});
