import { contentWords } from '../content-words.ts';
import { allow, defineRule, refuse } from './define-rule.ts';

/** The same words in another order are the same search. */
export const repeatedSearch = defineRule('repeated-search', (state, { action, query }) => {
  if (action !== 'SEARCH') return allow;
  const same = (earlier: string): boolean => key(earlier) === key(query);
  if (!state.searches.some(same)) return allow;
  return refuse('You searched for this before. Open a result you have not read, or search with other words.');
});

function key(query: string): string {
  return [...contentWords(query)].sort().join(' ');
}
