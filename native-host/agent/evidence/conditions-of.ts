import { type ReadText, readText } from './read-text.ts';
import { timesIn } from './times-in.ts';
import { isCurrency, unitOf } from './units.ts';
import type { Word } from './words-of.ts';

// The conditions that a text sets, as far as code can see them: limits ("under 50 euros"), dates, and units to answer in.

export type Comparison = 'less' | 'at_most' | 'more' | 'at_least' | 'is';

export type Condition =
  /** A number that things must have, or stay under or over. */
  | {
      readonly kind: 'amount';
      readonly text: string;
      readonly comparison: Comparison;
      readonly value: number;
      readonly unit: string | null;
    }
  /** A year or a month that things must be of. */
  | { readonly kind: 'date'; readonly text: string; readonly comparison: Comparison; readonly year: number }
  /** A time of day, in minutes after midnight: "open after 18:00". */
  | {
      readonly kind: 'time';
      readonly text: string;
      readonly comparison: Comparison;
      readonly minutes: number;
    }
  /** Costs nothing, at all or on the day named: "free on Sundays". */
  | { readonly kind: 'free'; readonly text: string; readonly on: string | null }
  /** A unit that the answer is wanted in. */
  | { readonly kind: 'unit'; readonly text: string; readonly unit: string };

const conditionsMax = 12;
const phrases: readonly (readonly [Comparison, RegExp])[] = [
  [
    'at_most',
    /(?:at most|no more than|not more than|up to|maximum(?: of)?|max\.?|within|hoechstens|hochstens|maximal|bis zu|nicht mehr als|au plus|au maximum|pas plus de|jusqu'a|como maximo|a lo sumo|hasta|no mas de|al massimo|no maximo|hoogstens)\s*$/u,
  ],
  [
    'at_least',
    /(?:at least|no less than|not less than|minimum(?: of)?|min\.?|mindestens|wenigstens|minimal|au moins|au minimum|al menos|como minimo|por lo menos|almeno|pelo menos|minstens|since|seit|depuis|desde|from|ab)\s*$/u,
  ],
  [
    'less',
    /(?:under|below|less than|fewer than|cheaper than|before|unter|weniger als|billiger als|vor|moins de|en dessous de|sous|avant|menos de|por debajo de|bajo|antes de|meno di|sotto(?: i)?|menos de|abaixo de|minder dan|onder|<)\s*$/u,
  ],
  [
    'more',
    /(?:over|above|more than|longer than|higher than|larger than|after|uber|mehr als|nach|plus de|au-dessus de|apres|mas de|por encima de|sobre|despues de|piu di|oltre|mais de|acima de|meer dan|boven|>)\s*$/u,
  ],
];
const yearMin = 1000;
const yearMax = 2100;

/** The conditions of a text in their order. */
export function conditionsOf(text: string): readonly Condition[] {
  const read = readText(text);
  const found = read.words.flatMap((word, at) => (word.kind === 'number' ? conditionAt(read, word, at) : []));
  return [...found, ...timesOfDay(text), ...costingNothing(text), ...unitsWanted(read)].slice(
    0,
    conditionsMax,
  );
}

function conditionAt(read: ReadText, word: Word, at: number): readonly Condition[] {
  const value = Number(word.key);
  if (!Number.isFinite(value)) return [];
  const before = plainBefore(read, word, at);
  const phrase = phrases.map(([comparison, pattern]) => ({ comparison, match: pattern.exec(before) }));
  const said = phrase.find(({ match }) => match !== null);
  const comparison = said?.comparison ?? 'is';
  const lead = said?.match?.[0].length ?? 0;
  const end = endOf(read, word, at);
  const start = Math.max(0, startOf(read, word, at) - lead);
  const written = read.text.slice(start, end).trim();
  const isYear =
    word.unit === null &&
    Number.isInteger(value) &&
    value >= yearMin &&
    value <= yearMax &&
    /^\d{4}$/.test(word.key);
  if (isYear) return [{ kind: 'date', text: written, comparison, year: value }];
  if (said === undefined && (word.unit === null || !isCurrency(word.unit))) return [];
  return [{ kind: 'amount', text: written, comparison, value, unit: word.unit }];
}

/** A time with a limit before it. */
function timesOfDay(text: string): readonly Condition[] {
  return timesIn(text).flatMap(({ minutes, start, end }) => {
    const before = plain(text.slice(Math.max(0, start - 24), start));
    const said = phrases.find(([, pattern]) => pattern.test(before));
    if (said === undefined) return [];
    const lead = said[1].exec(before)?.[0].length ?? 0;
    return [
      { kind: 'time', text: text.slice(start - lead, end).trim(), comparison: said[0], minutes } as const,
    ];
  });
}

const free =
  /\b(?:(?:are|is|be|entry|admission|entrance) (free)(?: (?:on|for) (\p{L}+))?|(free) (?:on|for) (\p{L}+)|(free) of charge|free entry|(kostenlos|gratis|gratuite?s?|gratuitos?))\b/giu;

function costingNothing(text: string): readonly Condition[] {
  return [...text.matchAll(free)].map((match) => ({
    kind: 'free',
    text: match[0],
    on: match[2] ?? match[4] ?? null,
  }));
}

/** Folding keeps most letters one for one; the phrase before a number is short, so that its length is the written one's. */
function plainBefore(read: ReadText, word: Word, at: number): string {
  const start = startOf(read, word, at);
  return plain(read.text.slice(Math.max(0, start - 24), start));
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/gu, '')
    .replace(/’/gu, "'");
}

function startOf({ words }: ReadText, word: Word, at: number): number {
  const before = words[at - 1];
  const isSign =
    before?.isUnit === true && unitOf(before.key) === word.unit && words[at + 1]?.isUnit !== true;
  return isSign ? before.start : word.start;
}

function endOf({ words }: ReadText, word: Word, at: number): number {
  const after = words[at + 1];
  return after?.isUnit === true && unitOf(after.key) === word.unit ? after.end : word.end;
}

/** "in metres and feet", "in Metern und Fuß": units without a number, one after another. */
function unitsWanted(read: ReadText): readonly Condition[] {
  const wanted =
    /\b(?:in|en|em|as|als)\s+((?:[\p{L}°²³$€£%]+)(?:(?:\s*,\s*|\s+(?:and|or|und|oder|et|ou|y|o|e)\s+)(?:in\s+|en\s+)?[\p{L}°²³$€£%]+)*)/giu;
  return [...read.text.matchAll(wanted)].flatMap((match) => {
    const names = (match[1] ?? '').split(/\s*,\s*|\s+/u);
    const units = names.flatMap((name) => {
      const [word] = readText(name).words;
      const unit = word === undefined || name.length < 2 ? null : unitOf(word.key);
      return unit === null ? [] : [{ kind: 'unit', text: `in ${name}`, unit } as const];
    });
    return units;
  });
}
