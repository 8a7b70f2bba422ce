import { label } from '../../../shared/prompt-text.ts';
import { allow, defineRule } from './define-rule.ts';

/** An item that asks for a number in so many words is not answered by findings without one; asked about once. */
export const askedNumberIsFound = defineRule('asked-number-is-found', (state, { action, missing }) => {
  if (action !== 'FINISH') return allow;
  const lacking = state.items.find((item) => {
    const own = state.findings.filter(({ items }) => items.includes(item.n));
    const asked = asksNumber.test(item.text) && !missing.includes(item.n) && own.length > 0;
    return asked && !own.some(({ text, quote }) => /\d/.test(`${text} ${quote}`));
  });
  if (lacking === undefined) return allow;
  const line = lineWithNumber(state.page?.parts[(state.page?.part ?? 1) - 1] ?? '');
  const hint =
    line === null
      ? 'Look for it, or name the item in "missing".'
      : `The page says: "${line}". Record it if that is it.`;
  return {
    kind: 'confirm',
    key: `number ${lacking.n}`,
    reason: `Item ${lacking.n} (${label(lacking.text, 100)}) asks for a number, and no finding for it has one. ${hint}`,
  };
});

const asksNumber =
  /\b(how (many|much|tall|high|long|old|far|deep|wide|heavy)|numbers?|price|cost|height|length|weight|date|year|phone|amount)\b/i;

/** A sentence with a number in it, of a text that has only one or two of them: more would be guessing. */
function lineWithNumber(text: string): string | null {
  const sentences = text.split(/(?<=[.!?。])\s+|\n+/u).filter((one) => /\d/.test(one));
  const [first] = sentences;
  return first !== undefined && sentences.length <= 2 ? label(sentences.at(-1) ?? first, 200) : null;
}
