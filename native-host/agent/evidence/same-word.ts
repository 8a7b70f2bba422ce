import type { Word } from './words-of.ts';

// When two words say the same: the same in folded form, two inflected forms of one word, or one of the few pairs that
// measure the same thing ("5,895 m high", "a height of 5,895 m").

const endings = new Set([
  '',
  's',
  'es',
  'ed',
  'd',
  'ing',
  'e',
  'en',
  'em',
  'n',
  'a',
  'o',
  'os',
  'as',
  'ees',
  'ee',
  'и',
  'ы',
  'а',
  'у',
  'е',
  'ом',
  'ов',
]);
/** Endings that change what a word says, so that they pass for no inflection beside the bare word. */
const stemMin = 4;
const stemOfPluralMin = 3;
const particles = /(?:은|는|이|가|을|를|의|에|에서|로|으로|와|과|도)$/u;

const measures: readonly string[] = [
  'height high tall elevation altitude',
  'length long',
  'width wide',
  'depth deep',
  'hohe hoch',
  'lange lang',
  'breite breit',
  'tiefe tief',
  'hauteur haut haute altitude',
  'longueur long longue',
  'altura alto alta altitud',
  'longitud largo larga',
  'cost costs price priced',
  'kostet kosten preis',
  'coute cout prix',
  'cuesta cuestan precio coste',
  'weight weighs weigh',
  'population inhabitants',
];
const measureOf: ReadonlyMap<string, ReadonlySet<number>> = (() => {
  const sets = new Map<string, Set<number>>();
  for (const [at, words] of measures.entries()) {
    for (const word of words.split(' ')) sets.set(word, (sets.get(word) ?? new Set()).add(at));
  }
  return sets;
})();

/** Whether two words can stand for each other; numbers only with the same value, and with units that agree. */
export function sameWord(a: Word, b: Word): boolean {
  if (a.kind === 'number' || b.kind === 'number') {
    return a.kind === b.kind && a.key === b.key && (a.unit === null || b.unit === null || a.unit === b.unit);
  }
  if (a.key === b.key) return true;
  if (a.kind !== 'word' || b.kind !== 'word') return false;
  return isInflected(a.key, b.key) || measureTheSame(a.key, b.key);
}

function measureTheSame(a: string, b: string): boolean {
  const others = measureOf.get(b);
  return others !== undefined && [...(measureOf.get(a) ?? [])].some((set) => others.has(set));
}

function isInflected(a: string, b: string): boolean {
  if (/\p{Script=Hangul}/u.test(a)) return a.replace(particles, '') === b.replace(particles, '');
  let common = 0;
  while (common < a.length && common < b.length && a[common] === b[common]) common++;
  const [restA, restB] = [a.slice(common), b.slice(common)];
  if ((restA === 'y' && restB === 'ies') || (restB === 'y' && restA === 'ies'))
    return common >= stemOfPluralMin;
  const isPlural = (restA === 's' && restB === '') || (restB === 's' && restA === '');
  if (isPlural) return common >= stemOfPluralMin;
  return common >= stemMin && endings.has(restA) && endings.has(restB);
}
