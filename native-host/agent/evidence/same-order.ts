import type { Laid, Placed } from './lay-onto.ts';
import { isName, type ReadText } from './read-text.ts';
import type { Vocabulary } from './vocabulary.ts';

// Whether the words of a finding stand to each other as they do on the page. "A beat B" has the words of "B beat A".

/** Words without content that join nothing: articles, forms of `to be`, what stands for something named before. */
const glue = new Set(
  (
    'the a an this that these those which who whom also do does did been being be have has had will s ' +
    'der die das den dem des ein eine einen einem einer eines auch ' +
    'le la les l un une aussi qui que se el los las lo uno unos unas tambien si il gli i o os as um uma de het een ' +
    'located situated known called named liegt befindet gelegen genannt situe situee trouve ubicado situado llamado'
  ).split(' '),
);
const weakJoins = new Set('of in at on s von im am de du des del d di da van'.split(' '));

/** Whether the runs stand in the order of the finding. */
export function isInOrder({ runs }: Laid): boolean {
  return runs.every((run, at) => at === 0 || (runs[at - 1]?.page ?? 0) < run.page);
}

/**
 * Whether two halves that have changed places still say the same: "In 1973 the park opened" and "The park opened in
 * 1973", not "Dogs chase cats" and "Cats chase dogs". Each half keeps the small word that leads it; names and numbers
 * keep their order.
 */
export function isTurnedFairly(laid: Laid, claim: ReadText, page: ReadText): boolean {
  const { runs } = laid;
  const words = runs.reduce((sum, { length }) => sum + length, 0);
  if (runs.length !== 2 || words < 3) return false;
  const kept = (isOne: (placed: Placed) => boolean): boolean => {
    const places = laid.pageOf.filter((at) => {
      const placed = laid.page[at];
      return placed !== undefined && isOne(placed);
    });
    return places.every((place, at) => at === 0 || (places[at - 1] ?? 0) < place);
  };
  const namesKept = kept(({ word, at }) => isName(word, at, page));
  const numbersKept = kept(({ word }) => word.kind === 'number');
  const leads = runs.every((run) => sameJoin(laid, run.claim, run.page, claim, page));
  return (
    namesKept && numbersKept && leads && !runs.some(({ length }) => length === 1 && words === length * 2)
  );
}

/** Whether the small words before each of the finding's words agree with those on the page: `to` is not `from`. */
export function joinsAgree(laid: Laid, claim: ReadText, page: ReadText): boolean {
  return laid.pageOf.every((pageAt, at) => {
    if (pageAt < 0) return true;
    const isFollowed = at > 0 && laid.pageOf[at - 1] === pageAt - 1;
    const own = joinsBefore(laid.claim, at, claim);
    const theirs = joinsBefore(laid.page, pageAt, page);
    if (own.length === 0) return true;
    if (theirs.length === 0) return own.every((word) => weakJoins.has(word)) || !isFollowed;
    return (
      own.some((word) => theirs.includes(word)) || (!isFollowed && own.every((word) => weakJoins.has(word)))
    );
  });
}

function sameJoin(laid: Laid, claimAt: number, pageAt: number, claim: ReadText, page: ReadText): boolean {
  const own = joinsBefore(laid.claim, claimAt, claim);
  const theirs = joinsBefore(laid.page, pageAt, page);
  return own.length === theirs.length && own.every((word) => theirs.includes(word));
}

function joinsBefore(placed: readonly Placed[], at: number, read: ReadText): readonly string[] {
  const to = placed[at]?.at ?? 0;
  const from = at === 0 ? Math.max(0, to - 4) : (placed[at - 1]?.at ?? 0) + 1;
  return read.words
    .slice(from, to)
    .filter((word) => !word.isUnit && !isGlue(word.key, read.vocabulary))
    .map(({ key }) => key);
}

function isGlue(key: string, { present, past, pronoun }: Vocabulary): boolean {
  return glue.has(key) || present.has(key) || past.has(key) || pronoun.has(key);
}
