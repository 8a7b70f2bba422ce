import { contentOf } from './lay-onto.ts';
import type { Passage } from './passages-of.ts';
import { hasContent, type ReadText } from './read-text.ts';
import { sameWord } from './same-word.ts';

/** Words of the page looked at in one passage. */
const wordsMax = 400;

/** The share of a finding's words, and of its pairs of neighbours, that a passage holds; pairs count a fifth. */
export function sharedWords(claim: ReadText, page: ReadText, passage: Passage): number {
  const own = contentOf(claim).map(({ word }) => word);
  const theirs = [passage, passage.header, passage.caption]
    .flatMap((one) =>
      one === null ? [] : page.words.slice(one.first, Math.min(one.afterLast, one.first + wordsMax)),
    )
    .filter((word) => hasContent(word, page.vocabulary, page.text));
  if (own.length === 0) return 0;
  const held = own.map((word) => theirs.findIndex((other) => sameWord(word, other)));
  const words = held.filter((at) => at >= 0).length / own.length;
  if (own.length === 1) return words;
  const pairs = held.filter((at, step) => step > 0 && at > 0 && sameAt(theirs, at - 1, own, step - 1)).length;
  return words * 0.8 + (pairs / (own.length - 1)) * 0.2;
}

function sameAt(
  theirs: readonly Parameters<typeof sameWord>[0][],
  at: number,
  own: readonly Parameters<typeof sameWord>[0][],
  step: number,
): boolean {
  const [a, b] = [theirs[at], own[step]];
  return a !== undefined && b !== undefined && sameWord(a, b);
}
