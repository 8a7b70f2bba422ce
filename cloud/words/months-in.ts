const names = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
const numberWords = [
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];
/** "may" is a month after a word that asks for a time, and in a row of months. */
const others = names.filter((name) => name !== 'may').join('|');
const mayIsMonth = new RegExp(
  `\\b(?:in|for|of|from|and|to|until)\\s+may\\b|\\b(?:${others})[\\s,]+may\\b|\\bmay\\s*(?:,|and|or|to|-|–)\\s*(?:${others})\\b`,
);
/** Months that one request may span. */
const monthsMax = 24;

/**
 * The months that a text names, as `2026-06`, in the order named and each once: `2026-06`, `June 2026`, `June and July 2026`,
 * `this month`, `last month`, `last three months`, `last quarter`, `Q2 2026`, `this year`. A month without a year is the latest one
 * that is over or running.
 */
export function monthsIn(text: string, today: Date): readonly string[] {
  const said = text.normalize('NFKC').toLowerCase();
  const now = today.getUTCFullYear() * 12 + today.getUTCMonth();
  const found: { readonly at: number; readonly months: readonly number[] }[] = [];
  const each = (pattern: RegExp, months: (match: RegExpExecArray) => readonly number[]): void => {
    for (const match of said.matchAll(pattern)) found.push({ at: match.index, months: months(match) });
  };
  each(/\b(\d{4})-(0[1-9]|1[0-2])\b(?!-\d)/g, ([, year, month]) => [Number(year) * 12 + Number(month) - 1]);
  each(new RegExp(`\\b(${names.join('|')})\\b(?:\\s+(\\d{4}))?`, 'g'), (match) => named(match, said, now));
  each(/\bthis month\b/g, () => [now]);
  each(/\b(?:last|previous) month\b/g, () => [now - 1]);
  each(
    new RegExp(`\\b(?:last|past|previous) (\\d{1,2}|${numberWords.join('|')}) months\\b`, 'g'),
    ([, count = '']) => before(now, countOf(count)),
  );
  each(/\b(?:last|previous) quarter\b/g, () => quarter(Math.floor(now / 3) - 1));
  each(/\bthis quarter\b/g, () => quarter(Math.floor(now / 3)).filter((month) => month <= now));
  each(/\bq([1-4])(?:\s*\/?\s*(\d{4}))?\b/g, ([, part, year]) => {
    const ofYear = (whole: number): number => whole * 4 + Number(part) - 1;
    const latest =
      ofYear(today.getUTCFullYear()) * 3 > now ? today.getUTCFullYear() - 1 : today.getUTCFullYear();
    return quarter(ofYear(year === undefined ? latest : Number(year)));
  });
  each(/\bthis year\b/g, () => before(now + 1, (now % 12) + 1));
  const months = found.sort((a, b) => a.at - b.at).flatMap((one) => one.months);
  return [...new Set(months)].slice(0, monthsMax).map(written);
}

function named([, name = '', year]: RegExpExecArray, said: string, now: number): readonly number[] {
  const month = names.indexOf(name);
  if (name === 'may' && year === undefined && !mayIsMonth.test(said)) return [];
  // In "June and July 2026" the year stands once, for both.
  const own = year ?? new RegExp(`\\b${name}\\b[^.;\\d]{0,60}?\\b(\\d{4})\\b`).exec(said)?.[1];
  if (own !== undefined) return [Number(own) * 12 + month];
  const latest = Math.floor(now / 12) * 12 + month;
  return [latest > now ? latest - 12 : latest];
}

function countOf(word: string): number {
  const number = Number(word);
  return Number.isNaN(number) ? numberWords.indexOf(word) + 1 : number;
}

/** So many months before one, oldest first. */
function before(end: number, count: number): readonly number[] {
  return Array.from({ length: Math.min(count, monthsMax) }, (_, at) => end - count + at);
}

function quarter(index: number): readonly number[] {
  return [0, 1, 2].map((at) => index * 3 + at);
}

function written(month: number): string {
  return `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}`;
}
