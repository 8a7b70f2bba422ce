// The day that a text of a page says, as `2026-11-30`, if it says exactly one. Which of two numbers is the month is
// taken from what cannot be otherwise (a number above twelve), else from the language, else left open.

import { hasNativeDigits, plainFigures } from './plain-figures.ts';

export type DateOrder = 'day-first' | 'month-first';

const yearFirst =
  /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})\.?$|^(\d{4})\.\s(\d{1,2})\.\s(\d{1,2})\.?$|^(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일]$/u;
const numeric = /^(\d{1,2})([-/.])\s?(\d{1,2})\2\s?(\d{4})$/;
const word = "[\\p{L}\\p{M}.']{3,}";
const named = new RegExp(
  `^(?:[\\p{L}\\p{M}]+\\.?,?\\s+)??(?:` +
    `(?<day>\\d{1,2})(?:st|nd|rd|th|er|\\.|º|ª)?\\s*(?:de\\s+|of\\s+|-|/)?(?<month>${word}?)\\.?,?(?:\\s+de\\s+|\\s+del\\s+|\\s*[-/]\\s*|\\s+)(?<year>\\d{4})` +
    `|(?<first>${word}?)\\.?\\s+(?<second>\\d{1,2})(?:st|nd|rd|th)?,?\\s+(?<last>\\d{4})` +
    `|(?<begin>\\d{4})\\.?[-\\s](?<then>${word}?)\\.?[-\\s](?<end>\\d{1,2})\\.?)$`,
  'u',
);
/** What may stand behind a day: the weekday in brackets, "year" in short, the time of day and its zone. */
const weekday = /\s?[(（][\p{L}\p{M}]{1,9}\.?[)）]/u;
const yearWord = /\s(?:г\.?|р\.?|год[ау]?|року)$/u;
const timeOfDay =
  /(?:[T]|,?\s+(?:(?:at|um|à|a las|kl\.?|om|o|в|alle|às)\s+)?)\d{1,2}[:.h]\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:\s?[ap]\.?\s?m\.?)?(?:\s?Uhr)?(?:\s?(?:Z|UTC|GMT|[A-Z]{3,4}|(?:UTC|GMT)?[-+−]\d{1,2}(?::?\d{2})?))?$/iu;
/** Regions that write the month first; every other region of the world begins with the day or the year. */
const monthFirstLanguages = new Set(['en-us', 'en-ph', 'en-ca', 'es-us', 'fil']);
const unsettledLanguages = new Set(['', 'en']);
const lengthMax = 60;
/** Thailand counts years from 543 before the others. */
const buddhistAhead = 543;
const buddhistFrom = 2400;
/** Before it, what a text in these languages says is a year of another calendar. */
const otherCalendars = new Set(['fa', 'ps', 'ckb', 'ar', 'ur', 'he', 'ug']);
const ownYearsUntil = 1600;

/** The day in ISO form; null if the text is no date, or could be two. */
export function dateOf(text: string, lang: string, order: DateOrder | null = null): string | null {
  if (text.length > lengthMax * 2 || !/\p{Nd}/u.test(text)) return null;
  const plain = bareDay(text);
  if (plain.length > lengthMax) return null;
  const ordered = yearFirst.exec(plain);
  const [year, month, day] = ordered?.slice(1).filter((part) => /^\d+$/.test(part ?? '')) ?? [];
  const read =
    ordered === null ? (numericDate(plain, lang, order) ?? namedDate(plain, lang)) : isoOf(year, month, day);
  return read === null ? null : inOurYears(read, text, lang);
}

function bareDay(text: string): string {
  const plain = plainFigures(text).trim().replace(/\s+/g, ' ');
  return plain.replace(timeOfDay, '').replace(weekday, '').replace(yearWord, '').trim();
}

/** The day in the calendar that ISO dates use; null where the text counts in another that is not read here. */
function inOurYears(iso: string, text: string, lang: string): string | null {
  const year = Number(iso.slice(0, 4));
  const language = lang.toLowerCase().split('-')[0] ?? '';
  if (year < ownYearsUntil && (otherCalendars.has(language) || hasNativeDigits(text))) return null;
  if (year < buddhistFrom) return iso;
  const isThai = language === 'th' || /\p{Script=Thai}/u.test(text);
  return isThai ? isoOf(String(year - buddhistAhead), iso.slice(5, 7), iso.slice(8, 10)) : iso;
}

/** Which order a text can only have; null where both are possible or it is no such date. */
export function orderOf(text: string): DateOrder | null {
  const match = numeric.exec(bareDay(text));
  if (match === null) return null;
  const [first, second] = [Number(match[1]), Number(match[3])];
  if (first > 12 && second <= 12) return 'day-first';
  return second > 12 && first <= 12 ? 'month-first' : null;
}

function numericDate(text: string, lang: string, order: DateOrder | null): string | null {
  const match = numeric.exec(text);
  if (match === null) return null;
  const settled = orderOf(text) ?? order ?? orderOfLanguage(lang);
  if (settled === null && match[1] !== match[3]) return null;
  return settled === 'month-first'
    ? isoOf(match[4], match[1], match[3])
    : isoOf(match[4], match[3], match[1]);
}

function orderOfLanguage(lang: string): DateOrder | null {
  const tag = lang.toLowerCase();
  if (monthFirstLanguages.has(tag)) return 'month-first';
  return unsettledLanguages.has(tag) ? null : 'day-first';
}

function namedDate(text: string, lang: string): string | null {
  const match = named.exec(text)?.groups;
  if (match === undefined) return null;
  const month = monthOf(match['month'] ?? match['first'] ?? match['then'] ?? '', lang);
  if (month === null) return null;
  const year = match['year'] ?? match['last'] ?? match['begin'];
  return isoOf(year, String(month), match['day'] ?? match['second'] ?? match['end']);
}

const monthsByLanguage = new Map<string, ReadonlyMap<string, number>>();

/** The number of a month by its full or short name, in the given language or in English. */
function monthOf(name: string, lang: string): number | null {
  const plain = name.toLowerCase();
  return monthsOf('en').get(plain) ?? monthsOf(lang).get(plain) ?? null;
}

function monthsOf(lang: string): ReadonlyMap<string, number> {
  const known = monthsByLanguage.get(lang);
  if (known !== undefined) return known;
  const months = new Map<string, number>();
  const tag = /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(lang) ? lang : 'en';
  for (const style of ['long', 'short'] as const) {
    // With a day beside it a month stands in the form that dates use, which in some languages is another.
    for (const shape of [{ month: style }, { month: style, day: 'numeric' }] as const) {
      const format = new Intl.DateTimeFormat(tag, { ...shape, timeZone: 'UTC', calendar: 'gregory' });
      for (let month = 1; month <= 12; month++) {
        const parts = format.formatToParts(new Date(Date.UTC(2024, month - 1, 1)));
        const name = parts
          .find(({ type }) => type === 'month')
          ?.value.toLowerCase()
          .replace(/\.$/, '');
        if (name !== undefined && /^\p{L}/u.test(name)) months.set(name, month);
      }
    }
  }
  if (lang === 'en') months.set('sept', 9);
  monthsByLanguage.set(lang, months);
  return months;
}

function isoOf(year: string | undefined, month: string | undefined, day: string | undefined): string | null {
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  if (!(y >= 1000 && m >= 1 && m <= 12 && d >= 1 && d <= 31)) return null;
  const date = new Date(Date.UTC(y, m - 1, d));
  return date.getUTCMonth() === m - 1 ? date.toISOString().slice(0, 10) : null;
}
