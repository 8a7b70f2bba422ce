import { english, german } from './vocabulary-germanic.ts';
import { french, italian, portuguese, spanish } from './vocabulary-romance.ts';
import { arabic, chinese, dutch, hebrew, japanese, polish, russian, turkish } from './vocabulary-small.ts';

// The words of a language that carry grammar instead of content, and those that turn a statement round. Words stand in
// their folded form (`fold.ts`). A language that is not known here has none: there only copied words are accepted.

export type WordList = {
  /** Carry no content of their own; a finding may add or drop them. */
  readonly light: string;
  /** Turn a statement into its opposite. */
  readonly negation: string;
  /** Make it less than sure, or somebody else's word. */
  readonly hedge: string;
  /** Make it hold in some case alone. */
  readonly condition: string;
  /** Change what the word after them says, so that it cannot stand without them. */
  readonly turning: string;
  /** Say that a number is a limit and not the amount, or more or less than it. */
  readonly bound: string;
  /** Forms of `to be` and the like, now and then. */
  readonly present: string;
  readonly past: string;
  /** Stand for something named before. */
  readonly pronoun: string;
  /** Number words from 2 on, `word=value`; `one` is too often no number. */
  readonly numbers: string;
  /** Words after a number that multiply it, `word=factor`. */
  readonly multipliers: string;
  /** January to December; several forms of one separated by a slash. */
  readonly months: string;
};

export type Vocabulary = {
  readonly [Name in
    | 'light'
    | 'negation'
    | 'hedge'
    | 'condition'
    | 'turning'
    | 'bound'
    | 'present'
    | 'past'
    | 'pronoun']: ReadonlySet<string>;
} & {
  readonly numbers: ReadonlyMap<string, number>;
  readonly multipliers: ReadonlyMap<string, number>;
  /** From 1. */
  readonly months: ReadonlyMap<string, number>;
};

const lists: Readonly<Record<string, WordList>> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  it: italian,
  pt: portuguese,
  nl: dutch,
  ru: russian,
  pl: polish,
  tr: turkish,
  ar: arabic,
  he: hebrew,
  zh: chinese,
  ja: japanese,
};

const empty: WordList = {
  light: '',
  negation: '',
  hedge: '',
  condition: '',
  turning: '',
  bound: '',
  present: '',
  past: '',
  pronoun: '',
  numbers: '',
  multipliers: '',
  months: '',
};

const setOf = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/).filter((word) => word !== ''));

function valuesOf(list: string): ReadonlyMap<string, number> {
  const pairs = [...setOf(list)].map((pair) => pair.split('='));
  return new Map(pairs.map(([word = '', value = '']) => [word, Number(value)]));
}

function monthsOf(list: string): ReadonlyMap<string, number> {
  const months = [...setOf(list)];
  return new Map(months.flatMap((forms, at) => forms.split('/').map((form) => [form, at + 1] as const)));
}

function made(list: WordList): Vocabulary {
  return {
    light: setOf(list.light),
    negation: setOf(list.negation),
    hedge: setOf(list.hedge),
    condition: setOf(list.condition),
    turning: setOf(list.turning),
    bound: setOf(list.bound),
    present: setOf(list.present),
    past: setOf(list.past),
    pronoun: setOf(list.pronoun),
    numbers: valuesOf(list.numbers),
    multipliers: valuesOf(list.multipliers),
    months: monthsOf(list.months),
  };
}

const vocabularies = new Map(Object.entries(lists).map(([language, list]) => [language, made(list)]));
const noVocabulary = made(empty);

/** The words of a language by its two letters; none for a language that is not known. */
export function vocabularyOf(language: string): Vocabulary {
  return vocabularies.get(language) ?? noVocabulary;
}

/** Every known language, for guessing one. */
export const knownLanguages: readonly string[] = Object.keys(lists);
