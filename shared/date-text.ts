// The day that a text of a page says, as `2026-11-30`, if it says exactly one. Which of two numbers is the month is
// taken from what cannot be otherwise (a number above twelve), else from the language, else left open.

export type DateOrder = 'day-first' | 'month-first';

const yearFirst =
  /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:[T ]+(\d{1,2}:\d{2}(?::\d{2})?)(?:\.\d+)?\s*(?:Z|[+-]\d{2}:?\d{2})?)?$/;
const numeric = /^(\d{1,2})([-/.])\s?(\d{1,2})\2\s?(\d{4})(?:,?\s+(\d{1,2}:\d{2}(?::\d{2})?))?$/;
const cjk = /^(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일]$/u;
const named =
  /^(?:\p{L}+\.?,?\s+)??(?:(?<day>\d{1,2})(?:st|nd|rd|th|er|\.|º|ª)?\s*(?:de\s+|of\s+|-|\/)?(?<month>\p{L}{3,})\.?,?(?:\s+de\s+|\s*[-/]\s*|\s+)(?<year>\d{4})|(?<first>\p{L}{3,})\.?\s+(?<second>\d{1,2})(?:st|nd|rd|th)?,?\s+(?<last>\d{4}))$/u;
/** Regions that write the month first; every other region of the world begins with the day or the year. */
const monthFirstLanguages = new Set(['en-us', 'en-ph', 'en-ca', 'es-us', 'fil']);
const unsettledLanguages = new Set(['', 'en']);
const lengthMax = 40;

/** The day in ISO form; null if the text is no date, or could be two. */
export function dateOf(text: string, lang: string, order: DateOrder | null = null): string | null {
  const plain = text.trim();
  if (plain.length > lengthMax || !/\d/.test(plain)) return null;
  const ordered = yearFirst.exec(plain) ?? cjk.exec(plain);
  if (ordered !== null) {
    const [, year, ...rest] = ordered;
    const [month, day] = rest.filter((part) => /^\d{1,2}$/.test(part ?? ''));
    return isoOf(year, month, day);
  }
  return numericDate(plain, lang, order) ?? namedDate(plain, lang);
}

/** Which order a text can only have; null where both are possible or it is no such date. */
export function orderOf(text: string): DateOrder | null {
  const match = numeric.exec(text.trim());
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
  const month = monthOf(match['month'] ?? match['first'] ?? '', lang);
  if (month === null) return null;
  return isoOf(match['year'] ?? match['last'], String(month), match['day'] ?? match['second']);
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
      const format = new Intl.DateTimeFormat(tag, { ...shape, timeZone: 'UTC' });
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
