import type { Finding } from '../../../shared/objective.ts';
import { contentOf, type Placed } from './lay-onto.ts';
import { isName, isQualifier, type ReadText, readText } from './read-text.ts';
import { sameWord } from './same-word.ts';

/** Of two wordings of one fact at most this share of the words differs. */
const otherWordsMax = 0.25;

/** The finding that says the same as a text, in other words, order or punctuation; another number makes another finding. */
export function duplicateOf(text: string, findings: readonly Finding[]): Finding | null {
  const read = readText(text);
  return (
    findings.find((finding) =>
      [finding.text, finding.quote].some((known) => saysTheSame(read, readText(known, read.language))),
    ) ?? null
  );
}

function saysTheSame(a: ReadText, b: ReadText): boolean {
  const [own, theirs] = [contentOf(a), contentOf(b)];
  if (own.length === 0 || theirs.length === 0) return false;
  const others = [...lackingIn(own, theirs), ...lackingIn(theirs, own)];
  const isOtherFact = others.some((placed) => weighs(placed, own.includes(placed) ? a : b));
  return !isOtherFact && others.length <= (own.length + theirs.length) * otherWordsMax;
}

function lackingIn(own: readonly Placed[], theirs: readonly Placed[]): readonly Placed[] {
  return own.filter(({ word }) => !theirs.some((other) => sameWord(word, other.word)));
}

/** A number, a name or a word that turns the sentence: with it, it is another fact. */
function weighs({ word, at }: Placed, read: ReadText): boolean {
  return word.kind === 'number' || isName(word, at, read) || isQualifier(word, read.vocabulary);
}
