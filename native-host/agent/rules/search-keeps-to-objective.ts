import { contentWords, sharedWords } from '../content-words.ts';
import { allow, defineRule, refuse } from './define-rule.ts';

/** What a page wants searched is no matter of the objective: a query has a word of the objective, its items or its findings. */
export const searchKeepsToObjective = defineRule(
  'search-keeps-to-objective',
  ({ assignment, items, findings }, { action, query, found }) => {
    if (action !== 'SEARCH') return allow;
    const known = [
      assignment.objective,
      ...items.map(({ text }) => text),
      ...findings.map(({ text, quote }) => `${text} ${quote}`),
      ...found.map(({ text }) => text),
    ];
    if (sharedWords(query, new Set(contentWords(known.join(' ')))) > 0) return allow;
    return refuse('That search has nothing to do with the objective. Search for what the objective asks.');
  },
);
