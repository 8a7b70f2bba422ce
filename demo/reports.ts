import { createHash } from 'node:crypto';

/**
 * What the portal has to offer: a fixed catalogue of monthly reports and the rows of each. Everything follows
 * from type and period alone, so that a test can compute what a download must hold. Amounts are whole cents.
 */
export type ReportType = 'statement' | 'credit_notes' | 'freight';

export interface ReportRow {
  /** Day of the booking, `YYYY-MM-DD`, always within the report's period. */
  readonly date: string;
  readonly document: string;
  readonly description: string;
  readonly netCents: number;
  readonly vatCents: number;
  readonly grossCents: number;
}

export interface ReportTotal {
  readonly rows: number;
  readonly netCents: number;
  readonly vatCents: number;
  readonly grossCents: number;
}

export interface Report {
  /** The number people quote and the last part of the report's address, such as `ST-2026-06`. */
  readonly number: string;
  readonly type: ReportType;
  readonly title: string;
  /** `YYYY-MM`. */
  readonly period: string;
  /** Name of its files without extension, such as `statement-2026-06`. */
  readonly fileStem: string;
  readonly total: ReportTotal;
}

interface ReportKind {
  readonly title: string;
  readonly prefix: string;
  readonly stem: string;
  readonly firstPeriod: string;
}

/** The last month that has been closed; a fixed one, so that the catalogue is the same every day. */
export const LAST_PERIOD = '2026-06';

/** The first periods make 23 statements (three pages), 12 credit-note reports and 6 freight reports. */
export const REPORT_KINDS: Readonly<Record<ReportType, ReportKind>> = {
  statement: { title: 'Account statement', prefix: 'ST', stem: 'statement', firstPeriod: '2024-08' },
  credit_notes: { title: 'Credit notes', prefix: 'CN', stem: 'credit-notes', firstPeriod: '2025-07' },
  freight: { title: 'Freight costs', prefix: 'FR', stem: 'freight', firstPeriod: '2026-01' },
};

export const REPORT_TYPES: readonly ReportType[] = ['statement', 'credit_notes', 'freight'];

/** The first line of every CSV file. `running_total` sums `gross`; in the last row it is the total. */
export const CSV_HEADER = 'date,document,description,net,vat,gross,running_total';

const ROWS_MIN = 24;
const ROWS_SPREAD = 25;
const NET_CENTS_MIN = 1_950;
const NET_CENTS_SPREAD = 240_000;
const VAT_PERCENT = 19;

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

/** Some hold a comma, a quotation mark or an accent: a reader of the file has to get those right. */
const DESCRIPTIONS: Readonly<Record<ReportType, readonly string[]>> = {
  statement: [
    'Hex bolts M8, zinc plated',
    'Steel bracket, 40 mm',
    'Ball bearing 6204-2RS',
    'Display panel 7" (IPS)',
    'Câble blindé, 2 m',
    'Gasket set, nitrile',
    'Terminal block 12-way',
    'Linear guide rail 500 mm',
  ],
  credit_notes: ['Returned goods', 'Price correction', 'Damaged in transit, claim settled', 'Volume rebate'],
  freight: ['Road freight, groupage', 'Express parcel', 'Customs clearance', 'Pallet return, Zürich'],
};

/** Whether the text is a month in the form `YYYY-MM`. */
export function isPeriod(text: string): boolean {
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(text);
}

/** `2026-06` → `June 2026`. */
export function periodName(period: string): string {
  const { year, month } = partsOf(period);
  return `${MONTHS[month - 1] ?? ''} ${year}`;
}

/** The rows of one report, in order of date. The same type and period always give the same rows. */
export function reportRows(period: string, type: ReportType = 'statement'): readonly ReportRow[] {
  const { year, month } = partsOf(period);
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const next = seededNumbers(`${type} ${period}`);
  const count = ROWS_MIN + next(ROWS_SPREAD);
  const sign = type === 'credit_notes' ? -1 : 1;
  const descriptions = DESCRIPTIONS[type];
  const documentPrefix = REPORT_KINDS[type].prefix + period.replace('-', '');
  const drawn = Array.from({ length: count }, () => ({
    day: 1 + next(days),
    description: descriptions[next(descriptions.length)] ?? '',
    netCents: sign * (NET_CENTS_MIN + next(NET_CENTS_SPREAD)),
  }));
  drawn.sort((one, other) => one.day - other.day);
  return drawn.map(({ day, description, netCents }, index) => {
    const vatCents = Math.round((netCents * VAT_PERCENT) / 100);
    return {
      date: `${period}-${String(day).padStart(2, '0')}`,
      document: `${documentPrefix}-${String(index + 1).padStart(3, '0')}`,
      description,
      netCents,
      vatCents,
      grossCents: netCents + vatCents,
    };
  });
}

