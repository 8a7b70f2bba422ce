import { readNumber } from '../../../shared/number-text.ts';
import { fold } from './fold.ts';
import { isCurrency, unitOf } from './units.ts';
import { type Vocabulary, vocabularyOf } from './vocabulary.ts';

// A text as a list of its words with their places, in the form in which a finding and a page are compared. Chinese,
// Japanese and Thai write no spaces; there each character is a word, and words that stand side by side still make pairs.

export type Word = {
  readonly kind: 'word' | 'number' | 'character' | 'sign';
  /** What it is compared by: the folded word, or the number's value. */
  readonly key: string;
  readonly start: number;
  readonly end: number;
  /** Of a number: the unit or currency beside it. Null: none is written. */
  readonly unit: string | null;
  /** Written like a name: with a capital, or with capitals and digits. */
  readonly isCapital: boolean;
  /** A word that names the unit of the number beside it; compared with the number and not alone. */
  readonly isUnit: boolean;
};

/** Words of one text; longer texts are cut. */
const wordsMax = 60_000;

const digits = '\\p{Nd}+';
const grouped = "\\p{Nd}{1,3}(?:[ \\u00a0\\u2009\\u202f'’]\\p{Nd}{3})+(?!\\p{Nd})(?:[.,]\\p{Nd}+)?";
const isoDate = '\\p{Nd}{4}-\\p{Nd}{2}-\\p{Nd}{2}(?!\\p{Nd})';
const compound = `${digits}(?:[.,:/]${digits})*`;
const sign = '(?<=^|[\\s(\\[|:=])[-−](?=\\p{Nd})';
const spaceless =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー々\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}]\\p{M}*';
const letters = '\\p{L}[\\p{L}\\p{M}\\u00ad\\u200b-\\u200d\\u2060]*';
// "S11", "WPA3", "v10": letters with digits behind them are a name and no number.
const coded = '\\p{L}{1,12}\\p{Nd}[\\p{L}\\p{Nd}]*';
const wordPattern = new RegExp(
  `(?<coded>(?!${spaceless})${coded})|(?<number>(?:${sign})?(?:${isoDate}|${grouped}|${compound})[½¼¾]?|[½¼¾])|(?<one>${spaceless})|` +
    `(?<word>(?:(?!${spaceless})${letters})(?:[²³]|['’]t\\b)?)|(?<sign>°\\s?[CFcf]\\b|[%‰°℃℉\\p{Sc}])`,
  'gu',
);

const contractions: Readonly<Record<string, string>> = { can: 'can', won: 'will', shan: 'shall', ain: 'is' };

/** The words of a text in their order; `language` says how its numbers are written. */
export function wordsOf(text: string, language: string): readonly Word[] {
  const vocabulary = vocabularyOf(language);
  const words: Word[] = [];
  for (const match of text.matchAll(wordPattern)) {
    if (words.length >= wordsMax) break;
    words.push(...wordsAt(match, language, vocabulary));
  }
  return withUnits(withMultipliers(words, vocabulary, text), text);
}

function wordsAt(match: RegExpExecArray, language: string, vocabulary: Vocabulary): readonly Word[] {
  const [raw] = match;
  const start = match.index;
  const base = { start, end: start + raw.length, unit: null, isCapital: false, isUnit: false };
  const { coded: code, number, one, word } = match.groups ?? {};
  if (code !== undefined) return [{ ...base, kind: 'word', key: fold(raw), isCapital: /\p{Lu}/u.test(raw) }];
  if (number !== undefined) return [{ ...base, kind: 'number', key: numberKey(raw, language) }];
  if (one !== undefined) return [{ ...base, kind: 'character', key: fold(raw) }];
  if (word === undefined) return [{ ...base, kind: 'sign', key: fold(raw).replace(/\s/g, '') }];
  const folded = fold(word.replace(/²$/, '2').replace(/³$/, '3'));
  const negated = /^(\p{L}+)n['’]t$/u.exec(folded)?.[1];
  if (negated !== undefined) {
    const verb = { ...base, kind: 'word', key: contractions[`${negated}n`] ?? negated } as const;
    return [verb, { ...verb, key: 'not' }];
  }
  const spelled = vocabulary.numbers.get(folded);
  if (spelled !== undefined) return [{ ...base, kind: 'number', key: String(spelled) }];
  return [{ ...base, kind: 'word', key: folded, isCapital: /\p{Lu}/u.test(word) }];
}

const fractions: Readonly<Record<string, number>> = { '½': 0.5, '¼': 0.25, '¾': 0.75 };

/** One text for every way to write the number in that language; what is no plain number stands for itself. */
function numberKey(raw: string, language: string): string {
  const fraction = fractions[raw.at(-1) ?? ''];
  const ascii = fold(fraction === undefined ? raw : raw.slice(0, -1)).replace(/[−]/g, '-');
  if (fraction !== undefined) return String(Number(ascii) + fraction);
  const read = readNumber(ascii, language) ?? readNumber(ascii, 'en');
  return read === null ? ascii : String(read.value);
}

/** `2.5 million` is one number. */
function withMultipliers(words: readonly Word[], vocabulary: Vocabulary, text: string): readonly Word[] {
  const joined: Word[] = [];
  for (const word of words) {
    const last = joined.at(-1);
    const factor = word.kind === 'word' ? vocabulary.multipliers.get(word.key) : undefined;
    const isBeside = last !== undefined && /^[ \u00a0-]*$/.test(text.slice(last.end, word.start));
    const value = Number(last?.key);
    if (factor === undefined || last?.kind !== 'number' || !isBeside || !Number.isFinite(value))
      joined.push(word);
    else
      joined.splice(-1, 1, { ...last, key: String(Number((value * factor).toPrecision(12))), end: word.end });
  }
  return joined;
}

/** Numbers get the unit written beside them: after them, or a currency before. */
function withUnits(words: readonly Word[], text: string): readonly Word[] {
  const units = words.map((word, at) => (word.kind === 'number' ? unitBeside(words, at, text) : null));
  const naming = new Set(units.flatMap((unit) => (unit === null ? [] : [unit.at])));
  return words.map((word, at) => {
    const unit = units[at] ?? null;
    return unit === null ? { ...word, isUnit: naming.has(at) } : { ...word, unit: unit.name };
  });
}

function unitBeside(
  words: readonly Word[],
  at: number,
  text: string,
): { readonly name: string; readonly at: number } | null {
  const isBeside = (first: number): boolean => {
    const end = words[first]?.end ?? 0;
    const gap = text.slice(end, words[first + 1]?.start);
    // "2 Mio. Euro": the full stop is that of a shortened word.
    const between = /\p{L}/u.test(text[end - 1] ?? '') ? gap.replace(/^\./, '') : gap;
    return /^[ \u00a0\u202f-]{0,2}$/.test(between);
  };
  const after = words[at + 1];
  const named = after === undefined || after.kind === 'number' ? null : unitOf(after.key);
  if (named !== null && isBeside(at)) return { name: named, at: at + 1 };
  const before = words[at - 1];
  const currency = before === undefined || before.kind === 'number' ? null : unitOf(before.key);
  return currency !== null && isCurrency(currency) && isBeside(at - 1)
    ? { name: currency, at: at - 1 }
    : null;
}
