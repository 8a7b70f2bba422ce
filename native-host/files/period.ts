export type Period = { readonly from: string; readonly to: string };

/** First and last day (`YYYY-MM-DD`) of `YYYY-MM`, `YYYY-Qn` or `YYYY`; null for anything else. */
export function periodDays(text: string): Period | null {
  const year = /^(\d{4})$/.exec(text);
  if (year !== null) return { from: `${text}-01-01`, to: `${text}-12-31` };
  const quarter = /^(\d{4})-Q([1-4])$/.exec(text);
  if (quarter !== null) return months(Number(quarter[1]), Number(quarter[2]) * 3 - 2, 3);
  const month = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text);
  return month === null ? null : months(Number(month[1]), Number(month[2]), 1);
}

function months(year: number, first: number, count: number): Period {
  const day = (month: number, date: number): string =>
    new Date(Date.UTC(year, month - 1, date)).toISOString().slice(0, 10);
  return { from: day(first, 1), to: day(first + count, 0) };
}

/**
 * The day that a cell names, as `YYYY-MM-DD`: ISO dates (with or without a time), `31.12.2026`, `2026/12/31`,
 * and `12/31/2026` or `31/12/2026` where only one reading is possible. Null for what could mean two days, or
 * none.
 */
export function cellDay(cell: string): string | null {
  const text = cell.trim();
  const iso = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ].*)?$/.exec(text);
  if (iso !== null) return dayOf(iso[1], iso[2], iso[3]);
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text);
  if (dotted !== null) return dayOf(dotted[3], dotted[2], dotted[1]);
  const slashed = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/.exec(text);
  if (slashed === null) return null;
  const dayFirst = dayOf(slashed[3], slashed[2], slashed[1]);
  const monthFirst = dayOf(slashed[3], slashed[1], slashed[2]);
  if (dayFirst !== null && monthFirst !== null) return dayFirst === monthFirst ? dayFirst : null;
  return dayFirst ?? monthFirst;
}

function dayOf(year = '', month = '', day = ''): string | null {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) ? text : null;
}
