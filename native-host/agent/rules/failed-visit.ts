import { pageAddress } from '../state.ts';
import { targetUrl } from '../target-url.ts';
import { allow, defineRule, refuse } from './define-rule.ts';

/** A page that answered with an error was not read, and is not asked again. */
export const failedVisit = defineRule('failed-visit', (state, proposal) => {
  const url = proposal.action === 'NAVIGATE' ? targetUrl(state, proposal) : null;
  if (url === null || !state.failedVisits.includes(pageAddress(url))) return allow;
  return refuse('That page could not be opened before. Choose another source.');
});
