// The number that a text of a page says, if it says exactly one. What could be read in two ways stays a
// text: a part number, a date, a percentage (0.5 or 0.005?), a grouping that the page's language does not
// settle.

import { plainFigures } from './plain-figures.ts';

const commaDecimal = new Set(
  (
    'af az be bg bs ca cs da de el es et eu fi fo fr gl hr hu id is it ka kk lt lv mk nb nl nn no ' +
    'pl pt ro ru sk sl sq ' +
    'sr sv tr uk uz vi hy ky mn tg tk os fo gsw'
  ).split(' '),
);
const pointDecimal = new Set(
  'en zh ja ko he th hi bn ta te ur ms sw cy ga mr gu pa kn ml si ne my km lo am yo ig ha zu fil tl'.split(
    ' ',
  ),
);

const signs =
  '(?:[\\p{Sc}]|(?:US|AU|A|C|CA|NZ|HK|S|R|NT|MX|Mex|TT|J|CN|JP)[$¥]|[$]\\s?(?:US|CA|AU|NZ|HK|MX)|[A-Z]{3}|kr\\.?|Kč|zł|Ft|lei|' +
  'лв\\.?|руб\\.?|грн\\.?|тг\\.?|ден\\.?|дин\\.?|Fr\\.?|SFr\\.?|Rs\\.?|Rp\\.?|RM|Kčs|[元円圆圓원]|ر\\.س\\.?|د\\.إ\\.?|ج\\.م\\.?|ریال|تومان|บาท)';
const currency = `(?:${signs})`;
const shape = new RegExp(
  `^(?<open>\\()?\\s*(?<sign>[-+−–])?\\s*(?<before>${currency})?\\s*(?<after>[-+−–])?\\s*` +
    `(?<digits>\\d[\\d.,'’\\s\\u00a0\\u202f]*?)(?<exponent>(?:[eE]|\\s?[×x·]\\s?10\\^)[-+−]?\\d{1,3})?\\s*` +
    `(?<trailing>[-−–])?\\s*(?<behind>${currency})?\\s*(?<close>\\))?$`,
  'u',
);
/** `($5)`, as bookkeepers write it, with the sign outside or behind: `$(5)`, `(5) €`. */
const besideBrackets = new RegExp(`^(${currency})?\\s*\\(\\s*([^()]*\\d)\\s*\\)\\s*(${currency})?$`, 'u');
/** Nothing behind the mark, as in `5,- €` and `CHF 5.–`. */
const noDecimals = new RegExp(`^(${currency})?(\\s*[\\d.,'’\\s]*\\d)[.,][-–—]{1,2}(\\s*${currency})?$`, 'u');
const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹';
/** Codes that stand for money; three other capitals beside a number are a unit. ISO 4217, as the runtime knows it. */
const codes: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

export type NumberText = {
  readonly value: number;
  /** The sign or code of a currency that stands with it, as written; empty without one. */
  readonly currency: string;
  /** The mark before the decimals; null if the text has none that can only be that. */
  readonly decimal: '.' | ',' | null;
};

/** `lang` is the cell's language tag; empty if unknown. */
export function numberOf(text: string, lang: string): number | null {
  return readNumber(text, lang)?.value ?? null;
}

/** The number with what was learnt on the way; null where there is none, or more than one way to read it. */
export function readNumber(text: string, lang: string): NumberText | null {
  const plain = plainFigures(text).trim();
  // Arabic writes its own marks, which mean one thing only.
  const settled = /[\u066b\u066c]/.test(plain);
  const western = plain.replace(/\u066c/g, "'").replace(/\u066b/g, '.');
  const match = shape.exec(unbracketed(withoutSuperscripts(western)))?.groups;
  if (match === undefined) return null;
  const { open, close, sign, after, trailing, exponent } = match;
  if ((open === undefined) !== (close === undefined)) return null;
  const minuses = [sign, after, trailing].filter((mark) => mark !== undefined && mark !== '+').length;
  if (minuses + (open === undefined ? 0 : 1) > 1) return null;
  const beside = [match['before'], match['behind']].filter((mark) => mark !== undefined);
  if (beside.some((mark) => /^[A-Z]{3}$/.test(mark) && !codes.has(mark))) return null;
  const language = settled ? 'en' : (lang.toLowerCase().split('-')[0] ?? '');
  const digits = match['digits'] ?? '';
  const magnitude = magnitudeOf(digits, language);
  if (magnitude === null) return null;
  const power = powerOf(exponent, digits);
  if (power === null) return null;
  const negative = minuses === 1 || open !== undefined;
  const value = exponent === undefined ? magnitude : Number(`${magnitude}e${power}`);
  return { value: negative ? -value : value, currency: beside[0] ?? '', decimal: settledMark(digits) };
}

