import { type ReadText, readText } from './read-text.ts';

/** More than this is no list that somebody asks for. */
const countMax = 50;
const wordsOfCounts: readonly (readonly [RegExp, number])[] = [
  [/\ba (?:couple|pair) of\b/iu, 2],
  [/\b(?:a|one) dozen\b|\bein dutzend\b|\bune douzaine\b|\buna docena\b/iu, 12],
];
/** Before a number: it is a limit, a year or a place and not how many are wanted. */
const limits =
  /(?:\b(?:under|below|over|above|than|before|after|since|until|from|to|between|within|unter|uber|als|vor|nach|seit|bis|ab|zwischen|moins de|plus de|avant|apres|depuis|entre|menos de|mas de|antes de|despues de|desde|hasta|page|chapter|version|number|no|nr|season|part|level|step|in|on|at|für|last|past|next|first|letzten|derniers|ultimos)|[<>#-])\s*$/iu;
const between = /\b(?:between|zwischen|entre)\s+\p{Nd}+\s+\p{L}+\s*$/iu;
const atLeast = /(?:at least|mindestens|au moins|al menos|por lo menos)\s*$/iu;
const leads = /\b(?:top|best|first|beste|besten|meilleurs?|mejores|list|name|give|find|show)\s*$/iu;

const verbs = new Set(
  (
    'compare find list name give show tell get pick suggest recommend search book need want top nenne finde vergleiche ' +
    'zeige suche liste gib empfiehl trouve cite donne nomme liste cherche compara encuentra busca dame lista muestra nombra'
  ).split(' '),
);
/** Where the language cannot be told, number words of each are tried; these mean something else in another. */
const languages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'];
const mistakable = new Set('once neuf sept elf acht sei six dix'.split(' '));

export type Count = { readonly value: number /** Where the number begins. */; readonly start: number };

/** How many things a text asks for: "three cafés" asks for 3, "under 50 euros" and "iPhone 15" for none. Null: it does not say. */
export function countAsked(text: string): number | null {
  return findCount(text)?.value ?? null;
}

/** The count that a text asks for, with its place. */
export function findCount(text: string): Count | null {
  const read = readText(text);
  const found = countIn(read, false);
  if (found !== null) return found;
  const tried =
    read.language === '' ? languages.map((language) => countIn(readText(text, language), true)) : [];
  return tried.find((count) => count !== null) ?? dozenIn(text);
}

function dozenIn(text: string): Count | null {
  for (const [pattern, value] of wordsOfCounts) {
    const match = pattern.exec(text);
    if (match !== null) return { value, start: match.index };
  }
  return null;
}

function countIn(read: ReadText, isGuess: boolean): Count | null {
  for (const [at, word] of read.words.entries()) {
    if (word.kind !== 'number' || word.unit !== null) continue;
    const value = Number(word.key);
    if (!Number.isInteger(value) || value < 2 || value > countMax) continue;
    const before = read.text.slice(Math.max(0, word.start - 24), word.start);
    const folded = before.normalize('NFD').replace(/[\u0300-\u036f]/gu, '');
    const isLimit =
      between.test(folded) || (limits.test(folded) && !atLeast.test(folded) && !leads.test(folded));
    const previous = read.words[at - 1];
    const written = read.text.slice(word.start, word.end);
    const isOther = isGuess && mistakable.has(written.toLowerCase());
    const isPartOfName =
      previous?.isCapital === true &&
      /\d/.test(written) &&
      !verbs.has(previous.key) &&
      /\p{L}[\s-]*$/u.test(before);
    const next = read.words[at + 1];
    const isFollowed = next?.kind === 'word' || next?.kind === 'character' || leads.test(before);
    if (!isOther && !isLimit && !isPartOfName && isFollowed && !isRange(read.text.slice(word.end)))
      return { value, start: word.start };
  }
  return null;
}

function isRange(after: string): boolean {
  return /^\s*(?:[-–]|to|bis|à|a)\s*\d/u.test(after);
}
