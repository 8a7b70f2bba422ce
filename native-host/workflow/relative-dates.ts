// Days and months by their distance from today, so that a job can be run again and again with the same parameters. Today is
// that of this machine's time zone.

export type Today = { readonly year: number; readonly month: number; readonly day: number };

/** Today where this machine is. */
export function todayOf(milliseconds: number): Today {
  const date = new Date(milliseconds);
  return { year: date.getFullYear(), month: date.getMonth() + 1, day: date.getDate() };
}

const quarterMonths = 3;

const months: Readonly<Record<string, (today: Today) => Today>> = {
  'this-month': (today) => first(today, 0),
  'last-month': (today) => first(today, -1),
  'month-before-last': (today) => first(today, -2),
  'same-month-last-year': (today) => first(today, -12),
  'first-month-of-last-quarter': (today) => first(today, quarterStart(today) - quarterMonths),
  'last-month-of-last-quarter': (today) => first(today, quarterStart(today) - 1),
};

const days: Readonly<Record<string, (today: Today) => Today>> = {
  today: (today) => today,
  yesterday: (today) => shifted(today.year, today.month, today.day - 1),
  'first-of-this-month': (today) => first(today, 0),
  'first-of-last-month': (today) => first(today, -1),
  'last-of-last-month': (today) => last(today, -1),
  'first-of-last-quarter': (today) => first(today, quarterStart(today) - quarterMonths),
  'last-of-last-quarter': (today) => last(today, quarterStart(today) - 1),
  'first-of-last-year': ({ year }) => ({ year: year - 1, month: 1, day: 1 }),
  'last-of-last-year': ({ year }) => ({ year: year - 1, month: 12, day: 31 }),
};

/** Words that a parameter of this type takes instead of a date. */
export function relativeWords(type: 'date' | 'month'): readonly string[] {
  return Object.keys(type === 'date' ? days : months);
}

/** `last-month` as `2026-06`; null for what is no such word. */
export function relativeDate(type: 'date' | 'month', word: string, today: Today): string | null {
  const known = type === 'date' ? days : months;
  const find = Object.hasOwn(known, word) ? known[word] : undefined;
  if (find === undefined) return null;
  const { year, month, day } = find(today);
  const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`;
  return type === 'month' ? text : `${text}-${String(day).padStart(2, '0')}`;
}

// Months from now to the beginning of the quarter: 0, -1 or -2.
function quarterStart({ month }: Today): number {
  return -((month - 1) % quarterMonths);
}

function first({ year, month }: Today, months: number): Today {
  return shifted(year, month + months, 1);
}

function last({ year, month }: Today, months: number): Today {
  return shifted(year, month + months + 1, 0);
}

// In UTC, where every day has its length.
function shifted(year: number, month: number, day: number): Today {
  const date = new Date(Date.UTC(year, month - 1, day));
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}
