import type { Finding } from '../../../shared/objective.ts';
import { contentOf } from './lay-onto.ts';
import { type ReadText, readText } from './read-text.ts';
import { sameWord } from './same-word.ts';
import { inBaseUnit, isCurrency } from './units.ts';
import type { Word } from './words-of.ts';

// What an answer may say beyond its findings: what code can work out from their numbers. A comparison of two ("696 m higher
// than"), which of them is the cheapest, a sum, and a number in another unit.

type Comparator = { readonly sign: 1 | -1; readonly kinds: readonly string[] };

const comparators: readonly (readonly [string, Comparator])[] = [
  ['higher taller hoher haute hauts alto alta', { sign: 1, kinds: ['length'] }],
  ['lower shorter smaller niedriger kleiner', { sign: -1, kinds: ['length'] }],
  ['longer langer', { sign: 1, kinds: ['length', 'time'] }],
  ['deeper wider tiefer breiter', { sign: 1, kinds: ['length'] }],
  ['heavier schwerer', { sign: 1, kinds: ['mass'] }],
  ['lighter leichter', { sign: -1, kinds: ['mass'] }],
  ['cheaper billiger gunstiger', { sign: -1, kinds: ['money'] }],
  ['dearer pricier costlier expensive teurer', { sign: 1, kinds: ['money'] }],
];
const superlatives: readonly (readonly [string, Comparator])[] = [
  ['highest tallest', { sign: 1, kinds: ['length'] }],
  ['lowest shortest', { sign: -1, kinds: ['length'] }],
  ['longest', { sign: 1, kinds: ['length', 'time'] }],
  ['heaviest', { sign: 1, kinds: ['mass'] }],
  ['lightest', { sign: -1, kinds: ['mass'] }],
  ['cheapest billigste gunstigste', { sign: -1, kinds: ['money'] }],
  ['priciest teuerste', { sign: 1, kinds: ['money'] }],
];
const filler = new Set(
  'than more difference als que of these those among them all the found compared total together sum combined is are it less cost costs weigh weighs measure measures'.split(
    ' ',
  ),
);

function tabled(table: typeof comparators): ReadonlyMap<string, Comparator> {
  return new Map(table.flatMap(([words, one]) => words.split(' ').map((word) => [word, one] as const)));
}
const comparatorOf = tabled(comparators);
const superlativeOf = tabled(superlatives);

/** Findings from whose numbers the sentence follows; null where it does not. */
export function workedOut(sentence: string, findings: readonly Finding[]): readonly Finding[] | null {
  const read = readText(sentence, 'en');
  if (contentOf(read).some(({ word }) => read.vocabulary.negation.has(word.key) && word.key !== 'least'))
    return null;
  return comparison(read, findings) ?? superlative(read, findings) ?? sum(read, findings);
}

type Measured = { readonly finding: Finding; readonly value: number; readonly subject: readonly Word[] };

/** "A is [n units] higher than B." */
function comparison(read: ReadText, findings: readonly Finding[]): readonly Finding[] | null {
  const at = read.words.findIndex(({ key }) => comparatorOf.has(key) || key === 'more' || key === 'less');
  const than = read.words.findIndex(({ key }, place) => place > at && ['than', 'als', 'que'].includes(key));
  const stated = read.words.slice(0, at).filter(({ kind }) => kind === 'number');
  const unit = stated[0]?.unit ?? null;
  const comparator = comparatorAt(read, at, unit);
  if (comparator === null || than < 0) return null;
  if (stated.length > 1 || (stated.length === 1 && unit === null)) return null;
  const a = measured(subjectIn(read, 0, at), findings, comparator.kinds, unit);
  const b = measured(subjectIn(read, than + 1, read.words.length), findings, comparator.kinds, unit);
  if (a === null || b === null || a.finding.n === b.finding.n || !isParallel(a, b)) return null;
  const difference = (a.value - b.value) * comparator.sign;
  const isRight = difference > 0 && (stated[0] === undefined || isRounded(difference, stated[0]));
  return isRight ? [a.finding, b.finding] : null;
}

/** "696 m higher"; or "2 euros more", whose kind the unit says. */
function comparatorAt(read: ReadText, at: number, unit: string | null): Comparator | null {
  const key = read.words[at]?.key ?? '';
  const next = comparatorOf.get(read.words[at + 1]?.key ?? '');
  const known = comparatorOf.get(key) ?? (key === 'more' ? next : undefined);
  if (known !== undefined) return known;
  return unit === null ? null : { sign: key === 'more' ? 1 : -1, kinds: [kindOf(unit)] };
}

/** "A is the cheapest of these." Of those found: of the world no finding can tell. */
function superlative(read: ReadText, findings: readonly Finding[]): readonly Finding[] | null {
  const at = read.words.findIndex(({ key }) => superlativeOf.has(key));
  const comparator = superlativeOf.get(read.words[at]?.key ?? '');
  const isOfThese = /\b(?:of|among) (?:these|those|them|the (?:two|three|four|five|\d+))\b/i.test(read.text);
  if (comparator === undefined || !isOfThese || read.words.some(({ unit }) => unit !== null)) return null;
  const one = measured(subjectIn(read, 0, at), findings, comparator.kinds, null);
  if (one === null) return null;
  const rivals = findings
    .filter(({ n }) => n !== one.finding.n)
    .flatMap((finding) => valueIn(finding, comparator.kinds, null) ?? [])
    .filter((rival) => isParallel(one, rival));
  const wins = rivals.length > 0 && rivals.every(({ value }) => (one.value - value) * comparator.sign > 0);
  return wins ? [one.finding, ...rivals.map(({ finding }) => finding)] : null;
}

