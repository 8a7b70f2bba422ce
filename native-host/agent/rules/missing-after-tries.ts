import { unreadParts } from '../state.ts';
import { allow, defineRule } from './define-rule.ts';

const triesMin = 3;

/** An item is looked for three times before it is reported missing; whoever insists may all the same. */
export const missingAfterTries = defineRule('missing-after-tries', (state, { action, missing }) => {
  if (action !== 'FINISH') return allow;
  const early = missing.filter((n) => (state.tries[n] ?? 0) < triesMin);
  const [first] = early;
  if (first === undefined) return allow;
  const item = state.items.find(({ n }) => n === first);
  const unread = unreadParts(state.page);
  const next =
    unread.length > 0
      ? `READ_MORE part ${unread[0]}`
      : state.walls.includes('search')
        ? 'open a link you have not read'
        : 'SEARCH for it by itself, or open a result you have not read';
  return {
    kind: 'confirm',
    key: 'missing too early',
    reason: `Item ${first} (${item?.text ?? ''}) was looked for only ${state.tries[first] ?? 0} times. ${next}.`,
  };
});
