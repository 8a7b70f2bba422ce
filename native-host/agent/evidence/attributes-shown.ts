import type { Finding } from '../../../shared/objective.ts';
import { contentOf } from './lay-onto.ts';
import { readText } from './read-text.ts';
import { sameWord } from './same-word.ts';
import { inBaseUnit, isCurrency } from './units.ts';

// What an item must be shown by: a weight by a mass, a price by an amount of money; and not by words that were in the question.

const attributes: readonly (readonly [string, RegExp])[] = [
  ['mass', /\b(?:weights?|gewichte?|poids|pesos?)\b/iu],
  ['volume', /\b(?:volumes?|volumen|capacity|fassungsverm\p{L}*)\b/iu],
  ['money', /\b(?:prices?|costs?|fees?|preise?|kosten|prix|co[uû]ts?|precios?|costes?)\b/iu],
  [
    'length',
    /\b(?:heights?|lengths?|widths?|depths?|höhen?|längen?|breiten?|hauteurs?|longueurs?|alturas?)\b/iu,
  ],
];
const everyOne =
  /\b(?:every|each|all|jede[rsn]?|alle[rsn]?|tou(?:s|tes)|chaque|tod[oa]s|cada|ogni|tutti)\b/iu;

/** Whether the findings show every measure that an item asks for by name: its weight, its price. */
export function showsAttributes(item: string, findings: readonly Finding[]): boolean {
  const units = findings.flatMap(({ text, quote }) =>
    readText(`${text}\n${quote}`).words.map(({ unit }) => unit),
  );
  const kinds = new Set(
    units.flatMap((unit) => (unit === null ? [] : [isCurrency(unit) ? 'money' : inBaseUnit(unit)?.kind])),
  );
  return attributes.every(([kind, words]) => !words.test(item) || kinds.has(kind));
}

/** Whether an item asks for all of something: that there is no more of it, no finding can show. */
export function asksForAll(item: string): boolean {
  return everyOne.test(item);
}

/** Whether a finding says anything that the objective and the item do not: a heading that repeats them answers nothing. */
export function addsSomething({ text, title }: Finding, item: string, objective: string): boolean {
  const asked = readText(`${item}\n${objective}`, 'en').words;
  const said = contentOf(readText(text, 'en')).map(({ word }) => word);
  const isHeading = text.trim().endsWith('?') || title.toLowerCase().includes(text.trim().toLowerCase());
  return !isHeading && said.some((word) => !asked.some((other) => sameWord(word, other)));
}
