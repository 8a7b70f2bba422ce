import { pageAddress } from '../state.ts';
import { targetUrl } from '../target-url.ts';
import { allow, defineRule } from './define-rule.ts';

/** Going back to a page that was read is asked about once: acting runs have reasons, research seldom has. */
export const pageReadBefore = defineRule('page-read-before', (state, proposal) => {
  const url = proposal.action === 'NAVIGATE' ? targetUrl(state, proposal) : null;
  if (url === null || state.assignment.acts || !state.visited.includes(pageAddress(url))) return allow;
  return {
    kind: 'confirm',
    key: `again ${pageAddress(url)}`,
    reason:
      'You read that page before. Choose one you have not read; propose it again if you need more of it.',
  };
});
