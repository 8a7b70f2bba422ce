import { tellingSentence } from '../telling-sentence.ts';
import { allow, defineRule } from './define-rule.ts';

/**
 * Leaving a part that seems to answer an open item, with nothing recorded from it, is asked about once. Only where code
 * sees a sentence that does: a needless question costs a small model more than it gives.
 */
export const recordBeforeLeaving = defineRule('record-before-leaving', (state, { action, found }) => {
  const { page, findings } = state;
  const leaves =
    action === 'NAVIGATE' || action === 'SEARCH' || action === 'READ_MORE' || action === 'FINISH';
  if (!leaves || page === null || found.length > 0 || findings.length > page.findingsBefore) return allow;
  const telling = tellingSentence(state);
  if (telling === null) return allow;
  return {
    kind: 'confirm',
    key: `leave ${page.url} ${page.part}`,
    reason: `Nothing was recorded from this part, and it says: "${telling.sentence}". If that answers item ${telling.item}, put it into "found"; if not, propose the same again.`,
  };
});
