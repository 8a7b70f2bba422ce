import { allow, defineRule, refuse } from './define-rule.ts';

/** With results at hand and no page opened, nothing can be known to be missing, and nothing can be finished. */
export const readBeforeFinishing = defineRule('read-before-finishing', (state, { action }) => {
  const { findings, visited, failedVisits, links } = state;
  if (action !== 'FINISH' || findings.length > 0 || visited.length > 0) return allow;
  if (links.length === 0 || failedVisits.length > 0) return allow;
  return refuse('No page was read yet. NAVIGATE to one of the results first.');
});
