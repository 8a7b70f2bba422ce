import { contentWords } from '../content-words.ts';
import { allow, defineFindingRule } from './define-rule.ts';

const nothing =
  /^\W*(none|nothing|n\/?a|no (relevant |useful )?(information|data|findings?)|not found|unknown|empty)\b.{0,40}$/i;

/** "None" and the like are no findings. */
export const findingSaysSomething = defineFindingRule('finding-says-something', (_state, { text }) => {
  const words = contentWords(text);
  if (words.length >= 2 || (words.length === 1 && /\d/.test(text))) {
    if (!nothing.test(text.trim())) return allow;
  }
  return { kind: 'refuse', reason: 'it says nothing; leave "found" empty when a part has nothing' };
});