/** Number of rows and sums of one report. */
export function reportTotal(period: string, type: ReportType = 'statement'): ReportTotal {
  const none = { rows: 0, netCents: 0, vatCents: 0, grossCents: 0 };
  return reportRows(period, type).reduce(
    (sum, row) => ({
      rows: sum.rows + 1,
      netCents: sum.netCents + row.netCents,
      vatCents: sum.vatCents + row.vatCents,
      grossCents: sum.grossCents + row.grossCents,
    }),
    none,
  );
}

/** The CSV file of one report: RFC 4180 (CRLF, quotes where needed), UTF-8 without a byte order mark. */
export function reportCsv(period: string, type: ReportType = 'statement'): string {
  const lines = [CSV_HEADER];
  let runningCents = 0;
  for (const row of reportRows(period, type)) {
    runningCents += row.grossCents;
    const amounts = [row.netCents, row.vatCents, row.grossCents, runningCents].map(plainAmount);
    lines.push([row.date, row.document, row.description, ...amounts].map(csvField).join(','));
  }
  return `${lines.join('\r\n')}\r\n`;
}

/** `123456` → `1234.56`, as files hold it. */
export function plainAmount(cents: number): string {
  return (cents / 100).toFixed(2);
}

/** `123456` → `1,234.56`, as pages show it. */
export function shownAmount(cents: number): string {
  return (cents / 100).toLocaleString('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

/** Every report of the portal, oldest first; within a month in the order of `REPORT_TYPES`. */
export const CATALOGUE: readonly Report[] = REPORT_TYPES.flatMap(reportsOf).sort((one, other) =>
  one.period.localeCompare(other.period),
);

/** The report with that number, or `undefined`. */
export function reportByNumber(number: string): Report | undefined {
  return CATALOGUE.find((report) => report.number === number);
}

export interface ReportSearch {
  /** Words that must all occur in number, title or month name; empty for any. */
  readonly query: string;
  /** A report type, or empty for any. */
  readonly type: string;
  /** `YYYY-MM`, or empty for any. */
  readonly period: string;
}

/** The reports that a search finds, in the order of the catalogue. */
export function searchReports(search: ReportSearch): readonly Report[] {
  const words = search.query.toLowerCase().split(/\s+/).filter(Boolean);
  return CATALOGUE.filter((report) => {
    const text = `${report.number} ${report.title} ${periodName(report.period)}`.toLowerCase();
    return (
      (search.type === '' || report.type === search.type) &&
      (search.period === '' || report.period === search.period) &&
      words.every((word) => text.includes(word))
    );
  });
}

function reportsOf(type: ReportType): readonly Report[] {
  const kind = REPORT_KINDS[type];
  return periodsBetween(kind.firstPeriod, LAST_PERIOD).map((period) => ({
    number: `${kind.prefix}-${period}`,
    type,
    title: kind.title,
    period,
    fileStem: `${kind.stem}-${period}`,
    total: reportTotal(period, type),
  }));
}

function periodsBetween(first: string, last: string): readonly string[] {
  const start = monthIndex(first);
  const count = monthIndex(last) - start + 1;
  return Array.from({ length: count }, (_, offset) => {
    const index = start + offset;
    return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`;
  });
}

function monthIndex(period: string): number {
  const { year, month } = partsOf(period);
  return year * 12 + month - 1;
}

function partsOf(period: string): { readonly year: number; readonly month: number } {
  if (!isPeriod(period)) throw new Error(`Not a period of the form YYYY-MM: ${period}`);
  return { year: Number(period.slice(0, 4)), month: Number(period.slice(5)) };
}

function csvField(value: string): string {
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

/** Whole numbers below the bound, drawn by the mulberry32 generator from a seed text. */
function seededNumbers(seed: string): (bound: number) => number {
  let state = createHash('sha256').update(seed).digest().readUInt32LE(0);
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * bound);
  };
}