/** `1e3` may be a part number: an exponent stands behind decimals, or behind a power of ten that is written out. */
function powerOf(exponent: string | undefined, digits: string): number | null {
  if (exponent === undefined) return 0;
  if (/^[eE]/.test(exponent) && !/^\d[.,]\d+$/.test(digits)) return null;
  return Number(exponent.replace(/^.*(?:[eE]|\^)/u, '').replace('−', '-'));
}

function withoutSuperscripts(text: string): string {
  return text.replace(/([×x·]\s?10)([⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3})$/u, (_all, ten: string, raised: string) => {
    const power = [...raised].map((sign) =>
      sign === '⁻' ? '-' : sign === '⁺' ? '+' : superscripts.indexOf(sign),
    );
    return `${ten}^${power.join('')}`;
  });
}

function unbracketed(text: string): string {
  const bare = noDecimals.exec(text);
  if (bare !== null && (bare[1] ?? bare[3]) !== undefined)
    return `${bare[1] ?? ''}${bare[2] ?? ''}${bare[3] ?? ''}`;
  const match = besideBrackets.exec(text);
  if (match === null || (match[1] ?? match[3]) === undefined) return text;
  return `(${match[1] ?? ''}${match[2] ?? ''}${match[3] ?? ''})`;
}

/** The decimal mark that a text shows whatever its language: "1.234,5", "0,25", "1,234,567". */
function settledMark(digits: string): '.' | ',' | null {
  const neutral = decimalMarkOf(digits, '');
  if (neutral === '.' || neutral === ',') return neutral;
  const marks = new Set(digits.replace(/[^.,]/g, ''));
  if (neutral !== null || marks.size !== 1) return null;
  return marks.has(',') ? '.' : ',';
}

function magnitudeOf(digits: string, language: string): number | null {
  const plain = digits.replace(/[\s\u00a0\u202f]/gu, ' ').replace(/’/g, "'");
  if (/^\d+$/.test(plain)) return /^0\d/.test(plain) || plain.length > 15 ? null : Number(plain);
  const decimal = decimalMarkOf(plain, language);
  if (decimal === undefined) return null;
  const [whole = '', fraction = '', more] = decimal === null ? [plain] : plain.split(decimal);
  if (more !== undefined || (decimal !== null && !/^\d+$/.test(fraction))) return null;
  if (!isGrouped(whole)) return null;
  const value = Number(`${whole.replace(/\D/g, '')}.${fraction === '' ? '0' : fraction}`);
  return Number.isFinite(value) && whole.replace(/\D/g, '').length <= 15 ? value : null;
}

/** The mark before the decimals; null if there are none; undefined if that cannot be told. */
function decimalMarkOf(digits: string, language: string): '.' | ',' | null | undefined {
  const points = digits.split('.').length - 1;
  const commas = digits.split(',').length - 1;
  if (points > 0 && commas > 0) {
    const last = digits.lastIndexOf('.') > digits.lastIndexOf(',') ? '.' : ',';
    return (last === '.' ? points : commas) === 1 ? last : undefined;
  }
  if (points + commas === 0) return null;
  if (points + commas > 1) return null;
  const mark = points === 1 ? '.' : ',';
  const [whole = '', fraction = ''] = digits.split(mark);
  if (fraction.length !== 3 || whole.length > 3 || whole === '0' || /\D/.test(whole)) return mark;
  if (commaDecimal.has(language)) return mark === ',' ? ',' : null;
  if (pointDecimal.has(language)) return mark === '.' ? '.' : null;
  return undefined;
}

/**
 * Digits in groups of three, or as in India of two with three at the end; one kind of mark; no leading
 * zero.
 */
function isGrouped(whole: string): boolean {
  if (/^(?:0|[1-9]\d*)$/.test(whole)) return true;
  const mark = /[^\d]/.exec(whole)?.[0];
  if (mark === undefined) return false;
  const groups = whole.split(mark);
  const first = groups[0] ?? '';
  const last = groups.at(-1) ?? '';
  const inner = groups.slice(1, -1);
  if (!/^[1-9]\d{0,2}$/.test(first) || !/^\d{3}$/.test(last)) return false;
  const inThrees = inner.every((group) => /^\d{3}$/.test(group));
  const inTwos = first.length <= 2 && mark === ',' && inner.every((group) => /^\d{2}$/.test(group));
  return inThrees || inTwos;
}
