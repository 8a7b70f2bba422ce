import { hostOf } from '../prompts/observation.ts';
import { targetUrl } from '../target-url.ts';
import { allow, defineRule, refuse } from './define-rule.ts';

/** A site that wants to be sure that a person asks is not asked again. */
export const wallIsRespected = defineRule('wall-is-respected', (state, proposal) => {
  if (proposal.action === 'SEARCH' && state.walls.includes('search')) {
    return refuse('The search engine lets no program in. Use links and addresses, or FINISH.');
  }
  const url = targetUrl(state, proposal);
  if (url === null || !state.walls.includes(hostOf(url))) return allow;
  return refuse('That site lets no program in. Choose another source.');
});
