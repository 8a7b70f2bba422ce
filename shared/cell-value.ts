import { type DateOrder, dateOf, orderOf } from './date-text.ts';
import { readNumber } from './number-text.ts';
import { plainFigures } from './plain-figures.ts';

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
    if (!/\p{Nd}/u.test(text) || text.length > 40) continue;
    const decimal = readNumber(text.replace(/\s*[%٪％]$/u, ''), '')?.decimal ?? null;
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
  if (!/\p{Nd}/u.test(text)) return { number: null };
  const noted = /^(.*[\p{Nd})%٪％\p{Sc}])\s*[*†‡§¶]{1,3}$/su.exec(text)?.[1];
  if (noted !== undefined) return cellValue(noted, lang, habit);
  const share = shareIn(text);
  if (share !== null) {
    const percent = numberIn(share, lang, habit)?.value;
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

/** `12.5 %`, `%12.5`, `(12.5 %)`, `12.5 %-`: what stands there but for the sign; null without one. */
function shareIn(text: string): string | null {
  const plain = plainFigures(text).replaceAll('٪', '%').trim();
  if (plain.split('%').length !== 2) return null;
  const match = /^([^%]*\d\)?)\s*%(\s*[-−–)]?)$|^([-−+]?)%\s*([-−+]?\d.*)$/su.exec(plain);
  if (match === null) return null;
  return match[4] === undefined
    ? `${match[1] ?? ''}${(match[2] ?? '').trim()}`
    : `${match[3] ?? ''}${match[4]}`;
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
  '₸': 'KZT',
  '₾': 'GEL',
  '֏': 'AMD',
  '₼': 'AZN',
  '₡': 'CRC',
  '₲': 'PYG',
  '₵': 'GHS',
  '₭': 'LAK',
  '₮': 'MNT',
  '៛': 'KHR',
  '৳': 'BDT',
  US$: 'USD',
  A$: 'AUD',
  C$: 'CAD',
  CA$: 'CAD',
  NZ$: 'NZD',
  HK$: 'HKD',
  S$: 'SGD',
  R$: 'BRL',
  AU$: 'AUD',
  NT$: 'TWD',
  MX$: 'MXN',
  Mex$: 'MXN',
  TT$: 'TTD',
  J$: 'JMD',
  'CN¥': 'CNY',
  'JP¥': 'JPY',
  $US: 'USD',
  $CA: 'CAD',
  $AU: 'AUD',
  $NZ: 'NZD',
  $HK: 'HKD',
  $MX: 'MXN',
  円: 'JPY',
  원: 'KRW',
  Rp: 'IDR',
  RM: 'MYR',
  SFr: 'CHF',
  грн: 'UAH',
  บาท: 'THB',
  'ر.س': 'SAR',
  'د.إ': 'AED',
  'ج.م': 'EGP',
  ریال: 'IRR',
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
  Rs: { hi: 'INR', 'en-in': 'INR', 'en-pk': 'PKR', ur: 'PKR', si: 'LKR', ne: 'NPR' },
  元: { 'zh-tw': 'TWD', 'zh-hk': 'HKD', zh: 'CNY' },
};

function currencyOf(sign: string, lang: string): string {
  const plain = sign.replace(/\.$/, '').replace(/\s/g, '');
  const tag = lang.toLowerCase();
  const shared = byLanguage[plain];
  return bySign[plain] ?? shared?.[tag] ?? shared?.[tag.split('-')[0] ?? ''] ?? plain;
}
