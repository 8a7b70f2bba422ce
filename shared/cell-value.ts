import { type DateOrder, dateOf, orderOf } from './date-text.ts';
import { readNumber } from './number-text.ts';

// What the text of a table's cell says beside its letters: a number, a currency, a share, a day. Only what can be read
// in one way; the text itself always stays.

export type CellValue = {
  readonly number: number | null;
  /** ISO code where the sign or the language settles it, else the sign as written. */
  readonly currency?: string;
  /** "12.5 %" is 12.5 here, and no number. */
  readonly percent?: number;
  readonly date?: string;
};

/** What the cells of one column show together, for those that could be read in two ways. */
export type ColumnHabit = { readonly decimal: '.' | ',' | null; readonly order: DateOrder | null };

export const noHabit: ColumnHabit = { decimal: null, order: null };

/** The habit that cells of a column agree on; what they contradict each other in is none. */
export function habitOf(texts: readonly string[]): ColumnHabit {
  const decimals = new Set<'.' | ','>();
  const orders = new Set<DateOrder>();
  for (const text of texts) {
    if (!/\d/.test(text) || text.length > 40) continue;
    const decimal = readNumber(text.replace(/\s*%$/, ''), '')?.decimal ?? null;
    const order = orderOf(text);
    if (decimal !== null) decimals.add(decimal);
    if (order !== null) orders.add(order);
  }
  return { decimal: only(decimals), order: only(orders) };
}

function only<T>(values: ReadonlySet<T>): T | null {
  const [first] = values;
  return values.size === 1 && first !== undefined ? first : null;
}

/** `lang` is the language tag of the cell, `own` if the cell itself says it and not only the page around it. */
export function cellValue(text: string, lang: string, habit: ColumnHabit = noHabit): CellValue {
  if (!/\d/.test(text)) return { number: null };
  const share = /^(.*\d)\s*%$|^%\s*(\d.*)$/su.exec(text);
  if (share !== null) {
    const percent = numberIn(share[1] ?? share[2] ?? '', lang, habit)?.value;
    return percent === undefined ? { number: null } : { number: null, percent };
  }
  const found = numberIn(text, lang, habit);
  if (found !== null) {
    const currency = currencyOf(found.currency, lang);
    return currency === '' ? { number: found.value } : { number: found.value, currency };
  }
  const date = dateOf(text, lang, habit.order);
  return date === null ? { number: null } : { number: null, date };
}

/** Read by the column's habit where its language leaves it open. */
function numberIn(text: string, lang: string, habit: ColumnHabit): ReturnType<typeof readNumber> {
  const read = readNumber(text, lang);
  if (read !== null || habit.decimal === null) return read;
  return readNumber(text, habit.decimal === ',' ? 'de' : 'en');
}

const bySign: Readonly<Record<string, string>> = {
  '€': 'EUR',
  '£': 'GBP',
  '₹': 'INR',
  '₩': 'KRW',
  '₽': 'RUB',
  '₺': 'TRY',
  '₴': 'UAH',
  '₪': 'ILS',
  '₫': 'VND',
  '฿': 'THB',
  '₦': 'NGN',
  '₱': 'PHP',
  US$: 'USD',
  A$: 'AUD',
  C$: 'CAD',
  CA$: 'CAD',
  NZ$: 'NZD',
  HK$: 'HKD',
  S$: 'SGD',
  R$: 'BRL',
  Kč: 'CZK',
  zł: 'PLN',
  Ft: 'HUF',
  lei: 'RON',
  лв: 'BGN',
  руб: 'RUB',
};
/** Signs that several countries share, by the language of the text. */
const byLanguage: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  kr: { sv: 'SEK', nb: 'NOK', nn: 'NOK', no: 'NOK', da: 'DKK', is: 'ISK' },
  $: { 'en-us': 'USD', 'en-au': 'AUD', 'en-ca': 'CAD', 'fr-ca': 'CAD', 'en-nz': 'NZD', 'es-mx': 'MXN' },
  '¥': { ja: 'JPY', zh: 'CNY' },
  Fr: { de: 'CHF', 'de-ch': 'CHF', 'fr-ch': 'CHF' },
  Rs: { hi: 'INR', 'en-in': 'INR' },
};

function currencyOf(sign: string, lang: string): string {
  const plain = sign.replace(/\.$/, '');
  const tag = lang.toLowerCase();
  const shared = byLanguage[plain];
  return bySign[plain] ?? shared?.[tag] ?? shared?.[tag.split('-')[0] ?? ''] ?? plain;
}
