import { knownFinding } from '../known-finding.ts';
import { allow, defineFindingRule } from './define-rule.ts';

/** The same said again, in other words or another order, is no new finding. */
export const findingIsNew = defineFindingRule('finding-is-new', (state, { text }, evidence) => {
  const known = knownFinding(text, state, evidence);
  return known === null ? allow : { kind: 'refuse', reason: `that is [${known.n}] already` };
});
