import { longestRuns, type Run } from './longest-runs.ts';
import type { Passage } from './passages-of.ts';
import { hasContent, type ReadText } from './read-text.ts';
import type { Word } from './words-of.ts';

// A finding's words laid onto a span of the page, and the span cut into clauses: what punctuation sets apart.

/** A word with content, and where it stands. */
export type Placed = {
  readonly word: Word;
  /** Its index among all words of its text. */
  readonly at: number;
  /** Counts the clauses of the span; 0 for all in a finding. */
  readonly clause: number;
};

export type Laid = {
  readonly claim: readonly Placed[];
  readonly page: readonly Placed[];
  readonly runs: readonly Run[];
  /** For each of the claim's words the page's word that stands for it, or -1. */
  readonly pageOf: readonly number[];
  /** For each of the page's words whether the claim has it. */
  readonly isTaken: readonly boolean[];
  /** Where the span begins among the page's words. */
  readonly first: number;
  /** What stands between clause `n` and the next. */
  readonly marks: readonly string[];
};

const clauseMark = /[,;:()[\]–—|•،؛、，。；：（）!?。！？]|\.\s|\s[-−]\s|\.$|\n/u;

/** The words with content of a finding. */
export function contentOf(claim: ReadText): readonly Placed[] {
  return claim.words.flatMap((word, at) =>
    hasContent(word, claim.vocabulary, claim.text) ? [{ word, at, clause: 0 }] : [],
  );
}

/** Lays the finding's words onto the span from one passage to another. */
export function layOnto(claim: ReadText, page: ReadText, from: Passage, to: Passage): Laid {
  const placed: Placed[] = [];
  const marks: string[] = [];
  for (let at = from.first; at < to.afterLast; at++) {
    const word = page.words[at];
    if (word === undefined) break;
    const gap = at === from.first ? '' : page.text.slice(page.words[at - 1]?.end ?? word.start, word.start);
    if (clauseMark.test(gap) && placed.length > 0) marks.push(gap);
    if (hasContent(word, page.vocabulary, page.text)) placed.push({ word, at, clause: marks.length });
  }
  const own = contentOf(claim);
  const words = ({ word }: Placed): Word => word;
  const runs = longestRuns(own.map(words), placed.map(words));
  const pageOf = own.map(() => -1);
  const isTaken = placed.map(() => false);
  for (const run of runs) {
    for (let step = 0; step < run.length; step++) {
      pageOf[run.claim + step] = run.page + step;
      isTaken[run.page + step] = true;
    }
  }
  return { claim: own, page: placed, runs, pageOf, isTaken, first: from.first, marks };
}
