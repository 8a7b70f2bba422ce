import { targetUrl } from '../target-url.ts';
import { allow, defineRule, refuse } from './define-rule.ts';

/** A number means the link that it was shown with. */
export const linkIsKnown = defineRule('link-is-known', (state, proposal) => {
  const goes =
    proposal.action === 'NAVIGATE' || (proposal.action === 'DOWNLOAD' && proposal.control === null);
  if (!goes) return allow;
  if (targetUrl(state, proposal) !== null) return allow;
  const last = state.links.at(-1)?.n;
  const known = last === undefined ? 'No link was shown yet: SEARCH first.' : `Links go from 1 to ${last}.`;
  return refuse(
    proposal.link === null ? 'That is not an http or https address.' : `There is no such link. ${known}`,
  );
});
