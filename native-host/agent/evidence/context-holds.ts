import type { Surroundings } from './judge-span.ts';
import type { Placed } from './lay-onto.ts';
import type { Passage } from './passages-of.ts';
import { isName, isQualifier, type ReadText } from './read-text.ts';
import { sameWord } from './same-word.ts';
import type { Word } from './words-of.ts';

// A page names its subject once and then says "it". A finding that stands alone names it again, and may: with words of the
// title or of the nearest sentence before that names somebody, as long as the sentence has no subject of its own.

/** Words that the surroundings may lend, and sentences looked back at. */
const lentMax = 4;
const backMax = 3;
const subjectWordsMax = 5;

/** Of the words that the span lacks, those that its surroundings do not lend either. */
export function contextHolds(
  lacking: readonly Placed[],
  claim: ReadText,
  around: Surroundings,
  from: Passage,
): readonly Placed[] {
  if (lacking.length === 0 || lacking.length > lentMax) return lacking;
  const { page, title } = around;
  if (lacking.some(({ word }) => word.kind === 'number' || isQualifier(word, claim.vocabulary)))
    return lacking;
  const speaksOfIt = beginsWithPronoun(from, page);
  const ownNames = namesIn(from, page);
  const isLent = ({ word, at }: Placed): boolean => speaksOfIt || isName(word, at, claim) || word.isCapital;
  if (!lacking.every(isLent) || (!speaksOfIt && ownNames.length > 0)) return lacking;
  const source = (speaksOfIt ? subjectBefore(from, page) : null) ?? title.words;
  return lacking.filter(({ word }) => !source.some((other) => sameWord(word, other)));
}

function beginsWithPronoun(passage: Passage, { words, vocabulary }: ReadText): boolean {
  const [first, second] = [words[passage.first], words[passage.first + 1]];
  return first !== undefined && vocabulary.pronoun.has(first.key) && second?.isCapital !== true;
}

function namesIn(passage: Passage, page: ReadText): readonly Word[] {
  const isLabel = (at: number): boolean => {
    const word = page.words[at];
    return at === passage.first && word !== undefined && page.text.slice(word.end).startsWith(':');
  };
  return page.words
    .slice(passage.first, passage.afterLast)
    .filter((word, step) => isName(word, passage.first + step, page) && !isLabel(passage.first + step));
}

/** What the nearest sentence before that has a subject of its own begins with; null: it is the first of its block. */
function subjectBefore(from: Passage, page: ReadText): readonly Word[] | null {
  const at = page.passages.findIndex(({ start }) => start === from.start);
  for (let back = at - 1; back >= Math.max(0, at - backMax); back--) {
    const passage = page.passages[back];
    if (passage === undefined || passage.block !== from.block) return null;
    if (!beginsWithPronoun(passage, page)) return subjectOf(passage, page);
  }
  return null;
}

const notSubjects = new Set(
  'unlike like despite besides compared although while when if after before according anders im laut contrairement selon segun'.split(
    ' ',
  ),
);

/** The words that a sentence begins with: names as far as they go, or else its first word with content. */
function subjectOf(passage: Passage, page: ReadText): readonly Word[] {
  const { light } = page.vocabulary;
  const words = page.words.slice(passage.first, passage.afterLast);
  const start = words.findIndex(({ key }) => !light.has(key));
  const first = words[start];
  if (first === undefined || start > 2 || notSubjects.has(words[0]?.key ?? '')) return [];
  const rest = words.slice(start);
  const end = rest.findIndex(
    (word, step) => step > 0 && (!word.isCapital || isApart(rest[step - 1], word, page)),
  );
  return rest.slice(0, end < 0 ? subjectWordsMax : Math.min(end, subjectWordsMax));
}

function isApart(a: Word | undefined, b: Word, { text }: ReadText): boolean {
  return /[^\s'’.-]/u.test(text.slice(a?.end ?? b.start, b.start));
}
