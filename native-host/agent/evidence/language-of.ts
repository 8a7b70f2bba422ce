import { fold } from './fold.ts';
import { knownLanguages, vocabularyOf } from './vocabulary.ts';

// Which language a text is in, as far as that can be told from its script and its small words. It decides which words
// carry no content and whether 5.895 is nearly six or nearly six thousand; so where it cannot be told, nothing is assumed.

const charactersMax = 4_000;
const byScript: readonly (readonly [string, RegExp])[] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['zh', /\p{Script=Han}/u],
  ['ko', /\p{Script=Hangul}/u],
  ['ru', /\p{Script=Cyrillic}/u],
  ['ar', /\p{Script=Arabic}/u],
  ['he', /\p{Script=Hebrew}/u],
  ['el', /\p{Script=Greek}/u],
  ['hi', /\p{Script=Devanagari}/u],
  ['th', /\p{Script=Thai}/u],
];
const latin = knownLanguages.filter((language) => !byScript.some(([other]) => other === language));

/** Two letters of the language, or the given one where the text is too short or too mixed to tell. */
export function languageOf(text: string, otherwise = ''): string {
  const sample = text.slice(0, charactersMax);
  const latinLetters = sample.match(/\p{Script=Latin}/gu)?.length ?? 0;
  for (const [language, script] of byScript) {
    const letters = sample.match(new RegExp(script, 'gu'))?.length ?? 0;
    if (letters > 0 && letters * 2 >= latinLetters) return language;
  }
  const words = fold(sample).match(/\p{L}+/gu) ?? [];
  const scores = latin
    .map((language) => ({ language, score: scoreOf(words, language) }))
    .sort((a, b) => b.score - a.score);
  const [first, second] = scores;
  if (first === undefined || first.score < 2) return otherwise;
  const isClose = first.score < (second?.score ?? 0) + 1;
  return isClose && otherwise !== '' ? otherwise : first.language;
}

/** How many of the words are small words of the language; those that it shares with many count less. */
function scoreOf(words: readonly string[], language: string): number {
  const own = vocabularyOf(language);
  let score = 0;
  for (const word of words) {
    if (own.light.has(word) || own.negation.has(word)) score += 1 / sharedBy(word);
  }
  return score;
}

function sharedBy(word: string): number {
  return Math.max(1, latin.filter((language) => vocabularyOf(language).light.has(word)).length) ** 0.5;
}