/** "Together they cost 30 euros." */
function sum(read: ReadText, findings: readonly Finding[]): readonly Finding[] | null {
  const [stated, ...others] = read.words.filter(({ kind }) => kind === 'number');
  const isSum = read.words.some(({ key }) => ['total', 'together', 'sum', 'combined'].includes(key));
  if (!isSum || stated?.unit === undefined || stated.unit === null || others.length > 0) return null;
  const known = contentOf(read).every(
    ({ word }) => word.kind === 'number' || filler.has(word.key) || isMeasureWord(word),
  );
  const kind = kindOf(stated.unit);
  const parts = findings.flatMap((finding) => valueIn(finding, [kind], stated.unit) ?? []);
  const first = parts[0];
  if (!known || parts.length < 2 || parts.length !== findings.length || first === undefined) return null;
  const isOne = parts.every((part) => isParallel(first, part));
  const total = parts.reduce((whole, { value }) => whole + value, 0);
  return isOne && isRounded(total, stated) ? findings : null;
}

function isMeasureWord({ key }: Word): boolean {
  return /^(?:cost|costs|weigh|weighs|long|high|price)$/.test(key);
}

/** The words that name one of the things compared; null when other words with content stand among them. */
function subjectIn(read: ReadText, from: number, to: number): readonly Word[] {
  return contentOf(read)
    .filter(({ at, word }) => at >= from && at < to && word.kind !== 'number' && !filler.has(word.key))
    .map(({ word }) => word);
}

/** The one finding that holds every word of the subject and one value of the kind. */
function measured(
  subject: readonly Word[],
  findings: readonly Finding[],
  kinds: readonly string[],
  unit: string | null,
): Measured | null {
  if (subject.length === 0) return null;
  const held = findings.flatMap((finding) => {
    const words = contentOf(readText(finding.text, 'en')).map(({ word }) => word);
    const begins = words.slice(0, subject.length + 1);
    const isIts = subject.every((word) => begins.some((other) => sameWord(word, other)));
    return isIts ? (valueIn(finding, kinds, unit) ?? []) : [];
  });
  const [only, ...others] = held;
  return only !== undefined && others.length === 0 ? { ...only, subject } : null;
}

/** The one number of a finding that measures such a kind, in the unit wanted or else in the kind's base unit. */
function valueIn(finding: Finding, kinds: readonly string[], unit: string | null): Measured | null {
  const words = readText(finding.text, 'en').words.filter(
    (word) => word.kind === 'number' && word.unit !== null && kinds.includes(kindOf(word.unit)),
  );
  const inUnit = unit === null ? words : words.filter((word) => word.unit === unit);
  const chosen = inUnit.length > 0 ? inUnit : words;
  const [only, ...others] = chosen;
  if (only === undefined || only.unit === null || others.length > 0) return null;
  const value = Number(only.key) * (factorOf(only.unit) / (unit === null ? 1 : factorOf(unit)));
  return Number.isFinite(value) ? { finding, value, subject: [] } : null;
}

function kindOf(unit: string): string {
  return isCurrency(unit) ? 'money' : (inBaseUnit(unit)?.kind ?? unit);
}

function factorOf(unit: string): number {
  return inBaseUnit(unit)?.factor ?? 1;
}

/** Whether two findings say the same of different things: what is left without their names and numbers is alike. */
function isParallel(a: Measured, b: Measured): boolean {
  const rest = ({ finding }: Measured): readonly string[] =>
    contentOf(readText(finding.text, 'en'))
      .filter(({ word }) => word.kind === 'word' && !word.isCapital)
      .map(({ word }) => word.key);
  const units = ({ finding }: Measured): string =>
    readText(finding.text, 'en')
      .words.flatMap(({ unit }) => (unit !== null && isCurrency(unit) ? [unit] : []))
      .join();
  const [own, theirs] = [rest(a), rest(b)];
  const shared = own.filter((word) => theirs.includes(word)).length;
  return units(a) === units(b) && shared * 2 >= Math.max(own.length, theirs.length);
}

/** Whether the number stated is the value, rounded to the digits that it shows. */
function isRounded(value: number, stated: Word): boolean {
  const decimals = /\.(\d+)$/.exec(stated.key)?.[1]?.length ?? 0;
  return Math.abs(value - Number(stated.key)) <= 0.5 * 10 ** -decimals + 1e-9;
}

const conversion =
  /\s*(?:\((?:about |approximately |ca\. |≈ ?|~)?([^()]{1,24})\)|,? (?:or|oder|ou|o) (?:about )?(\p{Nd}[\p{Nd}.,\s]*\s?\p{L}{1,12}))/u;

/** The sentence without one number in brackets that is another of its numbers in another unit; null: there is none. */
export function withoutConversion(sentence: string): string | null {
  const match = conversion.exec(sentence);
  const written = match?.[1] ?? match?.[2];
  if (match === null || written === undefined) return null;
  const before = readText(sentence.slice(0, match.index), 'en').words.findLast(
    ({ kind }) => kind === 'number',
  );
  const [stated, ...others] = readText(written, 'en').words.filter(({ isUnit }) => !isUnit);
  if (before?.unit == null || stated?.kind !== 'number' || stated.unit === null || others.length > 0)
    return null;
  const [from, to] = [inBaseUnit(before.unit), inBaseUnit(stated.unit)];
  if (from === null || to === null || from.kind !== to.kind || before.unit === stated.unit) return null;
  const isRight = isRounded((Number(before.key) * from.factor) / to.factor, stated);
  return isRight ? sentence.slice(0, match.index) + sentence.slice(match.index + match[0].length) : null;
}
