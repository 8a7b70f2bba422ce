import { fold } from './fold.ts';
import { languageOf } from './language-of.ts';
import { type Passage, passagesOf } from './passages-of.ts';
import { type Vocabulary, vocabularyOf } from './vocabulary.ts';
import { type Word, wordsOf } from './words-of.ts';

// A text taken apart once for all that is asked of it.

export type ReadText = {
  readonly text: string;
  readonly language: string;
  readonly vocabulary: Vocabulary;
  readonly words: readonly Word[];
  readonly passages: readonly Passage[];
  /** Words that the text writes without a capital somewhere: a capital at the start of a sentence makes them no name. */
  readonly lowercase: ReadonlySet<string>;
};

/** Takes a text apart; `otherwise` is its language where it is too short to tell. */
export function readText(text: string, otherwise = ''): ReadText {
  const language = languageOf(text, otherwise);
  const words = wordsOf(text, language);
  return {
    text,
    language,
    vocabulary: vocabularyOf(language),
    words,
    passages: passagesOf(text, words),
    lowercase: new Set(words.flatMap((word) => (word.kind === 'word' && !word.isCapital ? [word.key] : []))),
  };
}

/** Whether a word turns, doubts or limits what is said, so that it can be neither added nor left out. */
export function isQualifier(word: Word, { negation, hedge, condition }: Vocabulary): boolean {
  return negation.has(word.key) || hedge.has(word.key) || condition.has(word.key);
}

/** Whether a word has content of its own: it must stand in the page if it stands in the finding. */
export function hasContent(word: Word, vocabulary: Vocabulary, text: string): boolean {
  if (word.isUnit) return false;
  if (word.kind !== 'word' && word.kind !== 'character') return true;
  if (isQualifier(word, vocabulary)) return true;
  const isQuoted = /["“”„«'‘’`]/u.test(text[word.start - 1] ?? '') && /["“”»'’`]/u.test(text[word.end] ?? '');
  if (isQuoted) return true;
  const isAcronym = word.isCapital && /^\p{Lu}{2,}$/u.test(text.slice(word.start, word.end));
  return isAcronym || !vocabulary.light.has(word.key);
}

/** A word's own letters in a text. */
export function asWritten(word: Word, text: string): string {
  return text.slice(word.start, word.end);
}

/** Whether a capital makes the word a name: not at the start of a sentence, unless it is never written small. */
export function isName(word: Word, at: number, read: ReadText): boolean {
  if (!word.isCapital || word.isUnit || read.vocabulary.light.has(word.key)) return false;
  const starts = at === 0 || /(?:^|[.!?:\n|"“„«•*-])\s*$/u.test(read.text.slice(0, word.start).slice(-4));
  return !starts || (!read.lowercase.has(word.key) && !isQualifier(word, read.vocabulary));
}

const negationsByEnding: Readonly<Record<string, RegExp>> = {
  ja: /ない|なかっ|なく|ません|ず(?=[、。に]|$)|[無不非未]/u,
  ko: /않|못하|못한|안\s|없|아니/u,
  zh: /[不没沒無无非未勿莫]/u,
  tr: /\p{L}+(?:ma|me)(?:z|di|dı|mis|mış|yor)|degil|yok/u,
};

/** Languages that deny within a word: whether the text denies something. */
export function deniesWithinWords(text: string, language: string): boolean {
  return negationsByEnding[language]?.test(fold(text)) ?? false;
}
