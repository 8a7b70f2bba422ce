import { label } from '../../../shared/prompt-text.ts';
import { matchShown } from '../match-shown.ts';
import { allow, defineFindingRule } from './define-rule.ts';

/** A finding is what a shown text says; what is near is sent back once, what is far off is not recorded. */
export const findingIsOnPage = defineFindingRule('finding-is-on-page', (state, { text }, evidence) => {
  const match = matchShown(text, state, evidence);
  if ('quote' in match) return allow;
  const inResult = evidence.matchFinding(text, state.snippets);
  if ('quote' in inResult) {
    return { kind: 'refuse', reason: 'that is only a search result; open it and record what the page says' };
  }
  const missing = match.missing.slice(0, 8).map((word) => `"${label(word, 40)}"`);
  const never = missing.length === 0 ? '' : `no shown text says ${missing.join(', ')}`;
  if (match.kind === 'refused')
    return { kind: 'refuse', reason: never === '' ? 'no shown text says that' : never };
  const closest = `the closest sentence is "${label(match.closest, 300)}"; say it in its words or leave it out`;
  return {
    kind: 'send-back',
    key: `finding ${text.slice(0, 200)}`,
    reason: never === '' ? closest : `${never}; ${closest}`,
  };
});
