import { label } from '../../shared/prompt-text.ts';
import { contentWords } from './content-words.ts';
import { type AgentState, openItems } from './state.ts';

/** So much of an item's words must stand in one sentence before it seems to answer it. */
const shareMin = 0.7;
const wordsMin = 3;
/** A sentence that only leads to where something is said answers nothing. */
const leadsOn =
  /\b(see|read more|more about|learn|click|here|next page|continue|table of contents|chapter|overview)\b/i;
/** What it adds to the words of the item itself. */
const addedMin = 1;

/** A sentence of the part shown last that seems to answer an open item, by its words; null when none does. */
export function tellingSentence(
  state: AgentState,
): { readonly sentence: string; readonly item: number } | null {
  const { page } = state;
  const text = page?.parts[page.part - 1] ?? '';
  const sentences = text.split(/(?<=[.!?。])\s+|\n+/u).filter((one) => one.length > 20 && one.length < 400);
  for (const item of openItems(state)) {
    const wanted = contentWords(item.text);
    if (wanted.length < wordsMin) continue;
    const asksNumber = /\d|how (many|much|high|tall|long|old|far)|height|price|cost|date|year|number/i.test(
      item.text,
    );
    const telling = sentences.find((one) => {
      const words = new Set(contentWords(one));
      const share = wanted.filter((word) => words.has(word)).length / wanted.length;
      const adds = [...words].filter((word) => !wanted.includes(word)).length >= addedMin;
      return share >= shareMin && adds && !leadsOn.test(one) && (!asksNumber || /\d/.test(one));
    });
    if (telling !== undefined) return { sentence: label(telling, 240), item: item.n };
  }
  return null;
}
