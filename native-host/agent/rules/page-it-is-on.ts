import { pageAddress, unreadParts } from '../state.ts';
import { targetUrl } from '../target-url.ts';
import { allow, defineRule, refuse } from './define-rule.ts';

/** Opening the open page again shows nothing new. */
export const pageItIsOn = defineRule('page-it-is-on', (state, proposal) => {
  if (proposal.action !== 'NAVIGATE' || state.page === null) return allow;
  const url = targetUrl(state, proposal);
  if (url === null || pageAddress(url) !== pageAddress(state.page.url)) return allow;
  const unread = unreadParts(state.page);
  const next = unread.length === 0 ? 'Choose another link, or search.' : `READ_MORE part ${unread[0]}.`;
  return refuse(`You are on that page. ${next}`);
});
